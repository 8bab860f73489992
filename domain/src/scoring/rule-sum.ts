import type { FinishRule } from '@muster/contract/objectives'
import { compareTimes } from './methods/method.ts'
import type { RuleScore, TeamScore } from './score.ts'

/** Scores by one rule, by team position. */
export interface RuleScores {
  readonly scoring_preset_id: number
  readonly scores: readonly (TeamScore | null)[]
}

/** The share of a rule that gives a team no score. */
export const noShare = { points: 0, rank: 0, number: 0, finished: false, timestamp: null }

/**
 * A team's score by several rules: the sum of their points, and the rank of the first. Number and player come from the first
 * rule that gives the team a score; null if none does. Finished by `all`: when every rule is, at the latest of their times; by
 * `first`: when the first rule is, at its time. A plain loop, because it runs for every team of every node.
 * @example Rules A (10 points, rank 2, 11:00) and B (5 points, unfinished) give 15 points and rank 2; finished at 11:00 by
 * `first`, unfinished by `all`.
 */
export function sumRules(rules: readonly RuleScores[], team: number, finished_by: FinishRule): TeamScore | null {
  const by_rule: RuleScore[] = []
  let lead: TeamScore | null = null
  let last: TeamScore | null = null
  let points = 0
  let finished = true
  for (const { scoring_preset_id, scores } of rules) {
    const score = scores[team] ?? null
    const share = score ?? noShare
    by_rule.push({
      scoring_preset_id,
      points: share.points,
      rank: share.rank,
      number: share.number,
      finished: share.finished,
      timestamp: share.timestamp,
    })
    points += share.points
    if (finished_by === 'all' || by_rule.length === 1) finished &&= share.finished
    lead ??= score
    if (!score?.finished || finished_by === 'first') continue
    if (last === null || compareTimes(score.timestamp, last.timestamp) > 0) last = score
  }
  if (lead === null) return null
  const { number, user_id } = lead
  return { points, rank: by_rule[0]?.rank ?? 0, number, finished, timestamp: (last ?? lead).timestamp, user_id, by_rule }
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
