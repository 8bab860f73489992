import { findFormatter } from './formatter.ts'

// Local time of a time zone, for inputs of date and time: "2026-11-21T14:03:05". An empty zone is the device's.

const shape = {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const

/** The local time of a moment (milliseconds since 1970). */
export function toWallClock(at_ms: number, zone: string): string {
  const read = Object.fromEntries(
    findFormatter(shape, zone)
      .formatToParts(at_ms)
      .map(({ type, value }) => [type, value]),
  )
  const { year = '', month, day, hour, minute, second } = read
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`
}

const readAsUtc = (text: string) => Date.parse(`${text.length === 16 ? `${text}:00` : text}Z`)

/**
 * The moment of a local time; null if it is not a date and time. A time that occurs twice in autumn is the first of both, and a
 * time skipped in spring is read with the offset from before the change.
 */
export function fromWallClock(text: string, zone: string): number | null {
  const wanted = readAsUtc(text)
  if (Number.isNaN(wanted)) return null
  const shiftAt = (at_ms: number) => readAsUtc(toWallClock(at_ms, zone)) - at_ms
  const day_ms = 86_400_000
  // The offsets before and after any nearby change of clocks; the one that gives the wanted time is right.
  const guesses = [shiftAt(wanted - day_ms), shiftAt(wanted + day_ms)].map((shift) => wanted - shift)
  return guesses.find((at_ms) => readAsUtc(toWallClock(at_ms, zone)) === wanted) ?? guesses[0] ?? null
}
