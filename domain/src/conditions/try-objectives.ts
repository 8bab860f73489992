import type { GameItem } from '@muster/contract/game-api'
import type { FieldContext } from '../items/fields.ts'
import { readRecord } from '../items/normalise.ts'
import type { ObjectiveDefinition } from '../objectives/definition.ts'
import { countsItems } from '../objectives/kinds.ts'
import { groupAlternatives, isMet } from './alternatives.ts'
import { explainObjective, type Explanation } from './explain.ts'
import { readNumber } from './matcher.ts'

/** The result of an item for one objective. A group is one requirement, which holds if enough of its conditions do. */
export interface Trial extends Explanation {
  readonly holding: number
  readonly failing: number
}

/** Completed objectives first, then near misses by the number of missing requirements, and last those with nothing in common. */
export function compareTrials(a: Trial, b: Trial): number {
  if (a.matches !== b.matches) return a.matches ? -1 : 1
  // An objective that only asks for another name is unrelated to the item.
  const [isFarA, isFarB] = [a.holding === 0, b.holding === 0]
  if (isFarA !== isFarB) return isFarA ? 1 : -1
  return a.failing + a.obstacles.length - (b.failing + b.obstacles.length) || b.holding - a.holding
}

/** Adds the counts by which trials are compared to an explanation. */
export function toTrial(explanation: Explanation): Trial {
  const requirements = groupAlternatives(explanation.conditions).map((demand) => isMet(demand, ({ holds }) => holds))
  const holding = requirements.filter(Boolean).length
  return { ...explanation, holding, failing: requirements.length - holding }
}

/**
 * Tries one item on all item objectives; ties keep the order of the list.
 * @param at the time of the find, in milliseconds; null ignores the windows of the objectives
 */
export function tryObjectives(
  item: GameItem,
  objectives: readonly ObjectiveDefinition[],
  context: FieldContext,
  at: number | null,
): Trial[] {
  const one = readRecord(item)
  const number = readNumber(one)
  return objectives
    .filter(countsItems)
    .map((objective) => toTrial(explainObjective(one, objective, { context, at, number })))
    .sort(compareTrials)
}
