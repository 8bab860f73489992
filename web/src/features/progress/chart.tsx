import './chart.css'
import { useMemo, useRef, useState } from 'react'
import uPlot from 'uplot'
import type { TeamView } from '../../api/scores/event.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { useAppliedTheme } from '../../lib/browser/theme.ts'
import { describeAxis, readStyle, usePlot } from '../../ui/marks/plot.ts'
import { Crest } from '../../ui/marks/team-mark.tsx'
import { type EndLabel, placeEndLabels } from './end-labels.ts'
import type { Series } from './series.ts'

export interface ChartProps {
  /** Description for screen readers. */
  label: string
  series: Series
  /** The viewer's own team first; it is drawn above the others. */
  teams: readonly TeamView[]
  /** The selected moment, unix seconds. */
  at: number
  /** Names under the time axis. */
  formatTime: (at: number) => string
  /** Called with the hovered moment; null after the pointer leaves. */
  onHover: (at: number | null) => void
  onPick: (at: number) => void
  onZoom: (from: number, to: number) => void
  onReset: () => void
  isPhone: boolean
}

/** In rem, like the labels' lines. */
const labelHeight_rem = 1.25
const labelWidth = 96
const rivalWidth = 1.6
const ownWidth = 2.6
/** Shorter drags are clicks with an unsteady hand, in pixels. */
const shortestDrag = 8

/** Lines of all teams, drawn by uPlot: fast with many points; a canvas, so all its content is also available elsewhere. */
export function Chart(props: ChartProps) {
  const { label, series, teams, at, isPhone } = props
  const latest = useRef(props)
  latest.current = props
  const [labels, setLabels] = useState<readonly EndLabel[]>([])
  // Every drawing reports the ends of the lines; mostly they have not moved.
  const reportLabels = (next: readonly EndLabel[]) =>
    setLabels((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
  const theme = useAppliedTheme()
  const drawn = teams.toReversed()
  const key = `${theme} ${isPhone} ${drawn.map(({ id }) => id).join(' ')}`

  const values = useMemo(
    () => [series.times, ...drawn.map(({ id }) => series.lines.get(id) ?? [])] as uPlot.AlignedData,
    // `drawn` is rebuilt each time from the parts of the key.
    // oxlint-disable-next-line react/exhaustive-deps
    [series, key],
  )
  const frame = usePlot({ key, describe: (element) => describe(element, latest, reportLabels), values, at })

  const byId = new Map(teams.map((team) => [team.id, team]))
  return (
    <div className="chart">
      <div className="chart-frame" ref={frame} role="img" aria-label={label} />
      <ul className="chart-labels" aria-hidden="true">
        {labels.map(({ team_id, top }) => {
          const team = byId.get(team_id)
          const last = series.lines.get(team_id)?.at(-1)
          return (
            team && (
              <li key={team_id} style={{ top }}>
                <Crest look={team.look} size="small" />
                {team.abbreviation} {!isPhone && last !== undefined && formatCount(last)}
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}

function describe(
  element: HTMLElement,
  latest: { readonly current: ChartProps },
  setLabels: (labels: readonly EndLabel[]) => void,
): uPlot.Options {
  const { teams, isPhone } = latest.current
  const isLight = document.documentElement.dataset['theme'] === 'light'
  const [line, ember] = [readStyle(element, '--line'), readStyle(element, '--ember')]
  const axis = describeAxis(element)
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    padding: [8, isPhone ? 64 : labelWidth, 0, 0],
    legend: { show: false },
    scales: { x: { time: false } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: isPhone ? 64 : 96,
        incrs: increments,
        values: (_, splits) => splits.map((at) => latest.current.formatTime(at)),
      },
      { ...axis, grid: { stroke: line, width: 1 }, size: isPhone ? 44 : 56, values: (_, splits) => splits.map(formatCount) },
    ],
    series: [
      {},
      ...teams.toReversed().map((team) => ({
        stroke: isLight ? team.look.colours.light : team.look.colours.dark,
        width: team.is_own ? ownWidth : rivalWidth,
        alpha: team.is_own ? 1 : 0.8,
        // Totals are constant until they change.
        ...(uPlot.paths.stepped && { paths: uPlot.paths.stepped({ align: 1 }) }),
        points: { show: false },
      })),
    ],
    cursor: {
      y: false,
      points: { size: 7, fill: readStyle(element, '--ground') },
      drag: { x: true, y: false, setScale: false, dist: shortestDrag },
    },
    hooks: {
      setCursor: [(plot) => latest.current.onHover(readMoment(plot))],
      setSelect: [(plot) => zoom(plot, latest.current)],
      draw: [(plot) => drawMoment(plot, latest.current.at, ember)],
      drawClear: [(plot) => setLabels(listLabels(plot, latest.current))],
      ready: [(plot) => listen(plot, latest)],
    },
  }
}

/** Steps of the time axis: whole hours, which are round in both time formats. */
const increments = [300, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800]

function readMoment(plot: uPlot): number | null {
  const left = plot.cursor.left ?? -1
  return left < 0 ? null : plot.posToVal(left, 'x')
}

function zoom(plot: uPlot, { onZoom }: ChartProps): void {
  const { left, width } = plot.select
  if (width < shortestDrag) return
  const [from, to] = [plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')]
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
  onZoom(from, to)
}

function listen(plot: uPlot, latest: { readonly current: ChartProps }): void {
  let down_at = 0
  plot.over.addEventListener('pointerdown', (event) => {
    down_at = event.clientX
  })
  plot.over.addEventListener('click', (event) => {
    const at = readMoment(plot)
    if (at !== null && Math.abs(event.clientX - down_at) < shortestDrag) latest.current.onPick(at)
  })
  plot.over.addEventListener('dblclick', () => latest.current.onReset())
}

/** The ember line marks the moment of the board. */
function drawMoment(plot: uPlot, at: number, colour: string): void {
  const { ctx, bbox } = plot
  const x = Math.round(plot.valToPos(at, 'x', true)) + 0.5
  if (!Number.isFinite(x) || x < bbox.left || x > bbox.left + bbox.width + 1) return
  ctx.save()
  ctx.strokeStyle = colour
  ctx.lineWidth = devicePixelRatio
  ctx.beginPath()
  ctx.moveTo(x, bbox.top)
  ctx.lineTo(x, bbox.top + bbox.height)
  ctx.stroke()
  ctx.restore()
}

function listLabels(plot: uPlot, { series, teams }: ChartProps): EndLabel[] {
  const height = plot.over.clientHeight
  const labelHeight = labelHeight_rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const ends = teams.flatMap(({ id, is_own }) => {
    const last = series.lines.get(id)?.at(-1)
    if (last === undefined) return []
    const top = plot.valToPos(last, 'y') - labelHeight / 2
    return Number.isFinite(top) ? [{ team_id: id, top, rank: is_own ? Number.POSITIVE_INFINITY : last }] : []
  })
  const wanted = ends.sort((a, b) => b.rank - a.rank).map(({ team_id, top }) => ({ team_id, top }))
  return placeEndLabels(wanted, height, labelHeight)
}
