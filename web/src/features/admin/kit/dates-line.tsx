import './dates-line.css'
import '../../../messages/admin.ts'
import { eventColumns } from '@muster/contract/events'
import type { EventDates } from '@muster/domain/events/dates'
import type { CSSProperties } from 'react'
import { useServerNow } from '../../../api/live/clock.ts'
import { t } from '../../../lib/text/messages.ts'
import { splitDuration } from '../../../lib/time/time.ts'
import { formatBeside, formatPlan } from './format-plan.ts'
import { isFirstCut, placeDates, placeMoment } from './place-dates.ts'
import { useZone } from './use-zone.ts'

const names = ['application_start_time', 'application_end_time', 'event_start_time', 'event_end_time'] as const

/**
 * The dates of an event on a timeline with the current time, in the organiser's time zone and UTC; in a narrow container a list.
 */
export function DatesLine({ dates }: { dates: EventDates<number> }) {
  const now = useServerNow(10_000)
  const { zone } = useZone()
  if (names.some((name) => Number.isNaN(dates[name]))) return null
  const marks = placeDates(names.map((name) => ({ name, at: dates[name] })))
  const next = marks.find(({ at }) => at > now)
  const placeOf = (wanted: (typeof names)[number]) => marks.find(({ name }) => name === wanted)?.place ?? 0
  const shown = [...marks, { name: 'now' as const, at: now, place: placeMoment(marks, now) }].toSorted((a, b) => a.at - b.at)
  const [signups, play] = [
    stretch(placeOf('application_start_time'), placeOf('application_end_time')),
    stretch(placeOf('event_start_time'), placeOf('event_end_time')),
  ]
  const { days, hours } = splitDuration(Math.max(0, dates.event_end_time - dates.event_start_time))
  return (
    <div className="admin-dates">
      <ol aria-label={t('dates.label')}>
        {signups && (
          <li className={isFirstCut(marks) ? 'band before folded' : 'band before'} aria-hidden="true" style={signups} />
        )}
        {play && (
          <li className="band play" aria-hidden="true" style={play}>
            {now < dates.event_start_time && <em>{t('dates.hours', { count: days * 24 + hours })}</em>}
          </li>
        )}
        {shown.map(({ name, at, place }) => {
          // The label of the current time is on the side with more room.
          const isFarOn = place > 60
          const state = name === 'now' ? (isFarOn ? 'now far-on' : 'now') : name === next?.name ? 'next' : at <= now ? 'past' : ''
          const beside = formatBeside(at, zone)
          return (
            <li key={name} className={`${state} ${name.startsWith('event') ? 'big' : ''}`} style={{ left: `${place}%` }}>
              <b>{name === 'now' ? t('dates.now') : eventColumns[name].label}</b>
              <span className="num">{formatPlan(at, zone)}</span>
              {beside !== '' && <small className="num">{beside}</small>}
            </li>
          )
        })}
      </ol>
    </div>
  )
}

/** From one position of the line to a later one; null if they are the same. */
const stretch = (from: number, to: number): CSSProperties | null =>
  from < to ? { left: `${from}%`, width: `${to - from}%` } : null
