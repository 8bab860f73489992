import { payPlace } from '../points.ts'
import { ofResults } from './plain-row.ts'
import type { MethodRow } from './method.ts'

export const presence: MethodRow = {
  ...ofResults,
  label: 'Fixed points on completion',
  help: 'Every team that completes the objective earns the first value in the list.',
  pays: 'fixed',
  award: ({ preset, results }) => ({
    scores: results.map((result) => result && { ...result, rank: 0, points: result.finished ? payPlace(preset.points, 0) : 0 }),
    adjustments: [],
  }),
  potential: ({ preset }) => payPlace(preset.points, 0),
  reachable: ({ preset, finished }) => (finished ? 0 : payPlace(preset.points, 0)),
}
