import type { FinishRule } from '@muster/contract/objectives'
import type { ScoringMethod } from '@muster/contract/scoring-presets'
import { bingo } from './bingo.ts'
import { bingoBoard } from './bingo-board.ts'
import { bonusPerCompletion } from './bonus-per-completion.ts'
import type { MethodRow, Pays, Terms } from './method.ts'
import { pointsByThreshold } from './points-by-threshold.ts'
import { pointsFromValue, pointsPerUnit } from './points-from-value.ts'
import { presence } from './presence.ts'
import { rankedChildSum } from './ranked-child-sum.ts'
import { rankedCompletionTime } from './ranked-completion-time.ts'
import { rankedReverse, rankedTime, rankedValue } from './ranked.ts'
import { sharedByFinishers } from './shared-by-finishers.ts'

/** One row per scoring method, in the order of docs/scoring.md; the compiler requires a new one when the contract gains a name. */
export const methods: Readonly<Record<ScoringMethod, MethodRow>> = {
  PRESENCE: presence,
  POINTS_FROM_VALUE: pointsFromValue,
  POINTS_PER_UNIT: pointsPerUnit,
  POINTS_BY_THRESHOLD: pointsByThreshold,
  RANKED_TIME: rankedTime,
  RANKED_VALUE: rankedValue,
  RANKED_REVERSE: rankedReverse,
  SHARED_BY_FINISHERS: sharedByFinishers,
  RANKED_COMPLETION_TIME: rankedCompletionTime,
  BONUS_PER_COMPLETION: bonusPerCompletion,
  RANKED_CHILD_SUM: rankedChildSum,
  BINGO_3: bingo,
  BINGO_BOARD: bingoBoard,
}

/** The row for a name from outside, or null. */
export function findMethod(name: string): MethodRow | null {
  return Object.hasOwn(methods, name) ? methods[name as ScoringMethod] : null
}

type AnyPreset = Terms & { readonly scoring_method: string }

/** The rules of an objective that decide when it is finished. */
export const listDecisiveRules = <P>(rules: readonly P[], finished_by: FinishRule | undefined): readonly P[] =>
  finished_by === 'first' ? rules.slice(0, 1) : rules

/**
 * The number that finishes an objective without children: the largest among its rules, where each gives its last threshold or
 * the required number.
 */
export const readGoalNumber = (decisive: readonly AnyPreset[], required_number: number): number =>
  Math.max(1, ...(decisive.length > 0 ? decisive : [null]).map((rule) => rule?.parameters?.thresholds?.at(-1) ?? required_number))

/**
 * The number of finished children that finishes a category: the largest among its rules; a rule that sets none needs all
 * children.
 */
export const countNeededChildren = (decisive: readonly AnyPreset[], children: number): number =>
  decisive.length === 0
    ? children
    : Math.max(...decisive.map((rule) => findMethod(rule.scoring_method)?.needs?.(rule, children) ?? children))

/** The basis on which the values of a preset are paid; null without a preset, and for an unknown method. */
export function readPays(preset: { readonly scoring_method: string } | null | undefined): Pays | null {
  return (preset && findMethod(preset.scoring_method)?.pays) ?? null
}
