import './progress.css'
import '../../messages/progress.ts'
import type { Event } from '@muster/contract/events'
import { readEventTitle } from '@muster/domain/events/title'
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { useServerNow } from '../../api/live/clock.ts'
import { DataBlock } from '../../api/calls/data-block.tsx'
import { useEvent, useEventKey, useScoreTree, useTeams } from '../../api/scores/event.ts'
import { type EventKey, eventInput, read } from '../../api/calls/queries.ts'
import { useShownTeams } from '../../api/scores/shown-teams.ts'
import { readTotalsAt } from '../../api/scores/score-history.ts'
import { useStandings } from '../../api/scores/use-standings.ts'
import { downloadCsv } from '../../lib/text/csv.ts'
import { useIsPhone } from '../../lib/browser/media.ts'
import { t } from '../../lib/text/messages.ts'
import { formatDayTime, formatEventTime } from '../../lib/time/time.ts'
import { Button } from '../../ui/forms/button.tsx'
import { lazyPart } from '../../ui/deferred/lazy-part.ts'
import { Empty, Skeleton, SkeletonRows } from '../../ui/layout/states.tsx'
import { ChartControls, SpanControls } from './controls.tsx'
import { Happened } from './happened.tsx'
import { HappenedControls } from './happened-controls.tsx'
import { buildSeries, countGains, subtractAverage } from './series.ts'
import { readSpan, writeSpan } from './span.ts'
import type { ProgressProps } from './progress-search.ts'
import { StandingAt } from './standing-at.tsx'
import { TimeStrip } from './time-strip.tsx'

// Loads the chart library on demand.
const Chart = lazyPart(() => import('./chart.tsx').then((module) => ({ default: module.Chart })))

/** The history of the whole event, or of one of its branches. */
export const readHistory = (event: EventKey, branch_id: number | undefined) =>
  read('getScoreHistory', { ...eventInput(event), ...(branch_id !== undefined && { query: { objective_id: branch_id } }) })

