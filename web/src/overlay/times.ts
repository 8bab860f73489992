import type { OverlayGain } from '@muster/contract/broadcast'
import type { Gain } from '@muster/domain/broadcast/alert-queue'
import { splitDuration } from '../lib/time/time.ts'

/** Whole hours, minutes and seconds of a duration; a negative one counts as zero. */
function split(ms: number): readonly [number, number, number] {
  const { days, hours, minutes, seconds } = splitDuration(ms)
  return [days * 24 + hours, minutes, seconds]
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

/** Gains with the moments of their scores. */
export const timeGains = (gains: readonly OverlayGain[]): Gain[] =>
  gains.map((gain) => ({ ...gain, scored_ms: Date.parse(gain.scored_at) }))
