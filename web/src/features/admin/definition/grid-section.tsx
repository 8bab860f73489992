import './grid.css'
import '../../../messages/admin-definition.ts'
import '../../../messages/admin-grid.ts'
import type { Event } from '@muster/contract/events'
import type { SheetMerge } from '@muster/domain/objective-sheet/merge-rows'
import { useEffect, useRef } from 'react'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { useDraftInput } from '../../../api/drafts/use-draft-input.tsx'
import { isSame } from '../../../lib/same.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { useZone } from '../kit/use-zone.ts'
import { ApplyPlan } from './apply-plan.tsx'
import { DifferenceList, ProblemList } from './difference-list.tsx'
import { GridPaste } from './grid-input.tsx'
import { GridSchedule } from './grid-schedule.tsx'
import { GridSets } from './grid-sets.tsx'
import { ItemNames } from './item-names.tsx'
import { GridTable } from './grid-table.tsx'
import { emptyGrid, isGridInput, useGrid } from './use-grid.ts'

/** Objectives as rows: pasted or typed, checked cell by cell, and applied together. */
export function GridSection({ event }: { event: Event }) {
  const draft = useDraft('objective_grid', event.id, emptyGrid, { isValid: isGridInput })
  const input = useDraftInput(draft)
  const { rows } = input.values
  const { current, before, clock, merge, warnings, plan, isOld, isEmpty } = useGrid(event, rows)
  const now = useRef(input)
  useEffect(() => {
    now.current = input
  })
  const used = input.values
  /** Rows with a mistake, and text that is not in a row, stay. */
  const rest = { ...used, rows: rows.filter((_, at) => merge.states[at] === 'wrong') }
  const ready = merge.states.filter((state) => state !== 'wrong' && state !== 'empty').length
  return (
    <div className="grid-section">
      {input.notice}
      <GridPaste event={event} input={used} before={before} clock={clock} onChange={input.change} />
      <GridSets event={event} before={before} rows={rows} onRows={(next) => input.change({ rows: next })} />
      <ItemNames game_version={event.game_version} />
      <GridTable rows={rows} merge={merge} warnings={warnings} onChange={(next) => input.change({ rows: next })} />
      {!isEmpty && (
        <GridSchedule
          rows={rows}
          schedule={used.schedule}
          onSchedule={(schedule) => input.change({ schedule })}
          onRows={(next) => input.change({ rows: next })}
        />
      )}
      <div className="grid-result" aria-busy={isOld}>
        {isEmpty ? (
          <p className="quieter">{t('grid.nothing')}</p>
        ) : (
          <Summary merge={merge} ready={ready} warned={new Set(warnings.map(({ line }) => line)).size} />
        )}
        {!isEmpty && plan.ok && plan.edits.length === 0 && (
          <p className="strong">{t(ready > 0 ? 'grid.same' : 'grid.noneReady')}</p>
        )}
        {!plan.ok && <ProblemList problems={plan.problems} />}
        {plan.ok && plan.edits.length > 0 && (
          <>
            <DifferenceList lines={plan.lines} />
            {!isOld && (
              <ApplyPlan
                event={event}
                before={current.text}
                lines={plan.edit_lines}
                unit="row"
                application={{
                  edits: plan.edits,
                  definition_version: current.definition_version,
                  reason: t('grid.reason', { count: ready, number: formatCount(ready) }),
                }}
                onDone={() => input.clear(used, rest)}
                // Unless the organiser went on with other rows.
                onUndone={() => isSame(now.current.values, rest) && now.current.change(used)}
              />
            )}
          </>
        )}
      </div>
    </div>
  )
}

function Summary({ merge, ready, warned }: { merge: SheetMerge; ready: number; warned: number }) {
  const { zone } = useZone()
  const count = (wanted: SheetMerge['states'][number]) => formatCount(merge.states.filter((state) => state === wanted).length)
  const wrong = merge.states.filter((state) => state === 'wrong').length
  const { newCategories } = merge
  return (
    <p role="status">
      {t('grid.ready', { ready: formatCount(ready), added: count('new'), changed: count('changed'), same: count('same') })}{' '}
      {newCategories > 0 && `${t('grid.categories', { count: newCategories, number: formatCount(newCategories) })} `}
      {wrong > 0 ? t('grid.wrongStay', { count: wrong, number: formatCount(wrong) }) : t('grid.noneWrong')}{' '}
      {warned > 0 && `${t('grid.warned', { count: warned, number: formatCount(warned) })} `}
      {t('grid.zone', { zone: zone || Intl.DateTimeFormat().resolvedOptions().timeZone })}
    </p>
  )
}
