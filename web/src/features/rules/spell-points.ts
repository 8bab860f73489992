import '../../messages/rules.ts'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { readPays } from '@muster/domain/scoring/methods/index'
import { nameOrdinal } from '@muster/domain/scoring/rank-text'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'

const fraction = new Intl.NumberFormat('en', { maximumFractionDigits: 6 })

const spellEach = (value: number, point_cap: number) =>
  point_cap > 0
    ? t('rules.perUnit', { points: fraction.format(value), cap: formatCount(point_cap) })
    : t('rules.perUnitFree', { points: fraction.format(value) })

const spellThresholds = (points: readonly number[], thresholds: readonly number[]) =>
  thresholds
    .map((least, at) => t('rules.threshold', { points: formatCount(Math.trunc(points[at] ?? 0)), least: formatCount(least) }))
    .join(', ')

/** The points of a preset in full: "1st 30, 2nd 20, then 10; 3 finished parts are enough". */
export const spellPoints = (preset: ScoringPreset): string =>
  [spellList(preset), spellEnough(preset)].filter((words) => words !== '').join('; ')

function spellEnough({ parameters: { required_children, required_percent } = {} }: ScoringPreset): string {
  if (required_percent !== undefined) return t('rules.enoughPercent', { percent: required_percent })
  return required_children === undefined ? '' : t('rules.enoughParts', { count: required_children })
}

/** The last value repeats forever, so it ends the list. */
function spellList(preset: ScoringPreset): string {
  const { points, point_cap, parameters } = preset
  const [first = 0] = points
  const pays = readPays(preset)
  if (pays === 'by_value') return spellEach(first, point_cap)
  if (points.length === 0) return ''
  if (parameters?.thresholds) return spellThresholds(points, parameters.thresholds)
  const isSame = points.every((value) => value === first)
  if (pays === 'by_unit' && isSame) return spellEach(first, point_cap)
  if (pays === 'fixed' || isSame) return t('rules.points', { count: Math.trunc(first) })
  // A tail of equal values adds nothing.
  const last = points.at(-1) ?? 0
  const end = points.findLastIndex((value) => value !== last) + 1
  const isByUnit = pays === 'by_unit'
  const isShared = pays === 'by_finishers'
  // Units add up before the sum is truncated.
  const write = (value: number) => (isByUnit ? fraction.format(value) : formatCount(Math.trunc(value)))
  const parts = points
    .slice(0, end)
    .map((value, index) =>
      isShared
        ? t('rules.finishers', { count: index + 1, points: write(value) })
        : t('rules.place', { ordinal: nameOrdinal(index + 1), points: write(value) }),
    )
  const then = isByUnit ? spellEach(last, point_cap) : write(last)
  return [...parts, t(isShared ? 'rules.thenEach' : 'rules.then', { points: then })].join(', ')
}
