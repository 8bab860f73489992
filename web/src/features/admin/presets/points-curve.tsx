import '../../../messages/admin-presets.ts'
import './presets.css'
import type { Pays } from '@muster/domain/scoring/methods/method'
import { nameOrdinal } from '@muster/domain/scoring/rank-text'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'

const width = 320
const height = 96
/** Width of a digit above a bar. */
const digitWidth = 6.5
/** Upper bound for separately drawn bars. */
const maxBars = 40

interface PointsCurveProps {
  points: readonly number[]
  pays: Pays
  /** 0 for none */
  cap: number
  isSmall?: boolean
}

/** The points of a preset as a chart: one bar per place or part, or a line that rises with the number up to its cap. */
export function PointsCurve({ points, pays, cap, isSmall = false }: PointsCurveProps) {
  if (points.length === 0) return <p className="quieter">{t('adminPresets.paysNothing')}</p>
  return (
    <figure className={isSmall ? 'admin-presets-curve small' : 'admin-presets-curve'}>
      {pays === 'by_value' ? (
        <ValueLine rate={points[0] ?? 0} cap={cap} />
      ) : (
        <Bars points={pays === 'fixed' ? points.slice(0, 1) : points} pays={pays} />
      )}
      {!isSmall && <figcaption>{t(`adminPresets.axis.${pays}`)}</figcaption>}
      {!isSmall && (pays === 'by_place' || pays === 'by_unit' || pays === 'per_part') && (
        <p className="quieter small num">{listPlaces(points, pays)}</p>
      )}
    </figure>
  )
}

/** Units add up before the sum is rounded, so only their values show fractions. */
const writeValue = (value: number, pays: Pays) => (pays === 'by_unit' ? String(value) : formatCount(value))

/** Every place in words, and the first one after the list: "1st: 10, 2nd: 6, 3rd: 6, the last value repeats". */
function listPlaces(points: readonly number[], pays: Pays): string {
  const pay = (index: number, value: number) =>
    t('adminPresets.place', { ordinal: nameOrdinal(index + 1), points: writeValue(value, pays) })
  const last = points.at(-1) ?? 0
  // Equal values at the end of the list are one.
  const end = points.findLastIndex((value) => value !== last) + 2
  const given = points.slice(0, end)
  return t('adminPresets.places', { list: [...given.map((value, at) => pay(at, value)), pay(given.length, last)].join(', ') })
}

function Bars({ points, pays }: { points: readonly number[]; pays: Pays }) {
  const shown = points.slice(0, maxBars)
  const repeats = pays !== 'fixed' && pays !== 'by_threshold' && points.length <= maxBars
  const bars = repeats ? [...shown, shown.at(-1) ?? 0] : shown
  const [low, high] = [Math.min(0, ...bars), Math.max(0, ...bars)]
  const scale = (height - 18) / Math.max(high - low, 1e-9)
  const zero = 14 + high * scale
  const step = width / Math.max(bars.length, 4)
  const texts = bars.map((value) => writeValue(value, pays))
  const hasTexts = step >= Math.max(30, ...texts.map(({ length }) => digitWidth * length))
  const label = t('adminPresets.barsLabel', { list: texts.slice(0, shown.length).join(', ') })
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {bars.map((value, index) => {
        const isRepeat = repeats && index === bars.length - 1
        const tall = Math.max(1, Math.abs(value) * scale)
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the index is the place
          <g key={index} className={isRepeat ? 'repeat' : undefined}>
            <rect x={index * step + 1} y={value >= 0 ? zero - tall : zero} width={Math.max(1, step - 3)} height={tall} />
            {hasTexts && (
              <text x={index * step + step / 2 - 0.5} y={(value >= 0 ? zero - tall : zero) - 4} textAnchor="middle">
                {isRepeat ? '…' : texts[index]}
              </text>
            )}
          </g>
        )
      })}
      <line x1="0" x2={width} y1={zero} y2={zero} />
    </svg>
  )
}

/** The counted number on the x axis, its points on the y axis: constant from the cap on. */
function ValueLine({ rate, cap }: { rate: number; cap: number }) {
  const bottom = height - 6
  const top = 18
  const isCapped = cap > 0 && rate > 0
  const turn = isCapped ? width * 0.6 : width
  const label = isCapped
    ? t('adminPresets.lineCapped', { rate: String(rate), cap: formatCount(cap), number: formatCount(Math.ceil(cap / rate)) })
    : t('adminPresets.line', { rate: String(rate) })
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <line x1="0" x2={width} y1={bottom} y2={bottom} />
      <polyline points={`0,${bottom} ${turn},${rate > 0 ? top : bottom} ${width},${rate > 0 ? top : bottom}`} />
      {isCapped && (
        <text x={turn} y={top - 6}>
          {t('adminPresets.capAt', { cap: formatCount(cap), number: formatCount(Math.ceil(cap / rate)) })}
        </text>
      )}
    </svg>
  )
}
