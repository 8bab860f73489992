import { capPoints, multiplyExactly, sumExactly } from '../points.ts'
import { countPoints, ofResults } from './plain-row.ts'
import type { Award, AwardInput, MethodRow, OwnScore, ReachInput, Scorer, Terms } from './method.ts'

/** @param readMost the most that a list pays for any number, before the cap */
function byNumber(readMost: (points: readonly number[]) => number) {
  const potential = ({ preset }: { readonly preset: Terms }) => {
    const most = capPoints(readMost(preset.points), preset.point_cap)
    // Without an upper bound the potential is unknown.
    return most === Infinity ? 0 : most
  }
  const reachable = (input: ReachInput) => Math.max(0, potential(input) - input.points)
  return { ...ofResults, decided_by: 'value', potential, reachable } as const
}

/**
 * The objective need not be finished.
 * @example Points 0.1, cap 500. A depth of 1,234 pays 123, 9,000 pays 500. Still possible: the cap.
 */
export const pointsFromValue: MethodRow = {
  ...byNumber(() => Infinity),
  pays: 'by_value',
}

/** The largest sum of the first values of a list, whose last value repeats without end. */
function findLargestSum(points: readonly number[]): number {
  if ((points.at(-1) ?? 0) > 0) return Infinity
  let [sum, largest, units] = [0, 0, 0]
  for (const [at, value] of points.entries()) {
    sum += value
    if (sum > largest) [largest, units] = [sum, at + 1]
  }
  return sumExactly(points, units)
}

/**
 * The objective need not be finished. Only the sum is truncated.
 * @example Points 10, 5, 2.5, cap 100. A number of 3 pays 17, 4 pays 20 and 60 pays 100. Still possible: the cap.
 */
export const pointsPerUnit: MethodRow = {
  ...byNumber(findLargestSum),
  pays: 'by_unit',
}

/** @param earn the points for a number, before the cap */
function awardNumbers({ preset, results }: AwardInput, earn: (points: readonly number[], number: number) => number): Award {
  const pay = (number: number) => capPoints(earn(preset.points, number), preset.point_cap)
  const scores = results.map((result) => result && { ...result, rank: 0, points: pay(result.number) })
  return { scores, adjustments: [] }
}

const explainNumber = ({ number, own_points }: OwnScore) => `${number} counted: ${countPoints(own_points)}.`

export const pointsFromValueScorer: Scorer = {
  ...pointsFromValue,
  award: (input) => awardNumbers(input, ([first = 0], number) => multiplyExactly(first, number)),
  explain: explainNumber,
}

export const pointsPerUnitScorer: Scorer = {
  ...pointsPerUnit,
  award: (input) => awardNumbers(input, sumExactly),
  explain: explainNumber,
}
