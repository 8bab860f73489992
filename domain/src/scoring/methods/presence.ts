import { payPlace } from '../points.ts'
import { explainResult, ofResults } from './plain-row.ts'
import type { MethodRow, Scorer } from './method.ts'

/**
 * @example Points 10. Three teams finish: each has 10. A team at 2 of 3 has 0 points and shows 2.
 */
export const presence: MethodRow = {
  ...ofResults,
  pays: 'fixed',
  potential: ({ preset }) => payPlace(preset.points, 0),
  reachable: ({ preset, finished }) => (finished ? 0 : payPlace(preset.points, 0)),
}

export const presenceScorer: Scorer = {
  ...presence,
  award: ({ preset, results }) => ({
    scores: results.map((result) => result && { ...result, rank: 0, points: result.finished ? payPlace(preset.points, 0) : 0 }),
    adjustments: [],
  }),
  explain: explainResult,
}
