import '../../../messages/admin.ts'
import './kit.css'
import type { Event } from '@muster/contract/events'
import { type Caller, hasRight } from '@muster/domain/access'
import { type EventState, readEventState } from '@muster/domain/events/state'
import { readEventTitle } from '@muster/domain/events/title'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../../../api/calls/queries.ts'
import { useServerNow } from '../../../api/live/clock.ts'
import { useKnownEvent } from '../../../api/scores/event.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { nameButton } from '../../../ui/forms/button.tsx'
import { Badge, type BadgeKind } from '../../../ui/marks/badge.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'
import { readDates } from './read-dates.ts'

const kinds = {
  draft: 'plain',
  signups_open: 'note',
  signups_closed: 'note',
  running: 'running',
  ended: 'plain',
} as const satisfies Record<EventState, BadgeKind>

export const readStateOf = (event: Event, now: number) => readEventState(event.is_public, readDates(event), now)

/** An event's state in a word. */
export function EventStateBadge({ event }: { event: Event }) {
  const state = readStateOf(event, useServerNow(60_000))
  return <Badge kind={kinds[state]}>{t(`admin.state.${state}`)}</Badge>
}

/** The event that the admin pages show. */
export function EventHead({ caller }: { caller: Caller }) {
  const event = useKnownEvent()
  if (!event) return null
  return (
    <div className="admin-head">
      <b>
        <bdi>{readEventTitle(event.name)}</bdi>
      </b>
      <EventStateBadge event={event} />
      <ViewAsMenu event={event} caller={caller} />
    </div>
  )
}

/** Opens the site as other people see it: the page is loaded again, without the cached answers of this one. */
function ViewAsMenu({ event, caller }: { event: Event; caller: Caller }) {
  if (!hasRight('view_as_visitor', caller)) return null
  const open = (view: string) => window.location.assign(`${paths.home}?event=${event.id}&view_as=${view}`)
  const teams = hasRight('view_as_player', caller) ? event.teams : []
  const trigger = (
    <button type="button" className={nameButton({ size: 'small', kind: 'quiet' })}>
      {t('admin.viewAs')}
      <Icon name="down" size={12} />
    </button>
  )
  return (
    <Menu label={t('admin.viewAs')} trigger={trigger}>
      <MenuItem onSelect={() => open('visitor')}>{t('admin.viewAsVisitor')}</MenuItem>
      {teams.map(({ id, name }) => (
        <MenuItem key={id} onSelect={() => open(`team-${id}`)}>
          <bdi className="clip">{t('admin.viewAsPlayer', { team: name })}</bdi>
        </MenuItem>
      ))}
    </Menu>
  )
}

/** Says that visitors see another event than the one on these pages, with the way back to theirs. */
export function OtherEventBar() {
  const event = useKnownEvent()
  const current = useQuery(read('getEvents', {})).data?.find(({ is_current }) => is_current)
  const now = useServerNow(60_000)
  if (!event || event.is_current) return null
  const name = readEventTitle(event.name)
  const seen = current && { name: readEventTitle(current.name), id: current.id }
  return (
    <div className="wrap">
      <div className="admin-other" role="status">
        <Icon name="warning" />
        <p>
          <b>{t('admin.otherTitle')}</b> {t(`admin.other.${readStateOf(event, now)}`, { name })}{' '}
          {seen ? t(current.is_public ? 'admin.otherCurrent' : 'admin.otherHidden', { name: seen.name }) : t('admin.otherNone')}
        </p>
        {seen && (
          <Link
            to="."
            params={(before) => ('eventId' in before ? { ...before, eventId: seen.id } : before)}
            search={(before) => ({ ...before, event: undefined })}
            className={nameButton({ size: 'small' })}
          >
            {t('admin.otherGo', { name: seen.name })}
          </Link>
        )}
      </div>
    </div>
  )
}
