import './personal-steps.css'
import '../../messages/personal-steps.ts'
import { numberRows } from '@muster/domain/characters/number-rows'
import { readPersonal } from '@muster/domain/characters/numbers'
import type { PersonalGauge } from '@muster/domain/characters/personal-points'
import { useOwnPlayer } from '../../api/people/own-player.ts'
import { usePlayerRules } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { Empty } from '../../ui/layout/states.tsx'
import { Progress, Share } from '../../ui/marks/progress.tsx'
import { describeNext } from './describe-next.ts'

/** The viewer's own steps towards the team's personal objectives. */
export function PersonalSteps() {
  const rules = usePlayerRules()
  const player = useOwnPlayer()
  if (!player) return <Empty title={t('steps.emptyTitle')} text={t('steps.emptyText')} />
  const { points, most, general, figures } = readPersonal(player, rules)
  const label = t('steps.of', { points: formatCount(points), cap: formatCount(most) })
  return (
    <>
      <div className="steps-bar">
        <Progress done={points} of={most} label={label} />
        <span className="small quieter num">{label}</span>
      </div>
      <ul className="steps">
        {[...general.gauges, ...figures.gauges].map((gauge, index) => (
          <Gauge key={index} gauge={gauge} />
        ))}
      </ul>
    </>
  )
}

/** One number, with a segment for each of its steps that fills on the way to it. */
function Gauge({ gauge: { number_field, value, steps, next, shares } }: { gauge: PersonalGauge }) {
  return (
    <li>
      <span>{numberRows[number_field].label}</span> <b className="num">{formatCount(value)}</b>
      <small className="quieter">{describeNext(next)}</small>
      <div className="steps-gauge" aria-hidden="true">
        {steps.map(({ at }, index) => (
          <span key={at}>
            <Share share={shares[index] ?? 0} />
            <small className={value >= at ? 'num' : 'num quieter'}>{formatCount(at)}</small>
          </span>
        ))}
      </div>
    </li>
  )
}
