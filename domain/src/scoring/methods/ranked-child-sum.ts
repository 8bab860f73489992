import type { Result } from '../aggregations/tally.ts'
import { clampNumber } from '../clamp-number.ts'
import { fillRow } from '../team-row.ts'
import { countPoints, ofChildren } from './plain-row.ts'
import { awardPlaces, byNumber, compareTimes, readNextPlace, type MethodRow, type Scorer } from './method.ts'
import { nameRank } from '../rank-text.ts'

/**
 * Children count with their number, finished or not; the time is the latest of the children that count. A team whose sum is not above
 * 0 gets no place. The category is never finished.
 * @example Points 10, 5. Red's children show 30 and 12, Blue's 40 and 2 since an hour before: both have 42, so Blue has 10 and Red 5.
 * Still possible for Red: 5.
 */
export const rankedChildSum: MethodRow = {
  ...ofChildren,
  pays: 'by_place',
  decided_by: 'value',
  potential: readNextPlace,
  reachable: (input) => (input.running_children > 0 ? Math.max(0, readNextPlace(input) - input.points) : 0),
}

export const rankedChildSumScorer: Scorer = {
  ...rankedChildSum,
  award({ preset, team_count, children }) {
    const row = fillRow<Result | null>(team_count, null)
    for (let team = 0; team < team_count; team++) {
      let number = 0
      let timestamp: number | null = null
      let counts = false
      for (const { completions } of children) {
        const child = completions[team]
        if (!child || child.number === 0) continue
        number += child.number
        if (!counts || compareTimes(child.timestamp, timestamp) > 0) timestamp = child.timestamp
        counts = true
      }
      if (counts) row[team] = { number: clampNumber(number), finished: false, timestamp, user_id: null }
    }
    return awardPlaces(row, preset.points, ({ number }) => number > 0, byNumber)
  },
  explain: ({ number, children, rank, own_points }) => {
    const sum = `${number} counted in ${children.length} ${children.length === 1 ? 'part' : 'parts'}`
    return rank > 0 ? `${sum}: ${nameRank(rank)}, ${countPoints(own_points)}.` : `${sum}: ${countPoints(own_points)}.`
  },
}
