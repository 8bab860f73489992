import { payPlace } from '../points.ts'
import type { TeamScore } from '../score.ts'
import { countNeeded, countPoints, explainChildren, ofNeeded } from './plain-row.ts'
import { listFinished, type Adjustment, type MethodRow, type Scorer } from './method.ts'

/**
 * The category itself has no points; each bonus is added to the child's. A finished child without a preset earns it too, and so do
 * children beyond the required number.
 * @example Points 3, 4, 5, and every child pays 10 by `PRESENCE`. Red finishes one child at 10:00 and one at 11:00: they are
 * worth 13 and 14.
 */
export const bonusPerCompletion: MethodRow = {
  ...ofNeeded,
  pays: 'per_part',
  adjusts: 'bonus',
  potential({ preset, leaf_children }) {
    let sum = 0
    for (let place = 0; place < leaf_children; place++) sum += payPlace(preset.points, place)
    return sum
  },
  reachable({ preset, finished_children, open_children }) {
    let sum = 0
    for (let place = 0; place < open_children; place++) sum += payPlace(preset.points, finished_children + place)
    return sum
  },
}

export const bonusPerCompletionScorer: Scorer = {
  ...bonusPerCompletion,
  award({ preset, team_count, children }) {
    const scores: TeamScore[] = []
    const needed = countNeeded(preset, children.length)
    const adjustments: Adjustment[] = []
    for (let team = 0; team < team_count; team++) {
      const done = listFinished(children, team)
      const finished = needed > 0 && done.length >= needed
      for (const [place, { child }] of done.entries()) {
        adjustments.push({ child, team, place: place + 1, points: payPlace(preset.points, place) })
      }
      scores.push({
        points: 0,
        rank: 0,
        number: done.length,
        finished,
        timestamp: done.at(finished ? needed - 1 : -1)?.completion.timestamp ?? null,
        user_id: null,
      })
    }
    return { scores, adjustments }
  },
  explain: explainChildren,
  explainAdjustment: ({ place, points }, parent_name) =>
    `"${parent_name}" adds ${countPoints(points)}: it is number ${place} of the parts the team finished there.`,
}
