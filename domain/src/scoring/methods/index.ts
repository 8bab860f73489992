import type { ScoringMethod } from '@muster/contract/scoring-presets'
import { bingo } from './bingo.ts'
import { bonusPerCompletion } from './bonus-per-completion.ts'
import type { MethodRow, Pays } from './method.ts'
import { pointsFromValue, pointsPerUnit } from './points-from-value.ts'
import { presence } from './presence.ts'
import { rankedCompletionTime } from './ranked-completion-time.ts'
import { rankedReverse, rankedTime, rankedValue } from './ranked.ts'
import { sharedByFinishers } from './shared-by-finishers.ts'

/** One row per scoring method, in the order of docs/scoring.md; the compiler requires a new one when the contract gains a name. */
export const methods: Readonly<Record<ScoringMethod, MethodRow>> = {
  PRESENCE: presence,
  POINTS_FROM_VALUE: pointsFromValue,
  POINTS_PER_UNIT: pointsPerUnit,
  RANKED_TIME: rankedTime,
  RANKED_VALUE: rankedValue,
  RANKED_REVERSE: rankedReverse,
  SHARED_BY_FINISHERS: sharedByFinishers,
  RANKED_COMPLETION_TIME: rankedCompletionTime,
  BONUS_PER_COMPLETION: bonusPerCompletion,
  BINGO_3: bingo,
}

/** The row for a name from outside, or null. */
export function findMethod(name: string): MethodRow | null {
  return Object.hasOwn(methods, name) ? methods[name as ScoringMethod] : null
}

/** The basis on which the values of a preset are paid; null without a preset, and for an unknown method. */
export function readPays(preset: { readonly scoring_method: string } | null | undefined): Pays | null {
  return (preset && findMethod(preset.scoring_method)?.pays) ?? null
}
