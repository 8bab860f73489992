import './home.css'
import '../../../messages/admin-home.ts'
import type { Event } from '@muster/contract/events'
import { useServerNow } from '../../../api/live/clock.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { placeDates, placeMoment } from './place-dates.ts'

const names = ['application_start_time', 'application_end_time', 'event_start_time', 'event_end_time'] as const

/** "19:00 UTC" */
const formatUtc = (at: number) => `${new Date(at).toISOString().slice(11, 16)} UTC`

/** The dates of an event on a line, with where now is; on phones a list. */
export function DatesLine({ event }: { event: Event }) {
  const now = useServerNow(10_000)
  const marks = placeDates(names.map((name) => ({ name, at: Date.parse(event[name]) })))
  const next = marks.find(({ at }) => at > now)
  const start = marks.find(({ name }) => name === 'event_start_time')
  const end = marks.find(({ name }) => name === 'event_end_time')
  const nowPlace = placeMoment(marks, now)
  const shown = [...marks, { name: 'now' as const, at: now, place: nowPlace }].toSorted((one, other) => one.at - other.at)
  return (
    <ol className="home-dates">
      {start && end && start.place < end.place && (
        <li className="home-band" aria-hidden="true" style={{ left: `${start.place}%`, width: `${end.place - start.place}%` }} />
      )}
      {shown.map(({ name, at, place }) => {
        const state = name === 'now' ? 'is-now' : name === next?.name ? 'is-next' : at <= now ? 'is-past' : ''
        const isBig = name === 'event_start_time' || name === 'event_end_time'
        return (
          <li key={name} className={`home-date ${state} ${isBig ? 'is-big' : ''}`} style={{ left: `${place}%` }}>
            <b>{t(`home.date.${name}`)}</b>
            <span className="num">{formatFull(at)}</span>
            <small className="num">{formatUtc(at)}</small>
          </li>
        )
      })}
    </ol>
  )
}
