import type { OverlayGain } from '@muster/contract/broadcast'
import type { Gain } from '@muster/domain/broadcast/alert-queue'
/** Whole hours, minutes and seconds of a duration; a negative one counts as zero. */
function split(ms: number): readonly [number, number, number] {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
}

const two = (value: number) => String(value).padStart(2, '0')

/** 41:12 for hours and minutes; in the last hour 12:08 for minutes and seconds. */
export function formatLeft(ms: number): string {
  const [hours, minutes, seconds] = split(ms)
  return hours > 0 ? `${hours}:${two(minutes)}` : `${minutes}:${two(seconds)}`
}

/** 9:12:08 */
export function formatCountdown(ms: number): string {
  const [hours, minutes, seconds] = split(ms)
  return `${hours}:${two(minutes)}:${two(seconds)}`
}

/** The time since the start of the event, 31:02 for hours and minutes. */
export function formatSince(at_ms: number, start_ms: number): string {
  const [hours, minutes] = split(at_ms - start_ms)
  return `${hours}:${two(minutes)}`
}

/** Gains with the moments of their scores. */
export const timeGains = (gains: readonly OverlayGain[]): Gain[] =>
  gains.map((gain) => ({ ...gain, scored_ms: Date.parse(gain.scored_at) }))
