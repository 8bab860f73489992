import '../../../messages/admin-objective-changes.ts'
import '../../../messages/admin-objectives.ts'
import '../../../messages/admin.ts'
import type { DefinitionEdited, DefinitionEditInput } from '@muster/contract/definition'
import type { ObjectiveId } from '@muster/contract/ids'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { Failure } from '../../../api/calls/failure.ts'
import { queryClient } from '../../../api/calls/queries.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { useCheck } from '../what-if/check-edits.tsx'
import { type Definition, type Node, keepShownTree, readDefinition, showMove, whenTreeIsNew } from './definition.ts'
import { type ObjectiveChange, writeUndo } from './many-changes.ts'
import type { Move } from './move.ts'
import { restoreNode } from './values.ts'

interface TreeEdit {
  /** Computed when it is sent: an undo starts from the tree of that moment. */
  readonly edits: () => DefinitionEditInput[]
  /** Question above the preview while the event runs; absent if the edits cannot change points, or undo others. */
  readonly question?: string
  /** Shown before the server has answered: a held key continues from there. */
  readonly move?: Move
  readonly done: (ids: DefinitionEdited['objective_ids']) => void
}

/** Edits of the tree with undo; edits that may change points are previewed while the event runs. */
export interface TreeEdits {
  readonly isBusy: boolean
  /** The open question, to be rendered. */
  readonly dialog: ReactNode
  readonly move: (move: Move) => void
  readonly duplicate: (node: Node, onDone: (id: number) => void) => void
  /** Reports created objectives, and offers to delete them again. */
  readonly offerDelete: (ids: readonly number[]) => void
  /** Reports a deleted objective, and offers to create it again. */
  readonly offerCreate: (node: Node) => void
  /** Reports new dates, and offers to restore the previous ones. */
  readonly offerDates: (nodes: readonly Node[]) => void
  /** Reports changes of many objectives, and offers to take them back. */
  readonly offerChanges: (changes: readonly ObjectiveChange[]) => void
  /** Reports a changed board, and offers to take back its cells and its drawn lines. */
  readonly offerBoard: (changes: readonly ObjectiveChange[], undoLines: readonly DefinitionEditInput[]) => void
}

/** The position of a node, to move it back. */
function whereIs({ item, parent }: Node): Move | null {
  if (parent === null) return null
  const next = parent.children[parent.children.findIndex((one) => one.item.id === item.id) + 1]
  return { id: item.id, parent_id: parent.item.id, before_id: next?.item.id ?? null }
}

/** The edits that restore the current window of every node, grouped by window. */
function keepWindows(nodes: readonly Node[]): DefinitionEditInput[] {
  const windows = Map.groupBy(nodes, ({ item }) => `${item.valid_from} ${item.valid_to}`)
  return [...windows.values()].flatMap((group): DefinitionEditInput[] => {
    const [first] = group
    if (!first) return []
    const { valid_from, valid_to } = first.item
    return [{ kind: 'set_dates', ids: group.map(({ item }) => item.id as ObjectiveId), valid_from, valid_to }]
  })
}

/** Sends edits one after the other, each from the result of the previous one. */
function useTreeMutation(event_id: number, isRunning: boolean) {
  const { ask, send, dialog } = useCheck(event_id)
  const mutationKey = ['editTree', event_id]
  const mutation = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: async ({ edits: make, question }: TreeEdit) => {
      const edits = make()
      if (edits.length === 0) throw new Failure(0, 'unknown', t('many.changedSince'))
      // An undo leads back to a state that was accepted before.
      const agreed =
        question !== undefined && isRunning
          ? await ask({ title: question, edits })
          : { reason: '', breaks_examples: question === undefined }
      return agreed && send({ ...agreed, edits })
    },
    onMutate: ({ move, question }) => {
      if (move && (question === undefined || !isRunning)) showMove(event_id, move)
    },
    onSuccess: async (reply, { done }) => {
      if (reply === null) return
      // The tree is ahead of the server while more edits are being sent.
      await (queryClient.isMutating({ mutationKey }) === 1 ? whenTreeIsNew() : keepShownTree(event_id))
      done(reply.objective_ids)
    },
    onError: (problem) => {
      showToast(t('objectives.editFailed'), {
        kind: 'bad',
        text: problem instanceof Failure ? problem.message : t('failure.ours'),
      })
    },
  })
  return { ...mutation, dialog }
}

