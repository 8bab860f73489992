import './event.css'
import '../../messages/home.ts'
import type { Event } from '@muster/contract/events'
import { Suspense } from 'react'
import { DataGuard } from '../../api/calls/data-block.tsx'
import { useServerNow } from '../../api/live/clock.ts'
import { useParticipants, useScores } from '../../api/scores/event.ts'
import { readClaimed } from '../../api/scores/score-tree.ts'
import { t } from '../../lib/text/messages.ts'
import { readEventTitle } from '@muster/domain/events/title'
import { formatCount } from '../../lib/text/numbers.ts'
import { formatForEvent } from '../../lib/time/event-zone.ts'
import { formatDay, splitDuration } from '../../lib/time/time.ts'
import { Badge } from '../../ui/marks/badge.tsx'
import { Countdown } from '../../ui/marks/countdown.tsx'
import { CalendarMenu } from './calendar-menu.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import type { Phase } from '../../api/scores/phase.ts'

const day_ms = 86_400_000

/** Name, state and countdown of the event. */
export function EventHead({ event, phase }: { event: Event; phase: Phase }) {
  const start = Date.parse(event.event_start_time)
  const end = Date.parse(event.event_end_time)
  return (
    <section className="hero" aria-labelledby="event-name">
      <div>
        <h1 id="event-name">
          <bdi>{readEventTitle(event.name)}</bdi>
        </h1>
        <div className="hero-line">
          {phase === 'running' && (
            <>
              <Badge kind="running">{t('event.running')}</Badge>
              <RunningDay start={start} end={end} />
            </>
          )}
          {phase === 'upcoming' && (
            <>
              <Badge kind="note" icon="clock">
                {t('event.upcoming')}
              </Badge>
              <span>{t('event.starts', { time: formatForEvent(start, event.time_zone) })}</span>
            </>
          )}
          {phase === 'ended' && (
            <>
              <Badge icon="check">{t('event.ended')}</Badge>
              <span>{t('event.endedAt', { time: formatForEvent(end, event.time_zone) })}</span>
            </>
          )}
          {event.archived_at !== null && <span>{t('event.imported', { day: formatDay(Date.parse(event.archived_at)) })}</span>}
          {event.teams.length > 0 && <span>{t('event.teams', { count: event.teams.length })}</span>}
          <DataGuard title={t('crosstable.title')} failure={null}>
            <Suspense fallback={<Skeleton width={270} height={14} />}>
              <Players />
              {phase !== 'upcoming' && <ClaimedLine />}
            </Suspense>
          </DataGuard>
          {phase !== 'ended' && <CalendarMenu event={event} />}
        </div>
      </div>
      {phase !== 'ended' && <EventCountdown to={phase === 'running' ? end : start} phase={phase} />}
    </section>
  )
}

function RunningDay({ start, end }: { start: number; end: number }) {
  const now = useServerNow(10_000)
  return <span>{t('event.day', { day: Math.floor((now - start) / day_ms) + 1, days: Math.ceil((end - start) / day_ms) })}</span>
}

function Players() {
  const count = useParticipants().size
  return count > 0 ? <span>{t('event.players', { count })}</span> : null
}

/** The share of the tree that at least one team has finished. */
function ClaimedLine() {
  const claimed = useScores(
    (scores, score_tree) => readClaimed(score_tree, scores).get(score_tree.tree.root?.item.id ?? 0) ?? null,
  )
  if (!claimed) return null
  return <span className="num">{t('event.claimed', { done: formatCount(claimed[0]), all: formatCount(claimed[1]) })}</span>
}

function EventCountdown({ to, phase }: { to: number; phase: Phase }) {
  const now = useServerNow()
  const { days, hours, minutes, seconds } = splitDuration(to - now)
  const isLong = days >= 4
  const total_hours = days * 24 + hours
  const first = isLong
    ? [
        { value: days, unit: t('unit.days', { count: days }) },
        { value: hours, unit: t('unit.hours', { count: hours }) },
      ]
    : [{ value: total_hours, unit: t('unit.hours', { count: total_hours }) }]
  const rest = [
    { value: minutes, unit: t('unit.minutes', { count: minutes }) },
    ...(isLong ? [] : [{ value: seconds, unit: t('unit.seconds') }]),
  ]
  const [lead, ...others] = [...first, ...rest]
  const length = t('countdown.length', { hours: total_hours, minutes })
  if (!lead) return null
  const left = phase === 'running' ? { ...lead, unit: t('countdown.left', { unit: lead.unit }) } : lead
  return (
    <Countdown label={t(phase === 'running' ? 'countdown.toEnd' : 'countdown.toStart', { length })} parts={[left, ...others]} />
  )
}
