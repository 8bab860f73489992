import '../../messages/profile.ts'
import '../../messages/ladder-page.ts'
import type { GameVersion } from '@muster/contract/events'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { read } from '../../api/calls/queries.ts'
import { type MessageKey, t } from '../../lib/text/messages.ts'
import { formatEventTime } from '../../lib/time/time.ts'
import { lazyPart } from '../../ui/deferred/lazy-part.ts'
import { Select } from '../../ui/forms/select.tsx'
import { Empty } from '../../ui/layout/states.tsx'
import { TableWrap } from '../../ui/layout/table.tsx'
import { listMetrics, listMilestones, type Metric, readGrowth } from './growth.ts'

const GrowthChart = lazyPart(() => import('./growth-chart.tsx').then((module) => ({ default: module.GrowthChart })))

const nameOf = (metric: Metric): MessageKey => (metric === 'xp' ? 'growth.xp' : `column.${metric}`)

interface GrowthProps {
  user_id: number
  character_id: string
  game_version: GameVersion
  /** Milliseconds. */
  start: number
  /** The time of the shown build, milliseconds. */
  at: number | null
  /** Milliseconds. */
  onPick: (at: number) => void
}

/** The growth of a character: lines, and the same in words. */
export function GrowthBlock({ user_id, character_id, game_version, start, at, onPick }: GrowthProps) {
  const readings = useSuspenseQuery(read('getCharacterHistory', { user_id, character_id })).data
  const [metric, setMetric] = useState<Metric>('xp')
  const growth = useMemo(() => readGrowth(game_version, readings, metric), [game_version, readings, metric])
  const [first, last] = [growth.levels[0], growth.levels.at(-1)]
  if (first === undefined || last === undefined) return <Empty title={t('growth.emptyTitle')} text={t('growth.emptyText')} />
  const offered = listMetrics(readings)
  const hours = ((growth.times.at(-1) ?? 0) - (growth.times[0] ?? 0)) / 3600
  const label = t('growth.label', { from: Math.floor(first), to: Math.floor(last), length: Math.round(hours) })
  return (
    <>
      <div className="growth-head">
        <span className="small quieter prompt">{t('growth.help')}</span>
        {offered.length > 1 && (
          <Select
            label={t('growth.metric')}
            value={metric}
            choices={offered.map((value) => ({ value, label: t(nameOf(value)) }))}
            onChange={setMetric}
          />
        )}
      </div>
      <Suspense fallback={<div className="growth-frame" />}>
        <GrowthChart
          label={label}
          growth={growth}
          at={at === null ? null : at / 1000}
          formatTime={(moment) => formatEventTime(moment * 1000, start)}
          onPick={(moment) => onPick(moment * 1000)}
        />
      </Suspense>
      <TableWrap label={t('growth.steps')}>
        <table className="table growth-steps" aria-label={t('growth.steps')}>
          <tbody>
            <tr>
              <th scope="row">{t('growth.level')}</th>
              {listMilestones(growth).map(({ level }) => (
                <td key={level} className="num">
                  {level}
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">{t('growth.reached')}</th>
              {listMilestones(growth).map(({ level, at: reached }) => (
                <td key={level} className="num quiet">
                  {formatEventTime(reached * 1000, start)}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </TableWrap>
    </>
  )
}
