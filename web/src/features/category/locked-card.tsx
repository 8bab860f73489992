import '../../messages/category.ts'
import { useServerNow } from '../../api/live/clock.ts'
import { useEvent } from '../../api/scores/event.ts'
import type { LockedObjective } from '../../api/scores/score-tree.ts'
import { t } from '../../lib/text/messages.ts'
import { formatForEvent } from '../../lib/time/event-zone.ts'
import { splitDuration } from '../../lib/time/time.ts'
import { Badge } from '../../ui/marks/badge.tsx'
import { Countdown } from '../../ui/marks/countdown.tsx'

/** An objective that is hidden until it opens. */
export function LockedCard({ locked }: { locked: LockedObjective }) {
  const zone = useEvent()?.time_zone ?? ''
  const left_ms = locked.opens_at - useServerNow()
  const { days, hours, minutes, seconds } = splitDuration(left_ms)
  const total_hours = days * 24 + hours
  return (
    <article className="card card-locked">
      <header className="card-head">
        <h3>{t('card.lockedTitle')}</h3>
        <Badge icon="lock">{t('card.locked')}</Badge>
      </header>
      <div className="card-end">
        <p className="quiet small">{t('card.opens', { time: formatForEvent(locked.opens_at, zone) })}</p>
        {left_ms > 0 ? (
          <Countdown
            size="small"
            label={t('countdown.toStart', { length: t('countdown.length', { hours: total_hours, minutes }) })}
            parts={[
              { value: total_hours, unit: t('unit.hoursShort') },
              { value: minutes, unit: t('unit.minutesShort') },
              { value: seconds, unit: t('unit.secondsShort') },
            ]}
          />
        ) : (
          <p className="ember strong">{t('card.openingNow')}</p>
        )}
      </div>
    </article>
  )
}
