import '../../../messages/admin-objectives.ts'
import type { Objective } from '@muster/contract/objectives'
import { isCategory } from '@muster/domain/objectives/kinds'
import { useEffect, useRef } from 'react'
import { Failure } from '../../../api/calls/failure.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { openDraft, useFormDraft } from '../../../api/drafts/use-draft.ts'
import { countActs } from '../../../lib/browser/acts.ts'
import { t } from '../../../lib/text/messages.ts'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import type { useAppForm } from '../../../ui/forms/form.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { useCheck } from '../what-if/check-edits.tsx'
import { type Node, readDefinition, whenTreeIsNew } from './definition.ts'
import { type Draft, type DraftKey, type DraftStore, shelfIn } from './draft-store.ts'
import { keepIds, readValues, type Values, writeEdit } from './values.ts'

const wireNames = Object.fromEntries(
  [
    'name',
    'extra',
    'objective_type',
    'aggregation',
    'number_field',
    'required_number',
    'players_from',
    'pieces_from',
    'scoring_preset_id',
    'further_preset_ids',
    'finished_by',
    'valid_from',
    'valid_to',
    'hide_progress',
    'reports',
    'report_proof',
    'conditions',
  ].map((field) => [field, `edits.0.objective.${field}`]),
)

const groups = ['conditions', 'further_preset_ids'] as const

interface Saved {
  readonly id: number | undefined
  /** Absent if the tree did not load afterwards. */
  readonly item: Objective | undefined
}

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
  readonly onCreated: (made: Made) => void
}

/** A created objective, whose editor is still shown. */
export interface Made {
  readonly id: number | undefined
  readonly isCategory: boolean
  /** Nothing was pressed or typed since it was sent. */
  readonly isAwaited: boolean
}

/** The type that `useWriteForm` returns; written out, because the library's type cannot be passed on. */
export type ObjectiveForm = ReturnType<
  typeof useAppForm<Values, never, never, never, never, never, never, never, never, never, never, never>
>

/** The form of one objective. Its input is a draft until it is saved; the form then continues with the saved objective. */
export function useObjectiveForm({ event_id, node, parent, draftKey, draft, drafts, isRunning, onCreated }: EditedObjective) {
  const { ask, send, dialog } = useCheck(event_id)
  const isShown = useIsShown()
  const acts = useRef(0)
  const { base, version = 0 } = draft
  const input = useFormDraft(() => openDraft(shelfIn(drafts, draftKey), { values: base, version }))
  const { form, show, formProps } = useWriteForm<Values, Saved | null>({
    draft: input,
    wireNames,
    groups,
    send: async (values) => {
      const base_version = node ? input.state.get().base.version : undefined
      const edits = [writeEdit(values, { id: node?.item.id ?? null, parent_id: parent.item.id, version: base_version })]
      try {
        const agreed = isRunning ? await ask({ title: t('objectives.checkTitle'), edits }) : { reason: '' }
        if (!agreed) return null
        acts.current = countActs()
        const answer = await send({ ...agreed, edits })
        if (answer === null) return null
        const { objective_ids } = answer
        await whenTreeIsNew()
        const id = node?.item.id ?? objective_ids['new']
        return { id, item: id === undefined ? undefined : readDefinition(event_id)?.by_id.get(id)?.item }
      } catch (problem) {
        // The newer version is compared with the input, above the fields.
        if (problem instanceof Failure && problem.code === 'changed_meanwhile') await whenTreeIsNew()
        throw problem
      }
    },
    readSaved: ({ id, item }, sent) => ({
      ...(id !== undefined && { id: String(id) }),
      values: item ? readValues(item) : sent,
      version: item?.version ?? version,
    }),
    rebase: keepIds,
    onSaved: ({ id, item }) => {
      showToast(t('objectives.saved'))
      const isMadeCategory = item !== undefined && isCategory(item)
      if (node === null && isShown.current) onCreated({ id, isCategory: isMadeCategory, isAwaited: acts.current === countActs() })
    },
    onDone: ({ item }, reset) => item && reset(readValues(item)),
  })
  const resolve = (resolved: Values, theirs: Node) => {
    input.continueFrom({ values: readValues(theirs.item), version: theirs.item.version }, resolved)
    show(resolved)
  }
  // Without input, the form follows changes of others, and of the tree.
  useEffect(() => {
    const { base: known, isUnsaved } = input.state.get()
    if (isUnsaved || known.version === version) return
    input.continueFrom({ values: base, version }, base)
    show(base)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [base, version])
  return { form, formProps, resolve, dialog }
}
