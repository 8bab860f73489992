import './team-suggestions.css'
import '../../../messages/admin-plan.ts'
import type { Goal } from '@muster/domain/scoring/goals'
import { type CSSProperties, type RefObject, useLayoutEffect, useRef } from 'react'
import { useServerNow } from '../../../api/live/clock.ts'
import { useScoreTree, useTeams } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatChange, formatCount } from '../../../lib/text/numbers.ts'
import { formatSpan } from '../../../lib/time/span.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { Progress } from '../../../ui/marks/progress.tsx'
import { TeamMark } from '../../../ui/marks/team-mark.tsx'
import { isClosingSoon, type ListedGoal } from './goal-filter.ts'
import type { Drag } from './use-drag.ts'

interface GoalRowProps {
  goal: ListedGoal
  style: CSSProperties
  isPlanned: boolean
  /** The plan is full. */
  isFull: boolean
  drag: Drag
  onAdd: () => void
}

/** One objective that can be planned. */
export function GoalRow({ goal, style, isPlanned, isFull, drag, onAdd }: GoalRowProps) {
  const { name, path, objective_id } = goal
  const mark = usePlannedMark(isPlanned)
  return (
    <li className="lead-goal" style={style} {...(isPlanned || isFull ? {} : drag.source(objective_id, name))}>
      <div className="lead-goal-words">
        <p className="game clip" title={name}>
          <bdi>{name}</bdi>
        </p>
        <p className="small quieter clip">
          <bdi>{path.join(' / ')}</bdi>
        </p>
      </div>
      <div className="lead-goal-stand">
        <Stand goal={goal} name={name} />
      </div>
      <div className="lead-goal-others small">
        <Others goal={goal} />
      </div>
      <b className="lead-goal-points num">{formatChange(goal.points)}</b>
      {isPlanned ? (
        <span className="lead-goal-planned small quieter" ref={mark} tabIndex={-1}>
          <Icon name="check" size={14} /> {t('leadPlan.planned')}
        </span>
      ) : (
        <Button size="small" icon="plus" disabled={isFull} aria-label={t('leadPlan.addOf', { name })} onClick={onAdd}>
          {t('leadPlan.add')}
        </Button>
      )}
    </li>
  )
}

/** The mark replaces the pressed button, and takes its focus. */
function usePlannedMark(isPlanned: boolean): RefObject<HTMLSpanElement | null> {
  const mark = useRef<HTMLSpanElement>(null)
  const wasPlanned = useRef(isPlanned)
  useLayoutEffect(() => {
    if (isPlanned && !wasPlanned.current && document.activeElement === document.body) mark.current?.focus()
    wasPlanned.current = isPlanned
  }, [isPlanned])
  return mark
}

/** The team's progress, the missing part, and the closing time. */
export function Stand({ goal, name }: { goal: Goal; name: string }) {
  const { by_id } = useScoreTree().tree
  const [done, of] = [formatCount(goal.done), formatCount(goal.of)]
  const missing = goal.missing_ids.map((id) => by_id.get(id)?.item.name ?? '').join(', ')
  return (
    <>
      <div className="lead-goal-tally">
        <Progress done={goal.done} of={goal.of} label={t('leadPlan.progress', { name, done, of })} />
        <span className="small num" aria-hidden="true">
          {t('leadPlan.doneOf', { done, of })}
        </span>
      </div>
      <p className="small quieter clip" title={missing}>
        {goal.closes_at !== null && <Closes goal={goal} at={goal.closes_at} />}
        {missing !== '' && t('leadPlan.missing', { list: missing })}
      </p>
    </>
  )
}

function Closes({ goal, at }: { goal: Goal; at: number }) {
  const now = useServerNow(10_000)
  return (
    <span className={isClosingSoon(goal, now) ? 'ember num' : 'num'}>
      {t('leadPlan.closes', { length: formatSpan(at - now) })}{' '}
    </span>
  )
}

/** The number of places taken, and the nearest rival. */
export function Others({ goal: { finished_teams, rival } }: { goal: Goal }) {
  const teams = useTeams()
  const team = rival === null || rival === 'hidden' ? undefined : teams.find(({ id }) => id === rival.team_id)
  return (
    <>
      <p className={finished_teams === 0 ? 'quieter' : undefined}>
        {t('leadPlan.places', { count: finished_teams, of: teams.length })}
      </p>
      {rival === 'hidden' ? (
        <p className="quieter">{t('leadPlan.rivalHidden')}</p>
      ) : (
        rival !== null &&
        team && (
          <p className="lead-goal-rival">
            <TeamMark team={team} isShort size="small" />
            <span className={rival.missing <= 2 ? 'ember' : 'quieter'}>{t('leadPlan.rival', { count: rival.missing })}</span>
          </p>
        )
      )}
    </>
  )
}
