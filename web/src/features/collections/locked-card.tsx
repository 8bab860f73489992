import { useServerNow } from '../../api/clock.ts'
import type { LockedObjective } from '../../api/score-tree.ts'
import { t } from '../../lib/messages.ts'
import { formatFull, splitDuration } from '../../lib/time.ts'
import { Badge } from '../../ui/badge.tsx'
import { Countdown } from '../../ui/countdown.tsx'

/** A collection that is a secret until it opens. */
export function LockedCard({ locked }: { locked: LockedObjective }) {
  const { days, hours, minutes, seconds } = splitDuration(locked.opens_at - useServerNow())
  const total_hours = days * 24 + hours
  return (
    <article className="card card-locked">
      <header className="card-head">
        <h2>{t('collections.lockedTitle')}</h2>
        <Badge icon="lock">{t('collections.locked')}</Badge>
      </header>
      <div className="card-end">
        <p className="quiet small">{t('collections.opens', { time: formatFull(locked.opens_at) })}</p>
        <Countdown
          size="small"
          label={t('countdown.toStart', { length: t('countdown.length', { hours: total_hours, minutes }) })}
          parts={[
            { value: total_hours, unit: t('unit.hoursShort') },
            { value: minutes, unit: t('unit.minutesShort') },
            { value: seconds, unit: t('unit.secondsShort') },
          ]}
        />
      </div>
    </article>
  )
}
