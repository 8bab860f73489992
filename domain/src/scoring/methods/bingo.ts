import type { Result } from '../aggregations/tally.ts'
import { countPoints, explainChildren, ofChildren } from './plain-row.ts'
import { awardPlaces, byTime, listFinished, type Adjustment, type MethodRow, type Scorer } from './method.ts'
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
    const row = fillRow<Result | null>(team_count, null)
    const adjustments: Adjustment[] = []
    for (let team = 0; team < team_count; team++) {
      const done = listFinished(children, team)
      const third = done[goals - 1]
      if (third === undefined) continue
      row[team] = { number: goals, finished: true, timestamp: third.completion.timestamp, user_id: null }
      for (const [place, { child, completion }] of done.entries()) {
        if (place >= goals) adjustments.push({ child, team, place: place + 1, points: 0 - completion.points })
      }
    }
    return { ...awardPlaces(row, preset.points, () => true, byTime), adjustments }
  },
  explain: explainChildren,
  explainAdjustment: ({ place, points }, parent_name) =>
    `"${parent_name}" was already complete, and this was number ${place}, so its ${countPoints(-points)} do not count.`,
}
