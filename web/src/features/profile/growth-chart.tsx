import './growth.css'
import { useEffect, useMemo, useRef } from 'react'
import type uPlot from 'uplot'
import { formatLarge } from '../../lib/text/numbers.ts'
import { useAppliedTheme } from '../../lib/browser/theme.ts'
import { describeAxis, readStyle, usePlot } from '../../ui/marks/plot.ts'
import type { Growth } from './growth.ts'

interface ChartProps {
  label: string
  growth: Growth
  /** The time of the shown build, unix seconds. */
  at: number | null
  formatTime: (at: number) => string
  onPick: (at: number) => void
}

const hours = [300, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800]

function describe(element: HTMLElement, latest: { readonly current: ChartProps }): uPlot.Options {
  const [line, ink, second] = ['--line', '--ink-2', '--note'].map((name) => readStyle(element, name))
  const axis = describeAxis(element)
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    padding: [8, 8, 0, 0],
    legend: { show: false },
    scales: { x: { time: false }, level: { range: (_, __, most) => [0, Math.max(10, Math.ceil(most / 10) * 10)] }, second: {} },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 72,
        incrs: hours,
        values: (_, splits) => splits.map((at) => latest.current.formatTime(at)),
      },
      { ...axis, scale: 'level', grid: { stroke: line, width: 1 }, size: 36 },
      {
        ...axis,
        scale: 'second',
        side: 1,
        grid: { show: false },
        size: 56,
        stroke: second,
        values: (_, splits) => splits.map(formatLarge),
      },
    ],
    series: [
      {},
      { scale: 'level', stroke: ink, width: 2, points: { show: false } },
      { scale: 'second', stroke: second, width: 1.6, points: { show: false } },
    ],
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
    hooks: {
      draw: [(plot) => drawMoment(plot, latest.current.at, readStyle(element, '--ember'))],
      ready: [
        (plot) =>
          plot.over.addEventListener('click', () => {
            const left = plot.cursor.left ?? -1
            if (left >= 0) latest.current.onPick(plot.posToVal(left, 'x'))
          }),
      ],
    },
  }
}

function drawMoment(plot: uPlot, at: number | null, colour: string): void {
  if (at === null) return
  const x = Math.round(plot.valToPos(at, 'x', true)) + 0.5
  if (!Number.isFinite(x) || x < plot.bbox.left || x > plot.bbox.left + plot.bbox.width + 1) return
  const { ctx, bbox } = plot
  ctx.save()
  ctx.strokeStyle = colour
  ctx.lineWidth = devicePixelRatio
  ctx.beginPath()
  ctx.moveTo(x, bbox.top)
  ctx.lineTo(x, bbox.top + bbox.height)
  ctx.stroke()
  ctx.restore()
}

/** Level and one more figure over time; the ember line is the build shown above. */
export function GrowthChart(props: ChartProps) {
  const { label, growth, at } = props
  const latest = useRef(props)
  // Later calls of uPlot read the newest values; before the effects below, which trigger calls.
  useEffect(() => {
    latest.current = props
  })
  const theme = useAppliedTheme()
  const values = useMemo((): uPlot.AlignedData => [[...growth.times], [...growth.levels], [...growth.values]], [growth])
  const frame = usePlot({ key: theme, describe: (element) => describe(element, latest), values, at })
  return <div className="growth-frame" ref={frame} role="img" aria-label={label} />
}