/** The course of the event: lines of all teams, the board of any moment, and every change of points. */
export function ProgressPage({ search, onSearch }: ProgressProps) {
  const event = useEvent()
  const start_ms = Date.parse(event?.event_start_time ?? '')
  const now_ms = useServerNow(10_000)
  const { categories } = useScoreTree()
  const branch = categories.find(({ item }) => item.id === search.branch) ?? null
  const branch_ids = useMemo(() => (branch ? [branch.item.id] : []), [branch])
  const key = useEventKey()
  // The page waits for the first history; while another category loads, the old lines stay.
  useSuspenseQuery(readHistory(key, undefined))
  const { data: history } = useQuery({ ...readHistory(key, branch?.item.id), placeholderData: keepPreviousData })
  const standings = useStandings(branch_ids)
  const live = useMemo(() => new Map(standings.map(({ team_id, points }) => [team_id, points])), [standings])
  const teams = useShownTeams()
  const allTeams = useTeams()
  const isPhone = useIsPhone()
  const [hovered, setHovered] = useState<number | null>(null)

  const start = Math.floor(start_ms / 1000)
  const end = Math.floor(Date.parse(event?.event_end_time ?? '') / 1000)
  // After the end the line ends with the last correction.
  const now = Math.max(start, Math.min(Math.floor(now_ms / 1000), Math.max(end, history?.to ?? 0)))
  const clock = { start, now }
  const span = readSpan(search, clock)
  const series = useMemo(() => {
    if (!history) return null
    const points = buildSeries(history, { from: span.from, to: span.to }, span.to >= now ? { now, totals: live } : null)
    return search.average ? subtractAverage(points) : points
  }, [history, live, span.from, span.to, now, search.average])
  const sliceCount = Math.min(144, Math.max(12, Math.ceil((now - start) / 1800)))
  const gains = useMemo(() => (history ? countGains(history, start, now, sliceCount) : []), [history, start, now, sliceCount])
  if (!event || !history || !series) return <ChartSkeleton />
  if (now - start < 60) return <Empty title={t('progress.emptyTitle')} text={t('progress.emptyText')} />

  const formatTime = (at: number) => (search.clock ? formatDayTime(at * 1000) : formatEventTime(at * 1000, start_ms))
  const select = (from: number, to: number) => onSearch(writeSpan({ from, to }, clock))
  const pick = (at: number) => onSearch({ ...writeSpan({ from: span.from, to: span.to, at }, clock) })
  const moment = hovered ?? span.at
  const isNow = hovered === null && span.at >= now
  const then = isNow ? live : readTotalsAt(history, moment)
  const save = () =>
    saveCsv({
      event,
      start,
      series,
      teams: allTeams,
      words: [branch?.item.title ?? '', search.average ? t('progress.average') : ''],
    })
  return (
    <>
      <header className="page-head">
        <h1 className="page-title">{t('tab.progress')}</h1>
        <div className="progress-controls">
          <ChartControls search={search} onSearch={onSearch} />
          <Button onClick={save}>{t('progress.download')}</Button>
        </div>
      </header>
      <Suspense fallback={<div className="chart-space" />}>
        <Chart
          label={t(search.average ? 'progress.averageLabel' : 'progress.chartLabel', {
            count: teams.length,
            from: formatTime(span.from),
            to: formatTime(span.to),
          })}
          series={series}
          teams={teams}
          at={span.at}
          formatTime={formatTime}
          onHover={setHovered}
          onPick={pick}
          onZoom={select}
          onReset={() => onSearch({ from: undefined, to: undefined, last: undefined, at: undefined })}
          isPhone={isPhone}
        />
      </Suspense>
      <SpanControls span={span} clock={clock} search={search} onSearch={onSearch} />
      <TimeStrip
        gains={gains}
        start={start}
        end={now}
        from={span.from}
        to={span.to}
        at={span.at}
        sliceLength={nameLength((now - start) / sliceCount)}
        formatTime={formatTime}
        onSpan={select}
        onPick={pick}
      />
      <div className="progress-columns">
        <div>
          <DataBlock
            title={span.is_live ? t('happened.titleNow') : t('happened.title', { time: formatTime(span.at) })}
            loading={<SkeletonRows rows={12} height={40} label={t('loading')} />}
          >
            <HappenedControls search={search} onSearch={onSearch} />
            <Happened
              span={span}
              branch_id={branch?.item.id ?? null}
              search={search.q ?? ''}
              team_id={search.of ?? null}
              isRankedOnly={search.ranked === true}
              formatTime={formatTime}
            />
          </DataBlock>
        </div>
        <div>
          <DataBlock
            title={isNow ? t('standingAt.titleNow') : t('standingAt.title', { time: formatTime(moment) })}
            loading={<SkeletonRows rows={teams.length} height={40} label={t('loading')} />}
          >
            <StandingAt teams={teams} then={then} now={live} />
          </DataBlock>
        </div>
      </div>
    </>
  )
}

interface SavedChart {
  event: Event
  start: number
  series: ReturnType<typeof buildSeries>
  teams: ReturnType<typeof useTeams>
  /** Parts of the file's name, after the event's. */
  words: readonly string[]
}

/** Downloads the lines of all teams. */
function saveCsv({ event, start, series, teams, words }: SavedChart): void {
  const shown = teams.filter(({ id }) => series.lines.has(id))
  const rows = series.times.map((at, index) => [
    new Date(at * 1000).toISOString(),
    Math.round((at - start) / 36) / 100,
    ...shown.map(({ id }) => series.lines.get(id)?.[index] ?? 0),
  ])
  const name = [readEventTitle(event.name), ...words]
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  downloadCsv(`${name || 'progress'}.csv`, [['time', 'hours', ...shown.map((team) => team.name)], ...rows])
}

const nameLength = (seconds: number) =>
  seconds >= 3600
    ? t('strip.hours', { count: Math.round(seconds / 360) / 10 })
    : t('strip.minutes', { count: Math.max(1, Math.round(seconds / 60)) })

/** The page while its history loads. */
export function ChartSkeleton() {
  return (
    <div aria-busy="true">
      <header className="page-head">
        <h1 className="page-title">{t('tab.progress')}</h1>
      </header>
      <Skeleton height={400} />
    </div>
  )
}
