import { capPoints, multiplyExactly, sumExactly } from '../points.ts'
import { countPoints, ofResults } from './plain-row.ts'
import type { MethodRow, Terms } from './method.ts'

/**
 * Rows that pay for the number itself; the objective need not be finished.
 * @param earn the points for a number before the cap
 * @param readMost the most points for any number before the cap
 */
function payNumber(
  { label, help, pays }: Pick<MethodRow, 'label' | 'help' | 'pays'>,
  earn: (points: readonly number[], number: number) => number,
  readMost: (points: readonly number[]) => number,
): MethodRow {
  const potential = ({ preset }: { readonly preset: Terms }) => {
    const most = capPoints(readMost(preset.points), preset.point_cap)
    // Without an upper bound the potential is unknown.
    return most === Infinity ? 0 : most
  }
  return {
    ...ofResults,
    label,
    help,
    pays,
    decided_by: 'value',
    award: ({ preset, results }) => ({
      scores: results.map(
        (result) => result && { ...result, rank: 0, points: capPoints(earn(preset.points, result.number), preset.point_cap) },
      ),
      adjustments: [],
    }),
    potential,
    reachable: (input) => Math.max(0, potential(input) - input.points),
    explain: ({ number, own_points }) => `${number} counted: ${countPoints(own_points)}.`,
  }
}

/**
 * The objective need not be finished.
 * @example Points 0.1, cap 500. A depth of 1,234 pays 123; a depth of 9,000 pays 500. Still possible: the cap.
 */
export const pointsFromValue = payNumber(
  {
    label: 'Points by value',
    help: 'The number is multiplied by the first value in the list, up to the cap; never less than 0.',
    pays: 'by_value',
  },
  ([first = 0], number) => multiplyExactly(first, number),
  () => Infinity,
)

/** The largest sum of the first values of a list, whose last value repeats without end. */
function findLargestSum(points: readonly number[]): number {
  if ((points.at(-1) ?? 0) > 0) return Infinity
  const sums = points.flatMap((value, at) => (value > 0 && (points[at + 1] ?? 0) <= 0 ? [sumExactly(points, at + 1)] : []))
  return Math.max(0, ...sums)
}

/**
 * The objective need not be finished. Only the sum is truncated.
 * @example Points 10, 5, 2.5, cap 100. A number of 3 pays 17, 4 pays 20 and 60 pays 100. Still possible: the cap.
 */
export const pointsPerUnit = payNumber(
  {
    label: 'Points per unit',
    help: 'The first unit pays the first value in the list, the second the second, and so on, up to the cap; never less than 0.',
    pays: 'by_unit',
  },
  sumExactly,
  findLargestSum,
)
