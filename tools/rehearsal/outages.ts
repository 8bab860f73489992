import type { Fault } from '@muster/simulator/faults/faults'
import type { Outage } from '@muster/simulator/oracle/contest'
import { type Script, type ScriptName, scripts } from '@muster/simulator/scripts/scripts'
import type { Closure } from './returns.ts'

const minute_ms = 60_000
const hour_ms = 60 * minute_ms
/** Minimum time until a participant with refused requests is read again; the pause grows with failures. */
const shortestReturn_ms = 10 * minute_ms

/**
 * Outages of the whole API, which do not lengthen pauses: all participants are read soon afterwards, however long the outage
 * lasted.
 */
const outages: readonly Fault['effect'][] = ['api.maintenance', 'api.league_lost', 'api.page', 'api.503']

/** Effects that do not make a request fail. */
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
  'river.flood',
  'time.skew',
]

/** Faults of other providers do not affect the game. */
const isOfGame = ({ match: { provider } }: Fault) => provider !== 'discord' && provider !== 'twitch'

/** Players who withdrew consent are informed, and reconnect within this time. */
export const reconnectEvery_ms = 30 * minute_ms

/** A moment at which tokens die, and how long their data may stay invisible. */
interface Strike {
  readonly at_ms: number
  readonly lasts_ms: number
}

/** Periods in which the product could not read data, including the time to recover. */
export function listOutages(faults: readonly Fault[], strikes: readonly Strike[]): Outage[] {
  const lasting = faults
    .filter((fault) => fault.struck > 0 && isOfGame(fault) && !harmless.includes(fault.effect))
    .map(({ effect, match, parameters, when: { from_ms = 0, until_ms = 0 } }): Outage => {
      // Data held back by a delayed stream arrives when the delay ends.
      const late_ms = effect === 'river.delay' ? Number(parameters['minutes'] ?? 0) * minute_ms : 0
      const growing_ms = outages.includes(effect) && match.share === undefined ? 0 : until_ms - from_ms
      const to_ms = until_ms + late_ms + Math.max(shortestReturn_ms, growing_ms)
      return {
        from_ms,
        to_ms,
        ...(effect === 'river.gap' ? { loses: true } : {}),
        ...(effect === 'stash.dupe_id' ? { twins: true } : {}),
      }
    })
  const moments = strikes.map(({ at_ms, lasts_ms }): Outage => ({ from_ms: at_ms, to_ms: at_ms + lasts_ms + shortestReturn_ms }))
  return [...lasting, ...moments].sort((a, b) => a.from_ms - b.from_ms)
}

/** Periods in which the whole API is closed for maintenance. */
export function listClosures(names: readonly ScriptName[], start_ms: number): Closure[] {
  return names.flatMap((name) => {
    const { steps }: Script = scripts[name]
    return steps.flatMap((step) => {
      if (!('fault' in step) || step.fault !== 'api.maintenance') return []
      const from_ms = start_ms + step.at_hours * hour_ms
      return [{ from_ms, until_ms: from_ms + step.for_hours * hour_ms }]
    })
  })
}

/** Moments at which all tokens die and all players request new ones. */
export function listStrikes(names: readonly ScriptName[], start_ms: number): Strike[] {
  return names.flatMap((name) => {
    const { steps }: Script = scripts[name]
    return steps.flatMap((step) => {
      if (!('strike' in step) || !step.strike.startsWith('auth.')) return []
      const lasts_ms = step.strike === 'auth.revoke_user' ? reconnectEvery_ms : 0
      return [{ at_ms: start_ms + step.at_hours * hour_ms, lasts_ms }]
    })
  })
}
