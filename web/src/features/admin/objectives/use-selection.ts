import '../../../messages/admin.ts'
import '../../../messages/admin-objectives.ts'
import { isCategory } from '@muster/domain/objectives/kinds'
import { useCallback, useMemo, useState } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { type Definition, listBranch, type Node } from './definition.ts'
import { type Draft, type DraftKey, type DraftStore, useDraftKeys, useDraftVersion } from './draft-store.ts'
import type { Made } from './use-objective-form.ts'
import { newValues, readValues } from './values.ts'

/** Search parameters of the address: the selected category, and the objective in the editor. */
export interface Opened {
  /** 'root' is the whole tree. */
  readonly category: number | 'root'
  readonly edit: number | undefined
  readonly create: 'objective' | 'category' | undefined
}

interface Page {
  readonly definition: Definition
  readonly drafts: DraftStore
  readonly opened: Opened
  readonly onOpen: (opened: Partial<Opened>) => void
  /** An objective or a draft was opened: on phones, shows the editor. */
  readonly showEditor: () => void
}

/** The objective in the editor, with its draft, and the ways to open another one. */
export function useSelection({ definition, drafts, opened, onOpen, showEditor }: Page) {
  const { category, edit, create } = opened
  const at = category === 'root' ? definition.root : definition.by_id.get(category)
  const node = edit === undefined ? null : (definition.by_id.get(edit) ?? null)
  /** The category of new objectives. */
  const below = at && isCategory(at.item) ? at : (at?.parent ?? definition.root)
  const draftKey = node ? String(node.item.id) : create ? `new:${create}:${below.item.id}` : null
  const { editorKey, adopt } = useEditorKey(draftKey)
  const draft = useOpenDraft(drafts, draftKey, node, create)
  const nameCategory = (id: number) => (id === definition.root.item.id ? ('root' as const) : id)

  const open = useCallback(
    (id: number) => {
      const found = definition.by_id.get(id)
      if (!found) return
      const root_id = definition.root.item.id
      const category_id = isCategory(found.item) ? found.item.id : (found.parent?.item.id ?? root_id)
      onOpen({ category: category_id === root_id ? 'root' : category_id, edit: id, create: undefined })
      showEditor()
    },
    [definition, onOpen, showEditor],
  )
  /** Opens an unsaved draft. */
  const openDraft = (key: DraftKey) => {
    showEditor()
    const [first, kind, category_id] = key.split(':')
    if (first !== 'new') return onOpen({ edit: Number(key), create: undefined })
    onOpen({
      category: nameCategory(Number(category_id)),
      edit: undefined,
      create: kind === 'category' ? 'category' : 'objective',
    })
  }
  return {
    node,
    /** The edited objective was deleted, or its category does not exist. */
    isGone: at === undefined || (edit !== undefined && !node),
    below,
    draftKey,
    draft,
    open,
    openDraft,
    editorKey,
    /** The editor of a new objective continues with the created one; after a new category, the next objective goes into it. */
    openMade({ id, isCategory: isMadeCategory }: Pick<Made, 'id' | 'isCategory'>) {
      if (id !== undefined) adopt(String(id))
      onOpen({ edit: id, create: undefined, ...(id !== undefined && isMadeCategory && { category: id }) })
    },
    begin(kind: 'objective' | 'category') {
      onOpen({ edit: undefined, create: kind })
      showEditor()
    },
    /** Input for an objective that another organiser has deleted. */
    lost: edit === undefined || node ? undefined : drafts.get(String(edit)),
    discardLost: () => drafts.remove(String(edit)),
    /** The lost input becomes a new objective. */
    createAgain({ values }: Draft) {
      const kind = isCategory(values) ? 'category' : 'objective'
      drafts.remove(String(edit))
      const conditions = values.conditions.map((condition) => ({ ...condition, id: null }))
      drafts.set(`new:${kind}:${below.item.id}`, { values: { ...values, conditions }, base: newValues(kind), version: undefined })
      onOpen({ edit: undefined, create: kind })
    },
    discard(key: DraftKey) {
      const left = drafts.get(key)
      drafts.remove(key)
      onOpen({ edit: undefined, create: undefined })
      if (!left) return
      const restore = () => {
        drafts.set(key, left)
        openDraft(key)
      }
      showToast(t('objectives.discarded'), { action: { label: t('undo.act'), run: restore } })
    },
    /** After a branch was deleted: its drafts go too, and the category above is selected. */
    leaveDeleted(deleted: Node) {
      for (const { item } of listBranch(deleted)) {
        for (const key of [item.id, `new:objective:${item.id}`, `new:category:${item.id}`]) drafts.remove(String(key))
      }
      onOpen({
        category: deleted.parent === null ? 'root' : nameCategory(deleted.parent.item.id),
        edit: undefined,
        create: undefined,
      })
    },
  }
}

/** Changes with the opened objective, so that each gets a new editor. The editor that creates an objective continues with it. */
function useEditorKey(draftKey: DraftKey | null) {
  const [shown, setShown] = useState({ draftKey, count: 0, made: null as DraftKey | null })
  if (shown.draftKey !== draftKey) setShown({ draftKey, count: shown.count + (shown.made === draftKey ? 0 : 1), made: null })
  return { editorKey: shown.count, adopt: (made: DraftKey) => setShown((now) => ({ ...now, made })) }
}

/** Contents of the editor: the draft, or the saved values. */
function useOpenDraft(drafts: DraftStore, key: string | null, node: Node | null, create: Opened['create']): Draft | undefined {
  const fresh = useMemo((): Draft | undefined => {
    if (node) {
      const values = readValues(node.item)
      return { values, base: values, version: node.item.version }
    }
    if (!create) return undefined
    const values = newValues(create)
    return { values, base: values, version: undefined }
  }, [node, create])
  // Keystrokes do not matter here: the draft changes its version when it continues from another organiser's.
  useDraftKeys(drafts)
  useDraftVersion(drafts, key)
  return (key === null ? undefined : drafts.get(key)) ?? fresh
}
