import './team-suggestions.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-plan.ts'
import { useState } from 'react'
import { DataBlock } from '../../../api/calls/data-block.tsx'
import { type TeamView, useScoreTree, useTeams } from '../../../api/scores/event.ts'
import { useIsPhone } from '../../../lib/browser/media.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Empty, SkeletonRows } from '../../../ui/layout/states.tsx'
import { TeamMark, teamStyle } from '../../../ui/marks/team-mark.tsx'
import { Sheet } from '../../../ui/overlays/dialog.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { place } from './arrangement.ts'
import { GoalList } from './goal-list.tsx'
import { PlanPane } from './plan-pane.tsx'
import { TeamMessage } from './team-message.tsx'
import { type DropTarget, useDrag } from './use-drag.ts'
import { usePlanEdits } from './use-plan-edits.ts'

/** The leads' plan for their team, in order. */
export function TeamSuggestionsPage() {
  const team = useTeams().find(({ is_own }) => is_own)
  const { root } = useScoreTree().tree
  const title = t('leadPlan.title')
  if (!team || !root)
    return (
      <AdminPage title={title}>
        <Empty title={t('leadPlan.nothingTitle')} text={t('leadPlan.nothingText')} />
      </AdminPage>
    )
  return (
    <AdminPage
      title={title}
      lead={
        <>
          <span className="lead-plan-team">
            <TeamMark team={team} />
          </span>
          {t('leadPlan.lead')}
        </>
      }
    >
      <Planning key={team.id} team={team} />
    </AdminPage>
  )
}

function Planning({ team }: { team: TeamView }) {
  const edits = usePlanEdits()
  const isPhone = useIsPhone()
  const [isChoosing, setChoosing] = useState(false)
  const [said, setSaid] = useState('')
  const drag = useDrag((objective_id: number, target: DropTarget) => {
    const { windows, entries } = edits.plan
    if (target.kind === 'window')
      return edits.arrange(place(objective_id, target.window === null ? null : (windows[target.window] ?? null), null))
    const over = entries.find((entry) => entry.objective_id === target.objective_id)
    if (!over) return
    const mates = entries.filter(({ window }) => window === over.window)
    const before = target.zone === 'before' ? over : mates[mates.indexOf(over) + 1]
    const window = over.window === null ? null : (windows[over.window] ?? null)
    edits.arrange(place(objective_id, window, before?.objective_id ?? null))
  })
  const shared = { team_id: team.id, edits, drag, say: setSaid }
  const goals = <GoalList {...shared} />
  const loading = <SkeletonRows rows={8} height={72} label={t('loading')} />
  return (
    <div className="team lead-plan" style={teamStyle(team.look)}>
      <p className="vh" role="status" aria-live="polite">
        {said}
      </p>
      {!isPhone && (
        <DataBlock title={t('leadPlan.goals')} note={t('leadPlan.goalsNote')} loading={loading}>
          {goals}
        </DataBlock>
      )}
      <DataBlock
        title={t('leadPlan.plan')}
        note={edits.is_busy ? t('leadPlan.saving') : <span className="only-wide">{t('leadPlan.planNote')}</span>}
        loading={loading}
      >
        <TeamMessage team_id={team.id} edits={edits} />
        <PlanPane {...shared} />
        {isPhone && (
          <Button kind="primary" icon="plus" onClick={() => setChoosing(true)}>
            {t('leadPlan.choose')}
          </Button>
        )}
      </DataBlock>
      <Sheet title={t('leadPlan.goals')} isOpen={isPhone && isChoosing} onClose={() => setChoosing(false)}>
        <div className="team" style={teamStyle(team.look)}>
          {goals}
        </div>
      </Sheet>
    </div>
  )
}
