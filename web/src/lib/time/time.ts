import { readPreferences } from '../browser/preferences.ts'
import { findFormatter } from './formatter.ts'

/** Splits a duration in milliseconds; negative durations count as zero. Hours go beyond 24 unless `days` is wanted. */
export function splitDuration(length_ms: number): { days: number; hours: number; minutes: number; seconds: number } {
  const seconds = Math.max(0, Math.floor(length_ms / 1000))
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}

const two = (value: number) => String(value).padStart(2, '0')

/** "41:12:08", and "12:08" below one hour. */
export function formatClock(length_ms: number): string {
  const { days, hours, minutes, seconds } = splitDuration(length_ms)
  const total = days * 24 + hours
  return total > 0 ? `${total}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}

/** Hours and minutes since the start of the event, the time axis of a weekend: "31:02". */
export function formatEventTime(at_ms: number, start_ms: number): string {
  const { days, hours, minutes } = splitDuration(at_ms - start_ms)
  return `${days * 24 + hours}:${two(minutes)}`
}

const shapes = {
  dayAndTime: { weekday: 'short', hour: '2-digit', minute: '2-digit' },
  full: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
  exact: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  },
  day: { day: 'numeric', month: 'short', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const formatAs = (shape: keyof typeof shapes, at_ms: number, zone = readPreferences().timeZone): string =>
  findFormatter(shapes[shape], zone).format(at_ms)

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']
// In the browser's own zone the short shapes are written by hand: the browser's own formatter first reads the tables of all
// languages, and these shapes are on the first page.
const isOwnZone = () => readPreferences().timeZone === ''

/** "Sat 20:00" in the viewer's zone. */
export function formatDayTime(at_ms: number): string {
  if (!isOwnZone()) return formatAs('dayAndTime', at_ms).replace(',', '')
  const at = new Date(at_ms)
  return `${weekdays[at.getDay()]} ${two(at.getHours())}:${two(at.getMinutes())}`
}
/** "Sat 20:00" in a zone. @throws RangeError for a zone that the browser does not know */
export const formatDayTimeIn = (at_ms: number, zone: string): string => formatAs('dayAndTime', at_ms, zone).replace(',', '')
/** "Sat, 21 Nov, 20:00 CET": with the zone, because people plan by it. */
export const formatFull = (at_ms: number): string => formatAs('full', at_ms)
/** Like `formatFull`, to the second and in a given zone. */
export const formatExact = (at_ms: number, zone?: string): string => formatAs('exact', at_ms, zone)
/** "21 Nov 2026" in the viewer's zone. */
export function formatDay(at_ms: number): string {
  if (!isOwnZone()) return formatAs('day', at_ms)
  const at = new Date(at_ms)
  return `${at.getDate()} ${months[at.getMonth()]} ${at.getFullYear()}`
}
