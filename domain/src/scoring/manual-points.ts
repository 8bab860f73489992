import type { ObjectiveDefinition } from '../objectives/definition.ts'
import type { Result } from './aggregations/tally.ts'
import type { TeamScore } from './score.ts'

/**
 * Points that organisers give or take by hand are facts of the root: a team's sum is added to the root's own points. They are
 * decisions, not observations of play, so they count at any time: also before the event starts and after it ends.
 */
export const holdsManualPoints = ({ parent_id, aggregation }: Pick<ObjectiveDefinition, 'parent_id' | 'aggregation'>): boolean =>
  parent_id === null && aggregation === 'NONE'

export function addManualPoints(own: TeamScore | null, given: Result | null): TeamScore | null {
  if (given === null) return own
  return own === null ? { ...given, rank: 0, points: given.number } : { ...own, points: own.points + given.number }
}

/** One sentence for the receipt. */
export const explainManualPoints = ({ number }: Result): string => `Points given or taken by organisers: ${number}.`
