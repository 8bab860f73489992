import './plan.css'
import '../../messages/plan.ts'
import type { TeamSuggestion } from '@muster/contract/suggestions'
import type { Goal } from '@muster/domain/scoring/goals'
import { useParticipants, useScores, useScoreTree } from '../../api/scores/event.ts'
import { scoresOf } from '../../api/scores/score-tree.ts'
import { t } from '../../lib/text/messages.ts'
import { Icon } from '../../ui/marks/icon.tsx'

interface FinishedProps {
  finished: readonly { readonly entry: TeamSuggestion; readonly goal: Goal }[]
  team_id: number
}

/** Finished entries, collapsed but still accessible. */
export function FinishedEntries({ finished, team_id }: FinishedProps) {
  return (
    <details className="plan-finished">
      <summary>{t('teamPlan.finished', { count: finished.length })}</summary>
      <ul>
        {finished.map(({ entry, goal }) => (
          <Finished key={entry.objective_id} goal={goal} team_id={team_id} />
        ))}
      </ul>
    </details>
  )
}

function Finished({ goal: { objective_id, state }, team_id }: { goal: Goal; team_id: number }) {
  const { by_id } = useScoreTree().tree
  const user_id = useScores((scores) => scoresOf(scores, objective_id).get(team_id)?.user_id ?? null)
  const finder = useParticipants().get(user_id ?? 0)
  return (
    <li>
      <Icon name={state === 'done' ? 'check' : 'close'} size={14} />
      <bdi className="game">{by_id.get(objective_id)?.item.name}</bdi>
      <span className="small quieter">
        {state !== 'done'
          ? t('teamPlan.closed')
          : finder
            ? t('teamPlan.doneBy', { name: finder.display_name })
            : t('teamPlan.done')}
      </span>
    </li>
  )
}
