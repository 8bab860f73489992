import './home.css'
import '../../../messages/admin-home.ts'
import type { Event } from '@muster/contract/events'
import type { AdminFigures } from '@muster/contract/readiness'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { formatDay } from '../../../lib/time/time.ts'
import { listDays } from './list-days.ts'
import { useReadiness } from './use-readiness.ts'

/** Signups of the event, in total and by day. */
export function SignupFigures({ event }: { event: Event }) {
  const { figures, lines } = useReadiness(event)
  const { signups, waiting, signups_by_day } = figures
  const unplaced = lines.find(({ code }) => code === 'unplaced')?.count
  if (signups === 0) return <p className="home-none">{t('home.signupsNone')}</p>
  return (
    <>
      <dl className="home-bigs">
        <div>
          <dt>{t('home.places', { count: event.max_size })}</dt>
          <dd className="num">{formatCount(Math.min(signups, event.max_size))}</dd>
        </div>
        <div>
          <dt>{t('home.waiting')}</dt>
          <dd className="num">{formatCount(waiting)}</dd>
        </div>
        {unplaced !== undefined && (
          <div>
            <dt>{t('home.unplaced')}</dt>
            <dd className="num">{formatCount(unplaced)}</dd>
          </div>
        )}
      </dl>
      <PerDay signups_by_day={signups_by_day} />
    </>
  )
}

function PerDay({ signups_by_day }: Pick<AdminFigures, 'signups_by_day'>) {
  const days = listDays(signups_by_day)
  const [first, last] = [days[0], days.at(-1)]
  const best = days.reduce((most, day) => (day.count > most.count ? day : most), { day: '', count: 0 })
  if (!first || !last || days.length < 2) return null
  const show = (day: string) => formatDay(Date.parse(`${day}T12:00:00Z`))
  const words = { from: show(first.day), to: show(last.day), most: best.count, day: show(best.day) }
  return (
    <figure>
      <div className="home-bars" role="img" aria-label={t('home.perDay', words)}>
        {days.map(({ day, count }) => (
          <i key={day} style={{ height: `${Math.max(count === 0 ? 0 : 4, (100 * count) / best.count)}%` }} />
        ))}
      </div>
      <figcaption className="home-bar-words" aria-hidden="true">
        <span>{words.from}</span>
        <span>{t('home.mostOn', words)}</span>
        <span>{words.to}</span>
      </figcaption>
    </figure>
  )
}
