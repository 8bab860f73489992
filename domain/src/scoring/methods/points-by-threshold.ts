import { payPlace } from '../points.ts'
import { countPoints, ofResults } from './plain-row.ts'
import type { MethodRow, PotentialInput, Scorer, Terms } from './method.ts'

const listThresholds = ({ parameters }: Terms) => parameters?.thresholds ?? []
const countReached = (thresholds: readonly number[], number: number) => thresholds.filter((least) => number >= least).length

const potential = ({ preset }: Pick<PotentialInput, 'preset'>) =>
  Math.max(0, ...listThresholds(preset).map((_, step) => payPlace(preset.points, step)))

/**
 * Lower thresholds pay nothing more. The required number of the objective makes no difference.
 * @example Thresholds 50, 75, 90, points 1, 2, 4. A number of 60 pays 1, and 80 pays 2. 90 pays 4 and finishes the objective. Still
 * possible at 80: 2.
 */
export const pointsByThreshold: MethodRow = {
  ...ofResults,
  pays: 'by_threshold',
  takes: { thresholds: 'required' },
  decided_by: 'value',
  potential,
  reachable: (input) => (input.finished ? 0 : Math.max(0, potential(input) - input.points)),
}

export const pointsByThresholdScorer: Scorer = {
  ...pointsByThreshold,
  award({ preset, results }) {
    const thresholds = listThresholds(preset)
    const scores = results.map((result) => {
      const reached = countReached(thresholds, result?.number ?? 0)
      const finished = thresholds.length > 0 && reached === thresholds.length
      return result && { ...result, finished, rank: 0, points: reached > 0 ? payPlace(preset.points, reached - 1) : 0 }
    })
    return { scores, adjustments: [] }
  },
  explain({ number, own_points, preset }) {
    const thresholds = listThresholds(preset)
    const reached = countReached(thresholds, number)
    const next = thresholds[reached]
    const more = next === undefined ? '' : `, next at ${next}`
    return `${number} counted, ${reached} of ${thresholds.length} thresholds reached${more}: ${countPoints(own_points)}.`
  },
}
