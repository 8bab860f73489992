import './event.css'
import '../../messages/home.ts'
import type { Event } from '@muster/contract/events'
import { readEventTitle } from '@muster/domain/events/title'
import { Link } from '@tanstack/react-router'
import { Suspense, useId, useState } from 'react'
import { useServerNow } from '../../api/live/clock.ts'
import { DataGuard } from '../../api/calls/data-block.tsx'
import { useEvent, useEvents } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatDay } from '../../lib/time/time.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { SkeletonRows } from '../../ui/layout/states.tsx'
import { FinalTable } from './final-table.tsx'
import { useNextEvent } from './next-event.ts'

/** All other events except the next, which has its own place; newest first, with the final tables of past events. */
export function Archive() {
  const now = useServerNow(60_000)
  const shown_id = useEvent()?.id ?? null
  const next_id = useNextEvent(shown_id)?.id
  const others = useEvents()
    .filter(({ id }) => id !== shown_id && id !== next_id)
    .toSorted((a, b) => Date.parse(b.event_start_time) - Date.parse(a.event_start_time) || b.id - a.id)
  if (others.length === 0) return <p className="quiet archive-empty">{t('archive.empty')}</p>
  // The table of the newest past event is open; the others cost a request each.
  const newest = others.find((event) => Date.parse(event.event_end_time) <= now)?.id
  return (
    <ul className="archive">
      {others.map((event) => (
        <ArchivedEvent key={event.id} event={event} now={now} isOpen={event.id === newest} />
      ))}
    </ul>
  )
}

function ArchivedEvent({ event, now, isOpen }: { event: Event; now: number; isOpen: boolean }) {
  const [isShown, setShown] = useState(isOpen)
  const id = useId()
  const title = readEventTitle(event.name)
  const start = Date.parse(event.event_start_time)
  const isOver = Date.parse(event.event_end_time) <= now && event.teams.length > 0
  return (
    <li>
      <Link to={paths.home} search={{ event: event.is_current ? undefined : event.id }} className="archive-link">
        <bdi className="game">{title}</bdi>
      </Link>
      <span className="quieter small">
        {start > now && <span className="ember">{t('archive.upcoming')} </span>}
        {start <= now && !isOver && <span className="ember">{t('archive.running')} </span>}
        {formatDay(start)}, {t('archive.teams', { count: event.teams.length })}
      </span>
      {isOver && (
        <button
          type="button"
          className="archive-toggle"
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => setShown(!isShown)}
        >
          <Icon name={isShown ? 'up' : 'down'} size={12} />
          {t('archive.table')}
          <span className="vh"> {title}</span>
        </button>
      )}
      <div id={id}>
        {isOver && isShown && (
          <DataGuard title={t('archive.table')}>
            <Suspense fallback={<SkeletonRows rows={event.teams.length} height={30} label={t('loading')} />}>
              <FinalTable event={event} />
            </Suspense>
          </DataGuard>
        )}
      </div>
    </li>
  )
}
