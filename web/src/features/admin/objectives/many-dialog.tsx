import '../../../messages/admin-objective-changes.ts'
import '../../../messages/admin-objectives.ts'
import '../../../messages/admin.ts'
import { maxEdits } from '@muster/contract/definition'
import { useStore } from '@tanstack/react-form'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { type Board, readBoard } from '../../../api/scores/board.ts'
import { useEventKey } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { useZone } from '../kit/use-zone.ts'
import { useCheck } from '../what-if/check-edits.tsx'
import { describeChanges } from './change-lines.ts'
import { type Definition, whenTreeIsNew } from './definition.ts'
import {
  countTooMany,
  isManyInput,
  listChanges,
  listRefusals,
  listTicked,
  noInput,
  type ObjectiveChange,
  writeChanges,
} from './many-changes.ts'
import { ManyFields } from './many-fields.tsx'
import { nameObjectives } from './name-objectives.ts'

interface ManyDialogProps {
  event_id: number
  definition: Definition
  /** The ticked objectives. */
  ids: ReadonlySet<number>
  /** Keys of unsaved input in the editor. */
  unsaved: ReadonlySet<string>
  /** Whether points may change. */
  isRunning: boolean
  onSaved: (changes: readonly ObjectiveChange[]) => void
  onClose: () => void
}

const readScored = ({ scores }: Board): ReadonlySet<number> =>
  new Set([...scores].flatMap(([id, teams]) => ([...teams.values()].some(({ points }) => points !== 0) ? [id] : [])))
const noneScored: ReadonlySet<number> = new Set()

/** Changes fields of all ticked objectives in one save, after their consequences were shown. */
export function ManyDialog({ event_id, definition, ids, unsaved, isRunning, onSaved, onClose }: ManyDialogProps) {
  const { zone } = useZone()
  const { data: scored = noneScored } = useQuery({ ...readBoard(useEventKey()), enabled: isRunning, select: readScored })
  const nodes = useMemo(() => listTicked(definition, ids), [definition, ids])
  const { ask, send, dialog } = useCheck(event_id)
  const { form, formProps } = useWriteForm({
    draft: useDraft('objective_changes', event_id, noInput, { isValid: isManyInput }),
    send: async (input) => {
      const changes = listChanges(nodes, input, zone)
      const edits = writeChanges(changes)
      const text = describeChanges(changes, { ...definition, ticked: nodes.length, input, scored, unsaved }).join(' ')
      const count = { count: changes.length, number: formatCount(changes.length) }
      try {
        const agreed = isRunning ? await ask({ title: t('many.question', count), text, edits }) : { reason: '' }
        if (!agreed) return null
        const reason = agreed.reason || text
        if ((await send({ ...agreed, reason, edits })) === null) return null
        await whenTreeIsNew()
        return { changes }
      } catch (problem) {
        throw nameObjectives(problem, changes)
      }
    },
    // Input typed meanwhile is the next change.
    readSaved: () => ({ values: noInput, version: 0 }),
    onSaved: ({ changes }) => onSaved(changes),
    onDone: onClose,
  })
  const input = useStore(form.store, ({ values }) => values)
  const changes = useMemo(() => listChanges(nodes, input, zone), [nodes, input, zone])
  const refusals = useMemo(() => listRefusals(changes), [changes])
  const tooMany = countTooMany(changes)
  const lines = describeChanges(changes, { ...definition, ticked: nodes.length, input, scored, unsaved })
  const title = t('many.title', { count: nodes.length, number: formatCount(nodes.length) })
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        {...formProps}
        className="obj-many"
        buttons={
          <>
            <Button onClick={onClose}>{t('objectives.cancel')}</Button>
            <SubmitButton disabled={changes.length === 0 || refusals.length > 0 || tooMany !== null}>
              {t('many.title', { count: changes.length, number: formatCount(changes.length) })}
            </SubmitButton>
          </>
        }
      >
        <ManyFields
          form={form as never}
          definition={definition}
          times={input.times}
          hasPreset={!['keep', ''].includes(input.scoring_preset_id)}
        />
        <Consequences lines={lines} refusals={refusals} tooMany={tooMany} />
      </Form>
      {dialog}
    </Dialog>
  )
}

const shownRefusals = 5

interface ConsequencesProps {
  lines: readonly string[]
  refusals: ReturnType<typeof listRefusals>
  tooMany: number | null
}

function Consequences({ lines, refusals, tooMany }: ConsequencesProps) {
  const more = refusals.length - shownRefusals
  return (
    <div className="obj-many-lines" role="status">
      {lines.length === 0 && <p className="quieter">{t('many.nothing')}</p>}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {refusals.slice(0, shownRefusals).map(({ name, field, problem }) => (
        <p key={`${name} ${field}`} className="field-error">
          {t('many.refused', { name, field: t(`objectives.label.${field as 'valid_to'}`), problem })}
        </p>
      ))}
      {more > 0 && <p className="field-error">{t('many.refusedMore', { count: more, number: formatCount(more) })}</p>}
      {tooMany !== null && (
        <p className="field-error">{t('many.tooMany', { most: formatCount(maxEdits), number: formatCount(tooMany) })}</p>
      )}
    </div>
  )
}
