import type { FinishRule } from '@muster/contract/objectives'
import { compareTimes } from './methods/method.ts'
import type { RuleScore, TeamScore } from './score.ts'

/** Scores by one rule, by team position. */
export interface RuleScores {
  readonly scoring_preset_id: number
  readonly scores: readonly (TeamScore | null)[]
}

function readShare({ scoring_preset_id, scores }: RuleScores, team: number): RuleScore {
  const score = scores[team]
  if (!score) return { scoring_preset_id, points: 0, rank: 0, number: 0, finished: false, timestamp: null }
  const { points, rank, number, finished, timestamp } = score
  return { scoring_preset_id, points, rank, number, finished, timestamp }
}

/** The latest time of the finished shares; null if none is finished. */
function readLastFinish(shares: readonly RuleScore[]): RuleScore | null {
  let last: RuleScore | null = null
  for (const share of shares) {
    if (share.finished && (last === null || compareTimes(share.timestamp, last.timestamp) > 0)) last = share
  }
  return last
}

/**
 * A team's score by several rules: the sum of their points, and the rank of the first. Number and player are those of the first
 * rule that gives the team a score; null if none does. Finished by `all`: when every rule is, at the latest of their times; by
 * `first`: when the first rule is, at its time.
 * @example Rules A (10 points, rank 2, 11:00) and B (5 points, unfinished) give 15 points and rank 2; finished at 11:00 by
 * `first`, unfinished by `all`.
 */
export function sumRules(rules: readonly RuleScores[], team: number, finished_by: FinishRule): TeamScore | null {
  const lead = rules.find(({ scores }) => scores[team])?.scores[team]
  if (!lead) return null
  const by_rule = rules.map((rule) => readShare(rule, team))
  const [first] = by_rule
  let points = 0
  for (const share of by_rule) points += share.points
  const last = finished_by === 'first' ? null : readLastFinish(by_rule)
  return {
    points,
    rank: first?.rank ?? 0,
    number: lead.number,
    finished: finished_by === 'first' ? first?.finished === true : by_rule.every(({ finished }) => finished),
    timestamp: (last ?? lead).timestamp,
    user_id: lead.user_id,
    by_rule,
  }
}

/** Equal in every field a viewer could see. */
export function isSameByRule(a: TeamScore['by_rule'], b: TeamScore['by_rule']): boolean {
  if (a === undefined || b === undefined) return a === b
  return a.length === b.length && a.every((share, at) => isSameShare(share, b[at]))
}

const isSameShare = (a: RuleScore, b: RuleScore | undefined): boolean =>
  a.scoring_preset_id === b?.scoring_preset_id &&
  a.points === b.points &&
  a.rank === b.rank &&
  a.number === b.number &&
  a.finished === b.finished &&
  a.timestamp === b.timestamp
