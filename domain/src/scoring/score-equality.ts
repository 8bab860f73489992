// Kept separate from the roll-up, because pages compare scores without any rule of scoring.
import type { Result } from './aggregations/tally.ts'
import { isSameByRule } from './rule-sum.ts'
import type { TeamScore } from './score.ts'

/** Equal in every field that scoring uses. */
export function isSameResult(a: Result | null, b: Result | null): boolean {
  if (a === null || b === null) return a === b
  return a.number === b.number && a.finished === b.finished && a.timestamp === b.timestamp && a.user_id === b.user_id
}

/** Equal in every field a viewer could see. */
export function isSameScore(a: TeamScore | null, b: TeamScore | null): boolean {
  if (a === null || b === null) return a === b
  return a.points === b.points && a.rank === b.rank && isSameResult(a, b) && isSameByRule(a.by_rule, b.by_rule)
}
