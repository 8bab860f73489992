import './plan.css'
import '../../messages/plan.ts'
import type { TeamSuggestion } from '@muster/contract/suggestions'
import type { Goal } from '@muster/domain/scoring/goals'
import { WriteProblem } from '../../api/calls/write-problem.tsx'
import { useServerNow } from '../../api/live/clock.ts'
import { useScoreTree, useSelf } from '../../api/scores/event.ts'
import { useTaking } from '../../api/teams/plan.ts'
import { t } from '../../lib/text/messages.ts'
import { formatChange, formatCount } from '../../lib/text/numbers.ts'
import { formatClock } from '../../lib/time/time.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Progress } from '../../ui/marks/progress.tsx'
import { useSeen } from './use-seen.ts'

/** Missing parts and players to name; the others are counted. */
const maxNamed = 3
const maxPeople = 6

/** One entry: missing parts, the leads' words, the team's progress, and who works on it. */
export function PlanEntry({ entry, goal }: { entry: TeamSuggestion; goal: Goal }) {
  const { by_id } = useScoreTree().tree
  const element = useSeen<HTMLLIElement>(entry)
  const item = by_id.get(entry.objective_id)?.item
  if (!item) return null
  const named = goal.missing_ids.slice(0, maxNamed).map((id) => by_id.get(id)?.item.name ?? '')
  const more = goal.missing_ids.length - named.length
  const list = named.join(', ')
  const [done, of] = [formatCount(goal.done), formatCount(goal.of)]
  return (
    <li className="plan-entry" ref={element}>
      <span className="plan-place num quieter">{entry.position}</span>
      <div className="plan-words">
        <h4 className="game">
          <bdi>{item.name}</bdi>
        </h4>
        {named.length > 0 && (
          <p className="quiet small">
            {more > 0 ? t('teamPlan.missingMore', { list, count: more }) : t('teamPlan.missing', { list })}
          </p>
        )}
        {entry.extra !== '' && (
          <p className="plan-text" dir="auto">
            {entry.extra}
          </p>
        )}
      </div>
      <div className="plan-progress">
        <div className="plan-tally">
          <Progress done={goal.done} of={goal.of} label={t('teamPlan.progress', { objective: item.name, done, of })} />
          <span className="small num" aria-hidden="true">
            {t('teamPlan.doneOf', { done, of })}
          </span>
        </div>
        {goal.closes_at !== null && <Closing at={goal.closes_at} />}
      </div>
      <b className="plan-points num">{formatChange(goal.points)}</b>
      <Takers entry={entry} name={item.name} />
    </li>
  )
}

/** Only this part renders each second. */
function Closing({ at }: { at: number }) {
  const now = useServerNow()
  return <p className="small ember num">{t('teamPlan.closes', { length: formatClock(at - now) })}</p>
}

function Takers({ entry, name }: { entry: TeamSuggestion; name: string }) {
  const self_id = useSelf().data?.id
  const { isTaken, write } = useTaking(entry)
  const others = entry.taken_by.filter(({ id }) => id !== self_id)
  const hidden = others.length - maxPeople
  const names = [
    ...others.slice(0, maxPeople).map(({ display_name }) => display_name),
    ...(hidden > 0 ? [t('teamPlan.others', { count: hidden })] : []),
    ...(isTaken ? [t('teamPlan.you')] : []),
  ]
  const last = names.at(-1) ?? t('teamPlan.nobody')
  const list = names.slice(0, -1).join(', ')
  return (
    <div className="plan-takers">
      <p className="small quieter">{list === '' ? last : t('teamPlan.and', { list, last })}</p>
      <Button
        size="small"
        icon={isTaken ? 'check' : undefined}
        aria-label={t(isTaken ? 'teamPlan.takenOf' : 'teamPlan.takeOf', { objective: name })}
        onClick={() => write.run(undefined)}
      >
        {t(isTaken ? 'teamPlan.taken' : 'teamPlan.take')}
      </Button>
      <WriteProblem write={write} />
    </div>
  )
}
