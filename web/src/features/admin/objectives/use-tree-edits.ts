import '../../../messages/admin-objectives.ts'
import '../../../messages/admin.ts'
import type { DefinitionEdited, DefinitionEditInput } from '@muster/contract/definition'
import type { ObjectiveId } from '@muster/contract/ids'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { callWrite } from '../../../api/calls/writes.ts'
import { Failure } from '../../../api/calls/failure.ts'
import { eventInput, queryClient } from '../../../api/calls/queries.ts'
import { t } from '../../../lib/text/messages.ts'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { useCheck } from '../what-if/check-edits.tsx'
import { type Definition, type Node, keepShownTree, readDefinition, showMove, whenTreeIsNew } from './definition.ts'
import type { Move } from './move.ts'
import { restoreNode } from './values.ts'

interface TreeEdit {
  /** Made when it is sent: an undo begins with the tree as it is by then. */
  readonly edits: () => DefinitionEditInput[]
  /** Asked while the event runs, above what the edits would do; without it they cannot change a point, or are an undo. */
  readonly question?: string
  /** Shown before the server has answered: whoever holds a key moves on from there. */
  readonly move?: Move
  readonly done: (ids: DefinitionEdited['objective_ids']) => void
}

/** Edits of the tree that can be undone; those that may change points are shown first while the event runs. */
export interface TreeEdits {
  readonly isBusy: boolean
  /** To be rendered: the question that is open. */
  readonly dialog: ReactNode
  readonly move: (move: Move) => void
  readonly duplicate: (node: Node, onDone: (id: number) => void) => void
  /** Says that these were made, and offers to delete them again. */
  readonly offerDelete: (ids: readonly number[]) => void
  /** Says that this was deleted, and offers to create it again. */
  readonly offerCreate: (node: Node) => void
  /** Says that these have new dates, and offers the ones that they had. */
  readonly offerDates: (nodes: readonly Node[]) => void
}

/** Where a node stands, so that it can be put back. */
function whereIs({ item, parent }: Node): Move | null {
  if (parent === null) return null
  const next = parent.children[parent.children.findIndex((one) => one.item.id === item.id) + 1]
  return { id: item.id, parent_id: parent.item.id, before_id: next?.item.id ?? null }
}

/** The edits that give every node the window that it has now; those of one window together. */
function keepWindows(nodes: readonly Node[]): DefinitionEditInput[] {
  const windows = Map.groupBy(nodes, ({ item }) => `${item.valid_from} ${item.valid_to}`)
  return [...windows.values()].flatMap((group): DefinitionEditInput[] => {
    const [first] = group
    if (!first) return []
    const { valid_from, valid_to } = first.item
    return [{ kind: 'set_dates', ids: group.map(({ item }) => item.id as ObjectiveId), valid_from, valid_to }]
  })
}

export function useTreeEdits(event_id: number, definition: Definition, isRunning: boolean): TreeEdits {
  const { ask, dialog } = useCheck(event_id)
  const mutationKey = ['editTree', event_id]
  const { mutate, isPending } = useMutation({
    mutationKey,
    // One after the other: each begins where the one before it has ended.
    scope: { id: mutationKey.join(' ') },
    mutationFn: async ({ edits: make, question }: TreeEdit) => {
      const edits = make()
      const agreed = question !== undefined && isRunning ? await ask({ title: question, edits }) : { reason: '' }
      return agreed && callWrite('editDefinition', { ...eventInput(event_id), body: { ...agreed, edits } })
    },
    onMutate: ({ move, question }) => {
      if (move && (question === undefined || !isRunning)) showMove(event_id, move)
    },
    onSuccess: async (reply, { done }) => {
      if (reply === null) return
      // The tree is ahead of the server while more is on its way.
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
          // The order of siblings pays nothing.
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
    }
  }, [mutate, definition, event_id])
  return useMemo(() => ({ ...acts, isBusy: isPending, dialog }), [acts, isPending, dialog])
}
