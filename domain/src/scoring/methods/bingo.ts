import { payPlace } from '../points.ts'
import type { TeamScore } from '../score.ts'
import { countPoints, explainChildren, ofChildren } from './plain-row.ts'
import {
  compareTimes,
  listFinished,
  rankDensely,
  type Adjustment,
  type Contender,
  type MethodRow,
  type Scorer,
} from './method.ts'
import { fillRow } from '../team-row.ts'

const goals = 3

/**
 * With fewer than three the category has no score, and every child keeps its points. Rows and columns do not matter: any three
 * children are enough.
 * @example Points 100, 60. Red finishes children at 10:00, 10:30, 11:00 and 11:15: its board is complete at 11:00. The first
 * three keep their points; the fourth is worth 0. Blue's third is at 10:45, so Blue has 100 and Red 60.
 */
export const bingo: MethodRow = {
  ...ofChildren,
  pays: 'by_place',
  adjusts: 'bingo',
  potential: () => 0,
  reachable: null,
}

export const bingoScorer: Scorer = {
  ...bingo,
  award({ preset, team_count, children }) {
    const scores = fillRow<TeamScore | null>(team_count, null)
    const adjustments: Adjustment[] = []
    const contenders: Contender[] = []
    for (let team = 0; team < team_count; team++) {
      const done = listFinished(children, team)
      const third = done[goals - 1]
      if (third === undefined) continue
      contenders.push({ team, number: goals, timestamp: third.completion.timestamp })
      for (const [place, { child, completion }] of done.entries()) {
        if (place >= goals) adjustments.push({ child, team, place: place + 1, points: 0 - completion.points })
      }
    }
    const places = rankDensely(contenders, team_count, (a, b) => compareTimes(a.timestamp, b.timestamp))
    for (const { team, timestamp } of contenders) {
      const rank = places[team] ?? 0
      scores[team] = { points: payPlace(preset.points, rank - 1), rank, number: goals, finished: true, timestamp, user_id: null }
    }
    return { scores, adjustments }
  },
  explain: explainChildren,
  explainAdjustment: ({ place, points }, parent_name) =>
    `"${parent_name}" was already complete, and this was number ${place}, so its ${countPoints(-points)} do not count.`,
}
