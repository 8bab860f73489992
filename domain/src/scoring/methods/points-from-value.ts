import { multiplyExactly } from '../points.ts'
import { countPoints, ofResults } from './plain-row.ts'
import type { MethodRow, Terms } from './method.ts'

/** Without a cap the potential is unknown and counts as 0. */
const readCap = ({ preset }: { readonly preset: Terms }) =>
  Number.isNaN(preset.point_cap) ? 0 : Math.max(0, Math.trunc(preset.point_cap))

/**
 * The objective need not be finished. A cap of 0 means no cap.
 * @example Points 0.1, cap 500. A depth of 1,234 pays 123; a depth of 9,000 pays 500. Still possible: the cap.
 */
export const pointsFromValue: MethodRow = {
  ...ofResults,
  label: 'Points by value',
  help: 'The number is multiplied by the first value in the list, up to the cap; never less than 0.',
  pays: 'by_value',
  decided_by: 'value',
  award: ({ preset, results }) => ({
    scores: results.map((result) => {
      if (result === null) return null
      const earned = Math.max(0, multiplyExactly(preset.points[0] ?? 0, result.number))
      const capped = preset.point_cap === 0 || Number.isNaN(preset.point_cap) ? earned : Math.min(earned, preset.point_cap)
      return { ...result, rank: 0, points: Math.max(0, Math.trunc(capped)) }
    }),
    adjustments: [],
  }),
  potential: readCap,
  reachable: (input) => Math.max(0, readCap(input) - input.points),
  explain: ({ number, own_points }) => `${number} counted: ${countPoints(own_points)}.`,
}
