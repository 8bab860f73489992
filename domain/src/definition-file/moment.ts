/**
 * Times in a definition file: the event's start as a date, all others as an offset from it, so that one line moves a whole
 * league. A day is always 24 hours, even when clocks change.
 */

const day_ms = 86_400_000
const units = { d: day_ms, h: 3_600_000, m: 60_000, s: 1000 } as const
type Unit = keyof typeof units
const unitNames = Object.keys(units) as Unit[]

/** The largest difference between two dates; every sum of times stays an exact number. */
export const longestOffset_ms = 3_700_000 * day_ms

/** `start`, `start + 1d 12h`, `start - 14d`; only seconds can have fractions. */
export function writeOffset(offset_ms: number): string {
  if (offset_ms === 0) return 'start'
  let rest = Math.abs(offset_ms)
  const parts: string[] = []
  for (const unit of unitNames) {
    const isLast = unit === 's'
    const count = isLast ? rest / units[unit] : Math.floor(rest / units[unit])
    if (count > 0) parts.push(`${count}${unit}`)
    rest -= count * units[unit]
  }
  return `start ${offset_ms < 0 ? '-' : '+'} ${parts.join(' ')}`
}

/** The inverse of `writeOffset`; null for anything else. Units may come in any order, each once. */
export function readOffset(text: string): number | null {
  const [start, sign, ...parts] = text.trim().split(/ +/)
  if (start !== 'start') return null
  if (sign === undefined) return 0
  if ((sign !== '+' && sign !== '-') || parts.length === 0) return null
  const seen = new Set<string>()
  let sum = 0
  for (const part of parts) {
    const [, count, unit] = /^(\d{1,9}(?:\.\d{1,3})?)([dhms])$/.exec(part) ?? []
    if (count === undefined || unit === undefined || seen.has(unit)) return null
    if (count.includes('.') && unit !== 's') return null
    seen.add(unit)
    sum += Math.round(Number(count) * units[unit as Unit])
  }
  if (sum > longestOffset_ms) return null
  return sign === '-' ? 0 - sum : sum
}

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
const monthLengths = (year: number) => [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Days since 1970-01-01 of a date of the Gregorian calendar. */
function countDays(year: number, month: number, day: number): number {
  const before = year - 1
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400) - 477
  const inYear = monthLengths(year)
    .slice(0, month - 1)
    .reduce((sum, length) => sum + length, 0)
  return (year - 1970) * 365 + leapDays + inYear + day - 1
}

const isoTime = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?(Z|[+-]\d\d:\d\d)$/

/**
 * Milliseconds since 1970 of a date and time with its offset, such as `2026-12-04T18:00:00Z`; null for anything else. A time
 * without an offset is rejected, because its meaning would depend on the machine.
 */
export function readTime(text: string): number | null {
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '0', fraction = '', zone = ''] =
    isoTime.exec(text.trim()) ?? []
  if (year === '' || Number(year) === 0) return null
  const inMonth = monthLengths(Number(year))[Number(month) - 1]
  if (inMonth === undefined || Number(day) < 1 || Number(day) > inMonth) return null
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const [, sign, zoneHours = '0', zoneMinutes = '0'] = /^([+-])(\d\d):(\d\d)$/.exec(zone) ?? []
  if (Number(zoneHours) > 23 || Number(zoneMinutes) > 59) return null
  const zone_ms = (sign === '-' ? -1 : 1) * (Number(zoneHours) * units.h + Number(zoneMinutes) * units.m)
  const clock_ms = Number(hour) * units.h + Number(minute) * units.m + Number(second) * units.s
  return countDays(Number(year), Number(month), Number(day)) * day_ms + clock_ms + Number(fraction.padEnd(3, '0')) - zone_ms
}

const pad = (number: number, digits = 2) => String(number).padStart(digits, '0')

/** In UTC, without fractions if they are zero. */
export function writeTime(time_ms: number): string {
  let days = Math.floor(time_ms / day_ms)
  const clock_ms = time_ms - days * day_ms
  let year = 1970 + Math.floor(days / 365.2425)
  while (countDays(year, 1, 1) > days) year--
  while (countDays(year + 1, 1, 1) <= days) year++
  days -= countDays(year, 1, 1)
  let month = 1
  for (const length of monthLengths(year)) {
    if (days < length) break
    days -= length
    month++
  }
  const clock = [Math.floor(clock_ms / units.h), Math.floor(clock_ms / units.m) % 60, Math.floor(clock_ms / units.s) % 60]
  const fraction = clock_ms % 1000 === 0 ? '' : `.${pad(clock_ms % 1000, 3)}`
  return `${pad(year, 4)}-${pad(month)}-${pad(days + 1)}T${clock.map((part) => pad(part)).join(':')}${fraction}Z`
}

/** A duration in the notation of the format: `1d 12h`. */
export const writeLength = (length_ms: number): string => (length_ms === 0 ? '0s' : writeOffset(Math.abs(length_ms)).slice(8))
