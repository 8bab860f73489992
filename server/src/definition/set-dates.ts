import type { DefinitionEdit } from '@muster/contract/definition'
import type { ObjectiveCreate } from '@muster/contract/objectives'
import { writeExtra } from '@muster/domain/objectives/layout'
import type { StoredObjective } from '../features/objectives/store.ts'
import { Refusal, refuseField } from '../refusal.ts'
import type { Draft } from './draft.ts'
import { saveObjective } from './save-objective.ts'

type SetDates = Extract<DefinitionEdit, { kind: 'set_dates' }>

/** The request body that would save a stored objective unchanged, without its conditions, which are kept. */
export function toBody(stored: StoredObjective): ObjectiveCreate {
  const { version: _, event_id: __, position: ___, view, tab, note, cell, valid_from, valid_to, parent_id, ...columns } = stored
  if (parent_id === null) {
    throw refuseField('id', 'the root of the tree cannot be edited')
  }
  const window = { valid_from: valid_from?.toISOString() ?? null, valid_to: valid_to?.toISOString() ?? null }
  const further_preset_ids = [...columns.further_preset_ids]
  return { ...columns, further_preset_ids, extra: writeExtra({ view, tab, note, cell }), parent_id, ...window, conditions: [] }
}

/**
 * Sets the same window for many objectives.
 * @throws Refusal objective_not_found, invalid_request, naming the id in the list
 */
export async function setDates(draft: Draft, { ids, valid_from, valid_to }: SetDates): Promise<string | null> {
  const changed: string[] = []
  for (const [index, id] of ids.entries()) {
    const stored = draft.objectives.get(id)
    const name = (problem: string) => [{ field: `ids.${index}`, problem }]
    if (!stored) throw new Refusal('objective_not_found', undefined, name('is not an objective of this event'))
    const body = toBody(stored)
    try {
      const { reason } = await saveObjective(
        draft,
        {
          ...body,
          valid_from: valid_from === undefined ? body.valid_from : valid_from,
          valid_to: valid_to === undefined ? body.valid_to : valid_to,
        },
        true,
      )
      if (reason !== null) changed.push(stored.name)
    } catch (error) {
      if (!(error instanceof Refusal) || error.problems.length === 0) throw error
      const problem = error.problems.map((one) => `"${stored.name}": ${one.field} ${one.problem}`).join('; ')
      throw new Refusal(error.code, error.sentence, name(problem))
    }
  }
  if (changed.length === 0) return null
  return changed.length === 1 ? `"${changed[0]}" has new dates` : `${changed.length} objectives have new dates`
}