export function useTreeEdits(event_id: number, definition: Definition, isRunning: boolean): TreeEdits {
  const { mutate, isPending, dialog } = useTreeMutation(event_id, isRunning)
  const acts = useMemo(() => {
    const undo = (edits: () => DefinitionEditInput[], done?: TreeEdit['done']) => ({
      action: {
        label: t('undo.act'),
        run: () =>
          mutate({
            edits,
            done: (ids) => {
              showToast(t('undo.done'))
              done?.(ids)
            },
          }),
      },
    })
    const undoChanges = (changes: readonly ObjectiveChange[]) =>
      writeUndo(changes, readDefinition(event_id)?.by_id ?? definition.by_id)
    const versionOf = (id: number) => readDefinition(event_id)?.by_id.get(id)?.item.version ?? null
    const place = ({ id, parent_id, before_id }: Move): DefinitionEditInput => ({
      kind: 'place_objective',
      id: id as ObjectiveId,
      parent_id: parent_id as ObjectiveId,
      before_id: before_id as ObjectiveId | null,
      base_version: versionOf(id),
    })
    return {
      move(move: Move) {
        const node = definition.by_id.get(move.id)
        const before = node && whereIs(node)
        if (!node || !before) return
        const [name, into] = [node.item.name, definition.by_id.get(move.parent_id)?.item.name ?? '']
        mutate({
          edits: () => [place(move)],
          move,
          // The order of siblings does not affect points.
          ...(move.parent_id !== before.parent_id && { question: t('objectives.moveTitle', { name, into }) }),
          done: () =>
            showToast(
              t('objectives.moved', { name, into }),
              undo(() => [place(before)]),
            ),
        })
      },
      duplicate(node: Node, onDone: (id: number) => void) {
        const { item, parent } = node
        if (parent === null) return
        const edit: DefinitionEditInput = {
          kind: 'duplicate_objective',
          id: item.id as ObjectiveId,
          parent_id: parent.item.id as ObjectiveId,
          name: t('objectives.copyOf', { name: item.name }),
          key: 'copy',
        }
        mutate({
          edits: () => [edit],
          question: t('objectives.duplicateTitle', { name: item.name }),
          done: ({ copy }) => {
            if (copy === undefined) return
            onDone(copy)
            showToast(
              t('objectives.duplicated'),
              undo(() => [{ kind: 'delete_objective', id: copy }]),
            )
          },
        })
      },
      offerDelete(ids: readonly number[]) {
        const edits = ids.map((id) => ({ kind: 'delete_objective' as const, id: id as ObjectiveId }))
        showToast(
          t('objectives.created', { count: ids.length }),
          undo(() => edits),
        )
      },
      offerCreate(node: Node) {
        const before = whereIs(node)
        if (before === null) return
        const edits = restoreNode(node.item, before)
        showToast(
          t('objectives.deleted', { name: node.item.name }),
          undo(() => edits),
        )
      },
      offerDates(nodes: readonly Node[]) {
        const edits = keepWindows(nodes)
        showToast(
          t('objectives.dated', { count: nodes.length }),
          undo(() => edits),
        )
      },
      offerChanges(changes: readonly ObjectiveChange[]) {
        const count = changes.length
        showToast(
          t('many.done', { count, number: formatCount(count) }),
          undo(() => undoChanges(changes)),
        )
      },
      offerBoard(changes: readonly ObjectiveChange[], undoLines: readonly DefinitionEditInput[]) {
        showToast(
          t('objectives.boardSaved'),
          undo(() => [...undoChanges(changes), ...undoLines]),
        )
      },
    }
  }, [mutate, definition, event_id])
  return useMemo(() => ({ ...acts, isBusy: isPending, dialog }), [acts, isPending, dialog])
}
