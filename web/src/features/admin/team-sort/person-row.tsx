import '../../../messages/admin-team-sort.ts'
import type { TeamId } from '@muster/contract/ids'
import type { SortPerson } from '@muster/contract/team-sort'
import { readAccountName } from '@muster/contract/users'
import { memo, useLayoutEffect, useRef } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { IconButton } from '../../../ui/forms/button.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { teamStyle } from '../../../ui/marks/team-mark.tsx'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'
import { type AnswerFilter, readAnswer } from '../kit/answer-picker.tsx'
import type { PeopleActions } from './people-actions.ts'
import type { SortTeam } from './use-sort.ts'

interface PersonRowProps {
  person: SortPerson
  answers: AnswerFilter
  place: number
  isActive: boolean
  /** Whether the active row takes the focus: after the first move between rows. */
  takesFocus: boolean
  teams: readonly SortTeam[]
  team_id: TeamId | null
  isLocked: boolean
  isSelected: boolean
  isPaired: boolean
  actions: PeopleActions
  onActive: (place: number) => void
}

/** Past events in a few words: number, latest measured hours, highest level. */
function describePast({ history }: SortPerson): string {
  if (history.length === 0) return t('sort.pastNone')
  const measured = history.find((one) => one.measured_hours !== null)?.measured_hours
  const levels = history.flatMap((one) => one.highest_level ?? [])
  return [
    t('sort.pastCount', { count: history.length }),
    ...(measured === null || measured === undefined ? [] : [t('sort.measured', { hours: measured })]),
    ...(levels.length === 0 ? [] : [t('sort.level', { level: Math.max(...levels) })]),
  ].join(', ')
}

/** Attributes of a person, each in a word. */
function Marks({ person, isPaired }: { person: SortPerson; isPaired: boolean }) {
  const { entry, partner_name } = person
  return (
    <span className="sort-marks">
      {person.team_lead && <Badge>{t('sort.lead')}</Badge>}
      {entry.needs_help && <Badge>{t('sort.new')}</Badge>}
      {entry.wants_to_help && <Badge>{t('sort.helps')}</Badge>}
      {entry.is_guild_owner && <Badge>{t('sort.owner')}</Badge>}
      {person.application_status === 'waitlisted' && <Badge kind="note">{t('sort.waits')}</Badge>}
      {person.signed_up_at === null && <Badge kind="note">{t('sort.guest')}</Badge>}
      {partner_name !== null && (
        <span className={isPaired ? 'sort-partner' : 'sort-partner quieter'}>
          <bdi>{t(isPaired ? 'sort.partner' : 'sort.partnerWish', { name: partner_name })}</bdi>
        </span>
      )}
    </span>
  )
}

export const PersonRow = memo(function PersonRow(props: PersonRowProps) {
  const { person, answers, place, isActive, takesFocus, teams, team_id, isLocked, isSelected, isPaired, actions, onActive } =
    props
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isActive && takesFocus) row.current?.focus()
  }, [isActive, takesFocus])
  const { user, entry } = person
  const name = user.display_name
  const present = teams.find((team) => team.id === entry.present_team_id)
  const team = teams.find((one) => one.id === team_id)
  const isChanged = team_id !== entry.present_team_id
  const choices = [{ value: '', label: t('sort.noTeam') }, ...teams.map((one) => ({ value: String(one.id), label: one.name }))]
  const canLead = present !== undefined && !isChanged
  return (
    // The surrounding grid handles the keys.
    <div
      ref={row}
      role="row"
      data-place={place}
      aria-rowindex={place + 1}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      className={['sort-person', isChanged && 'sort-changed', isPaired && 'sort-paired', team && 'team']
        .filter(Boolean)
        .join(' ')}
      style={team && teamStyle(team.look)}
      onFocus={() => onActive(place)}
    >
      <span role="gridcell" className="sort-cell-select">
        <input
          type="checkbox"
          tabIndex={-1}
          checked={isSelected}
          aria-label={t('sort.select', { name })}
          onChange={(event) => actions.select([user.id], event.target.checked)}
        />
      </span>
      <span role="gridcell" className="sort-cell-name">
        <bdi className="strong">{name}</bdi>{' '}
        {readAccountName(user) !== name && <bdi className="quieter">{readAccountName(user)}</bdi>}
      </span>
      <span role="gridcell" className="sort-cell-marks">
        <Marks person={person} isPaired={isPaired} />
      </span>
      <span role="gridcell" className="sort-cell-past quieter">
        {answers.question ? (
          <bdi title={readAnswer(person, answers) ?? undefined}>{readAnswer(person, answers) ?? t('answers.missing')}</bdi>
        ) : (
          describePast(person)
        )}
      </span>
      <span role="gridcell" className="sort-cell-hours num">
        {entry.expected_hours > 0 && t('sort.hoursOf', { count: entry.expected_hours })}
      </span>
      <span role="gridcell" className="sort-cell-team">
        {isChanged && (
          <span className="sort-was">
            <Icon name="right" size={12} />
            <span className="vh">{t('sort.changedFrom', { team: present?.name ?? t('sort.noTeam') })}</span>
          </span>
        )}
        <span className="on-paper">{team?.name}</span>
        <Select
          name={t('sort.teamOf', { name })}
          value={team_id === null ? '' : String(team_id)}
          choices={choices}
          onChange={(value) => actions.assign([user.id], teams.find((one) => String(one.id) === value)?.id ?? null)}
        />
      </span>
      <span role="gridcell" className="sort-cell-lock">
        <button
          type="button"
          className="icon-btn"
          aria-pressed={isLocked}
          aria-label={t(isLocked ? 'sort.unlock' : 'sort.lock', { name })}
          disabled={team_id === null}
          onClick={() => actions.setLocked([user.id], !isLocked)}
        >
          <Icon name="lock" />
        </button>
      </span>
      <span role="gridcell" className="sort-cell-more">
        <Menu label={t('sort.more', { name })} trigger={<IconButton icon="menu" label={t('sort.more', { name })} />}>
          {canLead ? (
            <MenuItem onSelect={() => actions.lead(person)}>
              {t(person.team_lead ? 'sort.endLead' : 'sort.makeLead', { team: present.name })}
            </MenuItem>
          ) : (
            <MenuItem>{t('sort.leadNeedsTeam')}</MenuItem>
          )}
        </Menu>
      </span>
    </div>
  )
})
