import './team-suggestions.css'
import '../../../messages/admin-plan.ts'
import { maxTimeWindows, type TimeWindow } from '@muster/contract/suggestions'
import type { Goal } from '@muster/domain/scoring/goals'
import { useState } from 'react'
import { openOnly, useReopening } from '../../../api/drafts/use-draft.ts'
import { useEvent, useScoreTree } from '../../../api/scores/event.ts'
import { useGoals } from '../../../api/teams/goals.ts'
import { useIsPhone } from '../../../lib/browser/media.ts'
import { t } from '../../../lib/text/messages.ts'
import { useKeepFocus } from '../../../lib/use-keep-focus.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Empty } from '../../../ui/layout/states.tsx'
import { addWindow, arrangementOf, changeWindow, type Edit, findStep, place } from './arrangement.ts'
import { EntryRow } from './entry-row.tsx'
import { FinishedRows } from './finished-rows.tsx'
import type { Drag } from './use-drag.ts'
import type { PlanEdits } from './use-plan-edits.ts'
import { idOfWindow, WindowDialog } from './window-dialog.tsx'
import { WindowHead } from './window-head.tsx'

interface PlanPaneProps {
  team_id: number
  edits: PlanEdits
  drag: Drag
  /** Announces the result of a button or key to screen readers. */
  say: (text: string) => void
}

/** The plan for leads to arrange: by time window, each in its order. Completed and closed entries are folded. */
export function PlanPane({ team_id, edits, drag, say }: PlanPaneProps) {
  const { plan, arrange, save } = edits
  const { by_id } = useScoreTree().tree
  const goals = new Map(
    useGoals(team_id, new Set(plan.entries.map(({ objective_id }) => objective_id))).map((goal) => [goal.objective_id, goal]),
  )
  const [edited, setEdited] = useState<TimeWindow | 'new' | null>(null)
  const event_id = useEvent()?.id
  useReopening({
    time_window: (id) =>
      [null, ...plan.windows].some((window) => openOnly(idOfWindow(event_id, window), () => setEdited(window ?? 'new'))(id)),
  })
  const frame = useKeepFocus(plan)
  const isPhone = useIsPhone()
  const isOpen = (goal: Goal | undefined) => goal === undefined || goal.state === 'open'
  const open = plan.entries.filter(({ objective_id }) => isOpen(goals.get(objective_id)))
  const finished = plan.entries.filter(({ objective_id }) => !isOpen(goals.get(objective_id)))
  const nameOf = (id: number) => by_id.get(id)?.item.name ?? t('leadPlan.unknown')

  function sayPlace(id: number, edit: Edit): void {
    const { windows, entries } = edit(arrangementOf(plan))
    const at = entries.findIndex(({ objective_id }) => objective_id === id)
    const index = entries[at]?.window ?? null
    const window = index === null ? t('leadPlan.anyTime') : (windows[index]?.name ?? '')
    say(t('leadPlan.saidPlace', { name: nameOf(id), place: at + 1, of: entries.length, window }))
  }
  function move(id: number, edit: Edit | null): void {
    if (!edit) return
    arrange(edit)
    sayPlace(id, edit)
  }
  const stepOf = (id: number, by: 1 | -1) => findStep({ windows: plan.windows, entries: open }, id, by)

  return (
    <div ref={frame}>
      {plan.entries.length === 0 && plan.windows.length === 0 && (
        <div {...drag.sink(() => ({ kind: 'window', window: null }))}>
          <Empty title={t('leadPlan.emptyTitle')} text={t(isPhone ? 'leadPlan.emptyTextPhone' : 'leadPlan.emptyText')} />
        </div>
      )}
      {[...plan.windows.keys(), null].map((index) => {
        const window = index === null ? null : (plan.windows[index] ?? null)
        const inWindow = open.filter((entry) => entry.window === index)
        if (window === null && inWindow.length === 0 && plan.windows.length === 0) return null
        const isTarget = drag.target?.kind === 'window' && drag.target.window === index
        return (
          <section
            key={index}
            className="lead-window"
            aria-label={window?.name ?? t('leadPlan.anyTime')}
            data-target={isTarget || undefined}
            {...drag.sink(() => ({ kind: 'window', window: index }))}
          >
            {plan.windows.length > 0 && (
              <WindowHead window={window} count={inWindow.length} edits={edits} onEdit={() => setEdited(window)} />
            )}
            {inWindow.length === 0 ? (
              <p className="lead-window-empty small quieter">{t('leadPlan.windowEmpty')}</p>
            ) : (
              <ol>
                {inWindow.map((entry) => (
                  <EntryRow
                    key={entry.objective_id}
                    entry={entry}
                    goal={goals.get(entry.objective_id)}
                    name={nameOf(entry.objective_id)}
                    team_id={team_id}
                    edits={edits}
                    drag={drag}
                    steps={{ up: stepOf(entry.objective_id, -1), down: stepOf(entry.objective_id, 1) }}
                    onMove={(edit) => move(entry.objective_id, edit)}
                    onPlace={(to) => move(entry.objective_id, place(entry.objective_id, to, null))}
                  />
                ))}
              </ol>
            )}
          </section>
        )
      })}
      {finished.length > 0 && <FinishedRows entries={finished} goals={goals} nameOf={nameOf} edits={edits} />}
      <div className="lead-plan-foot">
        <Button
          size="small"
          icon="plus"
          disabled={plan.windows.length >= maxTimeWindows}
          title={plan.windows.length >= maxTimeWindows ? t('leadPlan.windowsFull', { most: maxTimeWindows }) : undefined}
          onClick={() => setEdited('new')}
        >
          {t('leadPlan.windowAdd')}
        </Button>
      </div>
      {edited && (
        <WindowDialog
          window={edited === 'new' ? null : edited}
          onSave={(next) => save(edited === 'new' ? addWindow(next) : changeWindow(edited, next))}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  )
}
