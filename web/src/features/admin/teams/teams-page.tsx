import '../../../messages/admin-teams.ts'
import './teams.css'
import type { Event } from '@muster/contract/events'
import type { Team } from '@muster/contract/teams'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { useEvents } from '../../../api/scores/event.ts'
import { useStandings } from '../../../api/scores/use-standings.ts'
import { parseHex } from '../../../lib/teams/colour.ts'
import { assignTeamLooks, type TeamLook } from '../../../lib/teams/team-looks.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Empty } from '../../../ui/layout/states.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { Crest } from '../../../ui/marks/team-mark.tsx'
import { LockedNote } from '../events/locked-note.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { DeleteTeam } from './delete-team.tsx'
import { TeamForm } from './team-form.tsx'
import { isConfusing, measureShown } from './team-values.ts'

type Opened = { readonly kind: 'create' } | { readonly kind: 'edit' | 'delete'; readonly team: Team }

/** The teams of an event: colours, allowed classes, and number of members. */
export function TeamsPage({ event_id }: { event_id: number }) {
  const event = useEvents().find(({ id }) => id === event_id)
  return event ? <TeamsOf key={event.id} event={event} /> : null
}

function TeamsOf({ event }: { event: Event }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const users = useSuspenseQuery(read('getUsersForEvent', eventInput(event.id))).data
  const points = new Map(useStandings().map(({ team_id, points: of }) => [team_id, of]))
  const teams = event.teams.toSorted((a, b) => a.id - b.id)
  const looks = assignTeamLooks(teams)
  const membersOf = (team: Team) => users[team.id]?.length ?? 0
  const pointsOf = (team: Team) => points.get(team.id) ?? 0
  return (
    <AdminPage
      title={t('admin.page.teams')}
      lead={<bdi>{event.name}</bdi>}
      actions={
        <Button
          kind="primary"
          icon="plus"
          disabled={event.is_locked}
          title={event.is_locked ? t('adminTeams.lockedShort') : undefined}
          onClick={() => setOpened({ kind: 'create' })}
        >
          {t('adminTeams.new')}
        </Button>
      }
    >
      <LockedNote event={event} text={t('adminTeams.locked')} />
      {teams.length === 0 ? (
        <Empty title={t('adminTeams.noneTitle')} text={t('adminTeams.noneText')} />
      ) : (
        <ul className="admin-teams-list">
          {teams.map((team) => (
            <TeamRow
              key={team.id}
              team={team}
              look={looks.get(team.id)}
              close={teams.filter((other) => other.id !== team.id && isConfusing(other.color, team.color))}
              members={membersOf(team)}
              points={pointsOf(team)}
              isLocked={event.is_locked}
              onOpen={setOpened}
            />
          ))}
        </ul>
      )}
      {opened?.kind === 'create' && <TeamForm event={event} team={null} onClose={close} />}
      {opened?.kind === 'edit' && <TeamForm key={opened.team.id} event={event} team={opened.team} onClose={close} />}
      {opened?.kind === 'delete' && (
        <DeleteTeam
          event={event}
          team={opened.team}
          members={membersOf(opened.team)}
          points={pointsOf(opened.team)}
          onClose={close}
        />
      )}
    </AdminPage>
  )
}

interface TeamRowProps {
  team: Team
  look: TeamLook | undefined
  /** Teams with a similar colour. */
  close: readonly Team[]
  members: number
  points: number
  isLocked: boolean
  onOpen: (opened: Opened) => void
}

function TeamRow({ team, look, close, members, points, isLocked, onOpen }: TeamRowProps) {
  const contrast = look && measureShown(look.colours)
  return (
    <li>
      <span className="admin-teams-mark">
        {look && <Crest look={look} size="large" />}
        {team.logo && <img src={team.logo} alt={t('adminTeams.logoOf', { name: team.name })} />}
      </span>
      <div className="admin-teams-name">
        <b>
          <bdi>{team.name}</bdi>
        </b>
        <small>
          {team.abbreviation || t('adminTeams.noAbbreviation')}, {t('adminTeams.number', { id: team.id })}
        </small>
      </div>
      <div className="admin-teams-swatch">
        <span>
          <i style={{ background: parseHex(team.color) ? team.color : 'none' }} />
          {team.color || t('adminTeams.noColour')}
        </span>
        {contrast && (
          <small>{t('adminTeams.contrasts', { dark: contrast.dark.toFixed(1), light: contrast.light.toFixed(1) })}</small>
        )}
        {close.length > 0 && (
          <small className="bad">
            <Icon name="warning" size={11} /> {t('adminTeams.closeTo', { names: close.map(({ name }) => name).join(', ') })}
          </small>
        )}
      </div>
      <div className="admin-teams-allowed">
        {team.allowed_classes.length === 0 ? (
          <span className="quieter">{t('adminTeams.allClasses')}</span>
        ) : (
          team.allowed_classes.join(', ')
        )}
      </div>
      <div className="admin-teams-numbers num">
        <b>{t('adminTeams.points', { points: formatCount(points) })}</b>
        <small>{t('adminTeams.members', { count: members })}</small>
      </div>
      <div className="admin-teams-acts">
        <Button
          size="small"
          disabled={isLocked}
          title={isLocked ? t('adminTeams.lockedShort') : undefined}
          onClick={() => onOpen({ kind: 'edit', team })}
        >
          {t('adminTeams.edit')}
          <span className="vh"> {team.name}</span>
        </Button>
        <Button size="small" kind="quiet" onClick={() => onOpen({ kind: 'delete', team })}>
          {t('adminTeams.delete')}
          <span className="vh"> {team.name}</span>
        </Button>
      </div>
    </li>
  )
}
