import './team-suggestions.css'
import '../../../messages/admin-plan.ts'
import type { TeamSuggestion } from '@muster/contract/suggestions'
import type { Goal } from '@muster/domain/scoring/goals'
import { t } from '../../../lib/text/messages.ts'
import { IconButton } from '../../../ui/forms/button.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import type { PlanEdits } from './use-plan-edits.ts'

interface FinishedProps {
  entries: readonly TeamSuggestion[]
  goals: ReadonlyMap<number, Goal>
  nameOf: (objective_id: number) => string
  edits: PlanEdits
}

/** Completed and closed entries stay in the plan until a lead removes them. */
export function FinishedRows({ entries, goals, nameOf, edits }: FinishedProps) {
  return (
    <details className="lead-finished">
      <summary>{t('leadPlan.finished', { count: entries.length })}</summary>
      <ul>
        {entries.map(({ objective_id, extra }) => {
          const name = nameOf(objective_id)
          const isDone = goals.get(objective_id)?.state === 'done'
          return (
            <li key={objective_id}>
              <Icon name={isDone ? 'check' : 'clock'} size={14} />
              <bdi className="game">{name}</bdi>
              <span className="small quieter">{t(isDone ? 'leadPlan.done' : 'leadPlan.closed')}</span>
              <IconButton
                label={t('leadPlan.removeOf', { name })}
                icon="close"
                onClick={() => edits.remove(objective_id, extra, name)}
              />
            </li>
          )
        })}
      </ul>
    </details>
  )
}
