import type { ObjectiveId } from '@muster/contract/ids'
import { writePositions } from '../features/objectives/store.ts'
import { Refusal } from '../refusal.ts'
import { checkBase, type Done, type Draft, refuseProblems } from './draft.ts'
import { saveObjective } from './save-objective.ts'
import { toBody } from './set-dates.ts'

export interface Place {
  readonly id: ObjectiveId
  readonly parent_id: ObjectiveId
  /** null: after all other children. */
  readonly before_id: ObjectiveId | null
  readonly base_version?: number | null | undefined
}

/**
 * Moves an objective into a category, before one of its children.
 * @throws Refusal objective_not_found, changed_meanwhile, invalid_request
 */
export async function placeObjective(draft: Draft, place: Place): Promise<Done<ObjectiveId>> {
  const { objectives } = draft
  const { id, parent_id, before_id } = place
  const stored = objectives.get(id)
  if (!stored) throw new Refusal('objective_not_found')
  checkBase(draft.versions.objectives.get(id), place.base_version)
  if (before_id !== null && (before_id === id || objectives.get(before_id)?.parent_id !== parent_id)) {
    refuseProblems([{ field: 'before_id', problem: 'is not another child of this parent' }])
  }
  const isMoved = (await saveObjective(draft, { ...toBody(stored), parent_id }, true)).reason !== null
  const siblings = [...objectives.values()]
    .filter((one) => one.parent_id === parent_id && one.id !== id)
    .sort((a, b) => a.position - b.position || a.id - b.id)
    .map((one) => one.id)
  siblings.splice(before_id === null ? siblings.length : siblings.indexOf(before_id), 0, id)
  const isReordered = await renumber(draft, siblings)
  return { id, reason: isMoved || isReordered ? `"${stored.name}" was moved` : null }
}

/** @returns whether the order has changed. */
async function renumber({ tx, objectives }: Draft, ids: readonly ObjectiveId[]): Promise<boolean> {
  const rows = ids.flatMap((id) => objectives.get(id) ?? [])
  const isOrdered = rows.every((row, at) => {
    const before = rows[at - 1]
    return !before || before.position < row.position || (before.position === row.position && before.id < row.id)
  })
  if (isOrdered) return false
  const changed = rows
    .map((row, at) => ({ ...row, position: at + 1 }))
    .filter((row) => objectives.get(row.id)?.position !== row.position)
  await writePositions(tx, changed)
  for (const row of changed) objectives.set(row.id, row)
  return true
}
