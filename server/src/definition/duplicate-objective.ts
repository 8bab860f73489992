import type { ObjectiveId } from '@muster/contract/ids'
import { buildTree, listBranch } from '@muster/domain/objectives/tree'
import { Refusal } from '../refusal.ts'
import type { Done, Draft } from './draft.ts'
import { saveObjective } from './save-objective.ts'
import { toBody } from './set-dates.ts'

/**
 * Copies an objective and everything below it, with conditions, into a category.
 * @throws Refusal objective_not_found, invalid_request
 */
export async function duplicateObjective(
  draft: Draft,
  { id, parent_id, name }: { readonly id: ObjectiveId; readonly parent_id: ObjectiveId; readonly name: string },
): Promise<Done<ObjectiveId>> {
  const node = buildTree([...draft.objectives.values()]).by_id.get(id)
  if (!node) throw new Refusal('objective_not_found')
  // The list is complete before the first copy is made: a branch may be copied into itself.
  const branch = listBranch(node).map(({ item }) => item)
  const copies = new Map<number, ObjectiveId>()
  for (const stored of branch) {
    const body = toBody(stored)
    const copy = await saveObjective(
      draft,
      {
        ...body,
        id: null,
        file_key: undefined,
        ...(stored.id === id ? { name, parent_id } : { parent_id: copies.get(body.parent_id) ?? body.parent_id }),
        conditions: stored.conditions.map((condition) => ({ ...condition, id: null })),
      },
      false,
    )
    copies.set(stored.id, copy.id)
  }
  const below = branch.length > 1 ? `, with ${branch.length - 1} below it` : ''
  return { id: copies.get(id) as ObjectiveId, reason: `"${node.item.name}" was copied to "${name}"${below}` }
}
