import './marks.css'

interface SparklineProps {
  /** Differences from the common base line, evenly spaced in time. */
  values: readonly number[]
  /** The largest difference of all compared lines: one scale for all. */
  scale: number
  label: string
}

const width = 128
const height = 34
const middle = height / 2

/** A line above or below a base line, with its area lightly filled and the last point marked. */
export function Sparkline({ values, scale, label }: SparklineProps) {
  if (values.length < 2) return <span className="vh">{label}</span>
  const reach = Math.max(1, scale)
  const x = (index: number) => (index / (values.length - 1)) * (width - 4)
  const y = (value: number) => middle - (value / reach) * (middle - 4)
  const points = values.map((value, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`).join('L')
  const last = values.at(-1) ?? 0
  return (
    <svg className="spark" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path d={`M0 ${middle}H${width - 4}`} stroke="var(--line-2)" fill="none" />
      <path d={`M0 ${middle}L${points}L${width - 4} ${middle}z`} fill="currentColor" opacity="0.12" />
      <path d={`M${points}`} stroke="currentColor" strokeWidth="1.4" fill="none" />
      <circle cx={x(values.length - 1)} cy={y(last)} r="2" fill="currentColor" />
    </svg>
  )
}
