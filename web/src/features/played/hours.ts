const hour_ms = 3_600_000

/** Whole elapsed hours of the event: upper bound for played hours. */
export function countPassedHours(event: { readonly starts_at: number; readonly ends_at: number }, now: number): number {
  return Math.max(0, Math.ceil((Math.min(now, event.ends_at) - event.starts_at) / hour_ms))
}

export type HoursProblem = 'notNumber' | 'nothing' | 'tooMuch'

/** Typed days and hours as hours; an empty field is 0. */
export function readHours(days: string, hours: string, most: number): { hours: number } | { problem: HoursProblem } {
  const [d, h] = [days, hours].map((text) => (text.trim() === '' ? 0 : /^\d{1,5}$/.test(text.trim()) ? Number(text) : null))
  if (d === null || d === undefined || h === null || h === undefined) return { problem: 'notNumber' }
  const sum = d * 24 + h
  if (sum === 0) return { problem: 'nothing' }
  return sum > most ? { problem: 'tooMuch' } : { hours: sum }
}
