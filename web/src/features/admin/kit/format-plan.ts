import { findFormatter } from '../../../lib/time/formatter.ts'

const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const
const dayAndTime = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', ...time } as const

/** "Fri, 20 Mar 2026, 20:00 CET": with the year, because events are planned long before. An empty zone means the device's. */
export const formatPlan = (at_ms: number, zone: string): string => findFormatter(dayAndTime, zone).format(at_ms)

const dayOf = (text: string) => text.split(/, \d\d:\d\d/, 1)[0]

/** The same moment in UTC, beside another zone: only the time if the day is the same, and empty if the zone is UTC. */
export function formatBeside(at_ms: number, zone: string): string {
  const utc = formatPlan(at_ms, 'UTC')
  if (utc === formatPlan(at_ms, zone)) return ''
  return dayOf(utc) === dayOf(formatPlan(at_ms, zone)) ? findFormatter(time, 'UTC').format(at_ms) : utc
}
