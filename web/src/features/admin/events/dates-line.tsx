import '../../../messages/admin-events.ts'
import './dates-line.css'
import type { EventDates } from '@muster/domain/events/dates'
import type { CSSProperties } from 'react'
import { useServerNow } from '../../../api/live/clock.ts'
import { type MessageKey, t } from '../../../lib/text/messages.ts'
import { splitDuration } from '../../../lib/time/time.ts'
import { useZone } from '../kit/use-zone.ts'
import { type DateField, dateFields } from './event-values.ts'
import { formatBeside, formatPlan } from './format-plan.ts'

const minute_ms = 60_000

/** Signups are often open for much longer than the event lasts: beyond this share of the line their beginning is folded. */
const mostBefore = 0.29

interface Place {
  readonly at: number
  /** Share of the line, 0 to 1. */
  readonly x: number
}

/** Puts moments on a line, true to scale from the close of the signups on; what is before may be folded. */
export function placeOnLine(moments: readonly number[], fold_at: number): { places: Place[]; isFolded: boolean } {
  const [first, last] = [Math.min(...moments), Math.max(...moments)]
  const length = Math.max(1, last - first)
  const before = Math.max(0, fold_at - first) / length
  const isFolded = before > mostBefore && fold_at < last
  const x = (at: number) => {
    if (!isFolded) return (at - first) / length
    if (at <= fold_at) return (mostBefore * (at - first)) / Math.max(1, fold_at - first)
    return mostBefore + ((1 - mostBefore) * (at - fold_at)) / (last - fold_at)
  }
  return { places: moments.map((at) => ({ at, x: x(at) })), isFolded }
}

/** The dates of an event on a line, with now among them; times are those of the organiser's zone, with UTC beside. */
export function DatesLine({ dates }: { dates: EventDates<number> }) {
  const now = useServerNow(minute_ms)
  const { zone } = useZone()
  const values = dateFields.map((field) => dates[field])
  if (values.some(Number.isNaN)) return null
  const isNear = now > Math.min(...values) && now < Math.max(...values)
  const { places, isFolded } = placeOnLine(isNear ? [...values, now] : values, dates.application_end_time)
  const [opens, closes, start, end] = places
  const next = dateFields.find((field) => dates[field] > now)
  const marks = dateFields.map((field, index) => {
    const { at = 0, x = 0 } = places[index] ?? {}
    const follower = places[index + 1]?.x ?? 1
    // Two that stand close together look away from each other; the first one has no room on its left.
    const isLeft = index > 0 && index < 3 && follower - x < tooClose
    const isLow = index === 1 && x - (opens?.x ?? 0) < tooClose
    const time = field === next ? 'next' : at <= now ? 'done' : ''
    const kind = `${field.startsWith('event') ? 'big' : ''} ${isLow ? 'low' : isLeft ? 'left' : ''}`
    return { key: field as string, at, x, className: `${kind} ${time}`, label: t(`adminEvents.${field}` as MessageKey) }
  })
  const present = isNear ? [{ key: 'now', at: now, x: places.at(-1)?.x ?? 0, className: 'now', label: t('adminEvents.now') }] : []
  const { days, hours } = splitDuration(dates.event_end_time - dates.event_start_time)
  return (
    <div className="admin-events-dates">
      <ol className="admin-events-line" aria-label={t('adminEvents.datesOf')}>
        {[...marks, ...present]
          .sort((a, b) => a.at - b.at)
          .map(({ key, at, x, className, label }) => (
            <li key={key} className={className} style={stretch(x, x)}>
              <b>{label}</b>
              <span>{formatPlan(at, zone)}</span>
              {key !== 'now' && <small>{formatBeside(at, zone)}</small>}
            </li>
          ))}
        <li className={isFolded ? 'band before folded' : 'band before'} aria-hidden="true" style={stretch(opens?.x, closes?.x)} />
        <li className="band play" aria-hidden="true" style={stretch(start?.x, end?.x)}>
          <em>{t('adminEvents.hours', { count: days * 24 + hours })}</em>
        </li>
      </ol>
    </div>
  )
}

/** Marks closer than this share of the line would write over each other. */
const tooClose = 0.14
/** The last mark needs room for its words. */
const usedWidth = 87

/** From one share of the line to another. */
function stretch(from = 0, to = 0): CSSProperties {
  const properties: Record<`--${string}`, string> = {
    '--x': `${(from * usedWidth).toFixed(2)}%`,
    '--e': `${(to * usedWidth).toFixed(2)}%`,
  }
  return properties
}

/** A date of an event in the zone of whoever reads, and in UTC for everybody else. */
export function PlanTime({ field, value }: { field: DateField; value: string }) {
  const { zone } = useZone()
  const at = Date.parse(value)
  return (
    <time dateTime={value} title={t(`adminEvents.${field}` as MessageKey)}>
      {formatPlan(at, zone)}
      <small>{formatBeside(at, zone)}</small>
    </time>
  )
}
