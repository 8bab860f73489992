import type { ObjectiveId } from '@muster/contract/ids'
import { findObjectivePlace, listBranchIds, removeObjectives } from '../features/objectives/store.ts'
import { Refusal } from '../refusal.ts'
import { checkBase, type Done, type Draft, refuseProblems } from './draft.ts'

/**
 * Deletes an objective and everything below it. Deleting a deleted one succeeds (D-38); one of another event is refused (D-11).
 * @throws Refusal objective_not_found, changed_meanwhile, invalid_request
 */
export async function deleteObjective(
  { tx, event_id, objectives, versions }: Draft,
  id: ObjectiveId,
  base_version?: number | null,
): Promise<Done<ObjectiveId>> {
  const objective = objectives.get(id)
  if (!objective) {
    if (await findObjectivePlace(tx, id)) throw new Refusal('objective_not_found')
    return { id, reason: null }
  }
  if (objective.parent_id === null) refuseProblems([{ field: 'id', problem: 'the root of the tree cannot be deleted' }])
  checkBase(versions.objectives.get(id), base_version)
  const ids = await listBranchIds(tx, event_id, id)
  await removeObjectives(tx, ids)
  for (const gone of ids) objectives.delete(gone)
  const below = ids.length > 1 ? `, with ${ids.length - 1} below it` : ''
  return { id, reason: `"${objective.name}" was deleted${below}` }
}
