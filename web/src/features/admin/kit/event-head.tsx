import '../../../messages/admin.ts'
import './kit.css'
import type { Event } from '@muster/contract/events'
import { type EventState, readEventState } from '@muster/domain/events/state'
import { readEventTitle } from '@muster/domain/events/title'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../../../api/calls/queries.ts'
import { useServerNow } from '../../../api/live/clock.ts'
import { useKnownEvent } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { nameButton } from '../../../ui/forms/button.tsx'
import { Badge, type BadgeKind } from '../../../ui/marks/badge.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { readDates } from './read-dates.ts'

const kinds = {
  draft: 'plain',
  signups_open: 'note',
  signups_closed: 'note',
  running: 'running',
  ended: 'plain',
} as const satisfies Record<EventState, BadgeKind>

const stateOf = (event: Event, now: number) => readEventState(event.is_public, readDates(event), now)

/** An event's state in a word. */
export function EventStateBadge({ event }: { event: Event }) {
  const state = stateOf(event, useServerNow(60_000))
  return <Badge kind={kinds[state]}>{t(`admin.state.${state}`)}</Badge>
}

/** The event that the admin pages are about. */
export function EventHead() {
  const event = useKnownEvent()
  if (!event) return null
  return (
    <p className="admin-head">
      <b>
        <bdi>{readEventTitle(event.name)}</bdi>
      </b>
      <EventStateBadge event={event} />
    </p>
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
          <b>{t('admin.otherTitle')}</b> {t(`admin.other.${stateOf(event, now)}`, { name })}{' '}
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
