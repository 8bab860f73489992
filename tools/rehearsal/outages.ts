import type { Fault } from '@muster/simulator/faults/faults'
import type { Outage } from '@muster/simulator/oracle/contest'

const minute_ms = 60_000
/** Whoever was refused comes back after a pause that grows with how long it lasts, and is never shorter than this. */
const shortestReturn_ms = 10 * minute_ms

/** Effects that change no answer so that one has to ask again. */
const harmless: readonly Fault['effect'][] = [
  'api.case',
  'api.limits_change',
  'shape.nulls',
  'shape.unknown',
  'shape.missing',
  'shape.flags_array',
  'shape.numbers_as_text',
  'shape.mods_mixed',
  'ladder.hidden',
  'time.skew',
]

/** When the product could not see what it asked for, and until when it had to have come back. */
export function listOutages(faults: readonly Fault[]): Outage[] {
  return faults
    .filter(({ effect, struck }) => struck > 0 && !harmless.includes(effect))
    .map(({ when: { from_ms = 0, until_ms = 0 } }) => ({
      from_ms,
      to_ms: until_ms + Math.max(shortestReturn_ms, until_ms - from_ms),
    }))
    .sort((a, b) => a.from_ms - b.from_ms)
}
