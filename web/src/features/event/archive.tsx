import './event.css'
import { Link } from '@tanstack/react-router'
import { useEvents, useEventKey } from '../../api/event.ts'
import { t } from '../../lib/messages.ts'
import { readEventTitle } from '@muster/domain/events/title'
import { paths } from '../../lib/paths.ts'
import { formatDay } from '../../lib/time.ts'

/** All other events, newest first; each link shows its final table. */
export function Archive() {
  const key = useEventKey()
  const others = useEvents()
    .filter((event) => (key === 'current' ? !event.is_current : event.id !== key))
    .toReversed()
  if (others.length === 0) return <p className="quiet archive-empty">{t('archive.empty')}</p>
  return (
    <ul className="archive">
      {others.map((event) => (
        <li key={event.id}>
          <Link to={paths.home} search={{ event: event.is_current ? undefined : event.id }} className="archive-link">
            <bdi className="game">{readEventTitle(event.name)}</bdi>
          </Link>
          <span className="quieter small">
            {formatDay(Date.parse(event.event_start_time))}, {t('archive.teams', { count: event.teams.length })}
          </span>
        </li>
      ))}
    </ul>
  )
}
