import './event.css'
import '../../messages/home.ts'
import type { Event } from '@muster/contract/events'
import { useServerNow } from '../../api/live/clock.ts'
import { useScoreTree } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { formatDayTime } from '../../lib/time/time.ts'
import { isNowLeft, listDays, listMoments } from './moments.ts'

const hour_ms = 3_600_000

/** The event from start to end: days above the line, openings below it, and the current time. */
export function Timeline({ event }: { event: Event }) {
  const start = Date.parse(event.event_start_time)
  const end = Date.parse(event.event_end_time)
  // Shorter changes would not be visible.
  const now = useServerNow(10_000)
  const score_tree = useScoreTree()
  const length = Math.max(1, end - start)
  const share = (at: number) => Math.min(100, Math.max(0, (100 * (at - start)) / length))
  const hour = Math.max(0, Math.floor((Math.min(now, end) - start) / hour_ms))
  const hours = Math.round(length / hour_ms)
  const nowShare = share(now)
  const isRunning = now >= start && now < end
  return (
    <div className="rail only-wide" role="img" aria-label={t('event.timeline', { hour, hours })}>
      <div aria-hidden="true">
        <i className="rail-line" />
        <i className="rail-past" style={{ width: `${nowShare}%` }} />
        {listDays(start, end, isRunning ? nowShare : null).map(({ at, place, isEnd, hasLabel }) => (
          <span key={at} className={isEnd ? 'rail-day rail-end' : 'rail-day'} style={{ left: `${place}%` }}>
            {hasLabel && formatDayTime(at)}
          </span>
        ))}
        {listMoments(score_tree, start, end).map((moment) => {
          const state = moment.opens_at > now ? 'later' : isRunning && (moment.closes_at ?? 0) > now ? 'open' : 'past'
          return (
            <span
              key={`${moment.title} ${moment.opens_at}`}
              className={`rail-moment rail-moment-${state}`}
              style={{ left: `${share(moment.opens_at)}%`, maxWidth: `${moment.room}%` }}
            >
              {moment.room > 0 && (
                <bdi className="rail-words" title={moment.title}>
                  {moment.title}
                </bdi>
              )}
            </span>
          )
        })}
        {isRunning && (
          <span className={isNowLeft(nowShare) ? 'rail-now rail-now-left' : 'rail-now'} style={{ left: `${nowShare}%` }}>
            {t('event.now', { hour })}
          </span>
        )}
      </div>
    </div>
  )
}
