import { payPlace } from '../points.ts'
import { countPoints, explainResult, ofFinishers } from './plain-row.ts'
import type { MethodRow, Scorer } from './method.ts'

/**
 * Times make no difference.
 * @example Points 60, 30, 20. Red finishes and has 60. Blue finishes: Red and Blue have 30 each. Still possible for Green: 20.
 */
export const sharedByFinishers: MethodRow = {
  ...ofFinishers,
  pays: 'by_finishers',
}

export const sharedByFinishersScorer: Scorer = {
  ...sharedByFinishers,
  award({ preset, results }) {
    const finishers = results.filter((result) => result?.finished).length
    const points = payPlace(preset.points, finishers - 1)
    return {
      scores: results.map((result) => result && { ...result, rank: 0, points: result.finished ? points : 0 }),
      adjustments: [],
    }
  },
  explain(score) {
    const { number, required_number, finished, own_points, finished_teams } = score
    if (!finished) return explainResult(score)
    const finishers = finished_teams === 1 ? 'the only team' : `one of ${finished_teams} teams`
    return `${number} of ${required_number}: finished as ${finishers}, ${countPoints(own_points)}.`
  },
}
