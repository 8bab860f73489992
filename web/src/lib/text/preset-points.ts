import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { readPays } from '@muster/domain/scoring/methods/index'
import { t } from './messages.ts'
import { formatCount } from './numbers.ts'

/** The points of all rules of an objective: "30 / 20, then 5 + 10 for everyone". */
export const describePays = (item: {
  readonly preset: ScoringPreset | null
  readonly further_presets: readonly ScoringPreset[]
}) => [...(item.preset ? [item.preset] : []), ...item.further_presets].map(describePresetPoints).filter(Boolean).join(' + ')

/** The points of a preset in words: "30 / 20 / 15, then 5", or "5 for everyone". */
export function describePresetPoints(preset: ScoringPreset): string {
  const { points, point_cap, parameters } = preset
  const pays = readPays(preset)
  const isByNumber = pays === 'by_value' || pays === 'by_unit'
  if (isByNumber && point_cap > 0) return t('points.upTo', { points: formatCount(point_cap) })
  if (pays === 'by_value' || (isByNumber && points.length === 1)) return ''
  if (points.length === 0) return ''
  const listOf = (numbers: readonly number[]) => numbers.map(formatCount).join(' / ')
  if (parameters?.thresholds) return t('points.at', { list: listOf(points), numbers: listOf(parameters.thresholds) })
  if (pays === 'fixed' || points.length === 1) return t('points.everybody', { points: formatCount(points[0] ?? 0) })
  const last = formatCount(points.at(-1) ?? 0)
  return t(pays === 'by_finishers' ? 'points.shared' : 'points.list', {
    list: listOf(points.slice(0, -1)),
    last,
  })
}
