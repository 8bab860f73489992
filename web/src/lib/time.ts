/** Splits a length of time in milliseconds; negative lengths count as zero. Hours run beyond 24 when `days` is not wanted. */
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

const dayAndTime = new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit' })
const full = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** "Sat, 20:00" in the viewer's zone. */
export const formatDayTime = (at_ms: number): string => dayAndTime.format(at_ms).replace(',', '')
/** "Sat, 21 Nov, 20:00 CET": with the zone, because people plan by it. */
export const formatFull = (at_ms: number): string => full.format(at_ms)
export const formatDay = (at_ms: number): string => day.format(at_ms)
