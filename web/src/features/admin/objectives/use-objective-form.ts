import '../../../messages/admin-objectives.ts'
import { useEffect, useRef } from 'react'
import { Failure } from '../../../api/calls/failure.ts'
import { eventInput } from '../../../api/calls/queries.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { callWrite } from '../../../api/calls/writes.ts'
import { t } from '../../../lib/text/messages.ts'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { useCheck } from '../what-if/check-edits.tsx'
import { type Node, readDefinition, whenTreeIsNew } from './definition.ts'
import type { Draft, DraftKey, DraftStore } from './draft-store.ts'
import { isSameValues, type Values, writeEdit } from './values.ts'

const wireNames = Object.fromEntries(
  [
    'name',
    'extra',
    'objective_type',
    'aggregation',
    'number_field',
    'required_number',
    'scoring_preset_id',
    'valid_from',
    'valid_to',
    'hide_progress',
    'conditions',
  ].map((field) => [field, `edits.0.objective.${field}`]),
)

const groups = ['conditions'] as const

export interface EditedObjective {
  readonly event_id: number
  /** null for a new one, below `parent`. */
  readonly node: Node | null
  readonly parent: Node
  readonly draftKey: DraftKey
  readonly draft: Draft
  readonly drafts: DraftStore
  /** Whether saving may change points. */
  readonly isRunning: boolean
  readonly onCreated: (id: number | undefined) => void
}

/** The form of one objective. Unsaved input is stored as its draft; the answer to "save" removes the draft. */
export function useObjectiveForm({ event_id, node, parent, draftKey, draft, drafts, isRunning, onCreated }: EditedObjective) {
  const { ask, dialog } = useCheck(event_id)
  /** Once the server has answered, the form no longer counts as unsaved. */
  const isSaved = useRef(false)
  const place = { id: node?.item.id ?? null, parent_id: parent.item.id, version: draft.version }
  const { form, formProps } = useWriteForm<Values, { objective_ids: Readonly<Record<string, number>> } | null>({
    values: draft.values,
    wireNames,
    groups,
    send: async (values) => {
      const edits = [writeEdit(values, place)]
      try {
        const agreed = isRunning ? await ask({ title: t('objectives.checkTitle'), edits }) : { reason: '' }
        return agreed && (await callWrite('editDefinition', { ...eventInput(event_id), body: { ...agreed, edits } }))
      } catch (problem) {
        // The newer version is compared with the input, above the fields.
        if (problem instanceof Failure && problem.code === 'changed_meanwhile') {
          await whenTreeIsNew()
          setTimeout(() => document.querySelector('.conflict')?.scrollIntoView({ block: 'center' }))
        }
        throw problem
      }
    },
    onDone: (reply) => {
      if (reply === null) return
      isSaved.current = true
      drafts.remove(draftKey)
      showToast(t('objectives.saved'))
      void whenTreeIsNew().then(() => {
        // After a change a new editor opens with the saved version.
        isSaved.current = node === null || readDefinition(event_id)?.by_id.get(node.item.id)?.item.version !== draft.version
        if (node === null) onCreated(reply.objective_ids['new'])
      })
    },
  })
  // Input is stored outside, so that it survives leaving the page.
  useEffect(() => {
    const { unsubscribe } = form.store.subscribe(() => {
      if (isSaved.current) return
      const { values } = form.state
      const known = drafts.get(draftKey) ?? draft
      if (isSameValues(values, known.base)) drafts.remove(draftKey)
      else if (known.values !== values) drafts.set(draftKey, { ...known, values })
    })
    return unsubscribe
  }, [form, drafts, draftKey, draft])
  return { form, formProps, dialog }
}
