import './team-suggestions.css'
import '../../../messages/admin-plan.ts'
import type { TeamSuggestion, TimeWindow } from '@muster/contract/suggestions'
import type { Goal } from '@muster/domain/scoring/goals'
import { type KeyboardEvent, useState } from 'react'
import { useEvent } from '../../../api/scores/event.ts'
import { openOnly, useReopening } from '../../../api/drafts/use-draft.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatChange } from '../../../lib/text/numbers.ts'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import type { Edit } from './arrangement.ts'
import { Others, Stand } from './goal-row.tsx'
import { SeenButton } from './seen-button.tsx'
import { TextForm } from './text-form.tsx'
import type { Drag } from './use-drag.ts'
import type { PlanEdits } from './use-plan-edits.ts'

interface EntryRowProps {
  entry: TeamSuggestion
  /** Absent for an objective that players no longer see, because its opening was moved. */
  goal: Goal | undefined
  name: string
  team_id: number
  edits: PlanEdits
  drag: Drag
  /** null at the end */
  steps: { readonly up: Edit | null; readonly down: Edit | null }
  onMove: (edit: Edit | null) => void
  onPlace: (window: TimeWindow | null) => void
}

/** An entry of the plan, for leads. Alt and an arrow moves it, wherever in it the focus is. */
export function EntryRow({ entry, goal, name, team_id, edits, drag, steps, onMove, onPlace }: EntryRowProps) {
  const { objective_id, extra, position, taken_by } = entry
  const { plan, remove } = edits
  const [isWriting, setWriting] = useState(false)
  const event_id = useEvent()?.id
  useReopening({ suggestion: openOnly(`${event_id}.${objective_id}`, () => setWriting(true)) })
  const zone = drag.target?.kind === 'entry' && drag.target.objective_id === objective_id ? drag.target.zone : undefined
  const moveByKey = (event: KeyboardEvent) => {
    const step = { ArrowUp: steps.up, ArrowDown: steps.down }[event.key]
    if (!event.altKey || step === undefined) return
    event.preventDefault()
    onMove(step)
  }
  return (
    // The keys come from its buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className="lead-entry"
      data-row={objective_id}
      data-zone={zone}
      onKeyDown={moveByKey}
      {...(isWriting ? {} : drag.source(objective_id, name))}
      {...drag.sink((share) => ({ kind: 'entry', objective_id, zone: share < 0.5 ? 'before' : 'after' }))}
    >
      <span className="lead-entry-place num quieter">{position}</span>
      <div className="lead-entry-words">
        <p className="game">
          <bdi>{name}</bdi>
        </p>
        {!isWriting && extra !== '' && (
          <p className="lead-entry-text" dir="auto">
            {extra}
          </p>
        )}
        {goal ? (
          <div className="lead-entry-stand">
            <div>
              <Stand goal={goal} name={name} />
            </div>
            <div className="lead-entry-others small">
              <Others goal={goal} />
            </div>
          </div>
        ) : (
          <p className="small quieter">{t('leadPlan.notVisible')}</p>
        )}
      </div>
      {goal && <b className="lead-goal-points num">{formatChange(goal.points)}</b>}
      <div className="lead-entry-acts">
        {(['up', 'down'] as const).map((way) => (
          <IconButton
            key={way}
            label={t(way === 'up' ? 'leadPlan.upOf' : 'leadPlan.downOf', { name })}
            icon={way}
            data-part={way}
            disabled={steps[way] === null}
            onClick={() => onMove(steps[way])}
          />
        ))}
        {plan.windows.length > 0 && (
          <Select
            name={t('leadPlan.windowOf', { name })}
            value={String(entry.window ?? -1)}
            choices={[
              ...plan.windows.map((window, index) => ({ value: String(index), label: window.name })),
              { value: '-1', label: t('leadPlan.anyTime') },
            ]}
            onChange={(index) => onPlace(plan.windows[Number(index)] ?? null)}
          />
        )}
        <Button
          size="small"
          kind="quiet"
          aria-expanded={isWriting}
          aria-label={t(extra === '' ? 'leadPlan.writeOf' : 'leadPlan.rewriteOf', { name })}
          onClick={() => setWriting(!isWriting)}
        >
          {t(extra === '' ? 'leadPlan.write' : 'leadPlan.rewrite')}
        </Button>
        <SeenButton suggestion={entry} name={name} team_id={team_id} members={plan.members} />
        <span className="lead-entry-takers small quieter">
          {taken_by.length > 0 && t('leadPlan.takenBy', { names: taken_by.map(({ display_name }) => display_name).join(', ') })}
        </span>
        <IconButton label={t('leadPlan.removeOf', { name })} icon="close" onClick={() => remove(objective_id, extra, name)} />
      </div>
      {isWriting && (
        <TextForm
          objective_id={objective_id}
          entry={entry}
          label={t('leadPlan.textOf', { name })}
          onDone={() => setWriting(false)}
        />
      )}
    </li>
  )
}
