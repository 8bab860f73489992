import '../../../messages/admin-objectives.ts'
import '../../../messages/admin.ts'
import type { DefinitionEditInput } from '@muster/contract/definition'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../api/calls/client.ts'
import { Failure } from '../../../api/calls/failure.ts'
import { eventInput } from '../../../api/calls/queries.ts'
import { t } from '../../../lib/text/messages.ts'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { type Definition, type Node, refreshDefinition } from './definition.ts'
import type { Move } from './tree-rows.ts'

const place = ({ id, parent_id, before_id }: Move): DefinitionEditInput => ({
  kind: 'place_objective',
  id: id as never,
  parent_id: parent_id as never,
  before_id: before_id as never,
})

/** Where a node stands now, so that it can be put back. */
function whereIs(node: Node): Move | null {
  const { parent } = node
  if (parent === null) return null
  const next = parent.children[parent.children.indexOf(node) + 1]
  return { id: node.item.id, parent_id: parent.item.id, before_id: next?.item.id ?? null }
}

/** Edits that are made at once and can be undone: moves, copies, and taking back what was just made. */
export function useTreeEdits(event_id: number, definition: Definition) {
  const { mutate } = useMutation({
    mutationFn: ({ edits }: { edits: DefinitionEditInput[]; done?: (ids: Readonly<Record<string, number>>) => void }) =>
      call('editDefinition', { ...eventInput(event_id), body: { edits } }),
    onSuccess: async ({ objective_ids }, { done }) => {
      await refreshDefinition(event_id)
      done?.(objective_ids)
    },
    onError: (problem) => {
      showToast(t('objectives.editFailed'), {
        kind: 'bad',
        text: problem instanceof Failure ? problem.message : t('failure.ours'),
      })
    },
  })
  return useMemo(() => {
    const undo = (edits: DefinitionEditInput[]) => ({
      label: t('undo.act'),
      run: () => mutate({ edits, done: () => showToast(t('undo.done')) }),
    })
    return {
      move(move: Move) {
        const node = definition.by_id.get(move.id)
        const before = node && whereIs(node)
        if (!node || !before) return
        const into = definition.by_id.get(move.parent_id)?.item.name ?? ''
        mutate({
          edits: [place(move)],
          done: () => showToast(t('objectives.moved', { name: node.item.name, into }), { action: undo([place(before)]) }),
        })
      },
      duplicate(node: Node, onDone: (id: number) => void) {
        const parent_id = node.parent?.item.id
        if (parent_id === undefined) return
        mutate({
          edits: [
            {
              kind: 'duplicate_objective',
              id: node.item.id as never,
              parent_id: parent_id as never,
              name: t('objectives.copyOf', { name: node.item.name }),
              key: 'copy',
            },
          ],
          done: (ids) => {
            const copy = ids['copy']
            if (copy === undefined) return
            onDone(copy)
            showToast(t('objectives.duplicated'), { action: undo([{ kind: 'delete_objective', id: copy as never }]) })
          },
        })
      },
      remove: {
        /** Says that these were made, and offers to delete them again. */
        offer(ids: readonly number[]) {
          const edits = ids.map((id) => ({ kind: 'delete_objective' as const, id: id as never }))
          showToast(t('objectives.created', { count: ids.length }), { action: undo(edits) })
        },
      },
    }
  }, [mutate, definition])
}
