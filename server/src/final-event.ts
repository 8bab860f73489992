import type { EventId } from '@muster/contract/ids'
import { mustRematch, readFactRule } from '@muster/domain/objectives/fact-rule'
import type { EventDefinition } from '@muster/domain/objectives/definition'
import type { Tx } from './db/connect.ts'
import { findDefinition, loadDefinition } from './db/definition.ts'
import type { Row } from './db/schema.ts'
import { Refusal } from './refusal.ts'

type Finality = Pick<Row<'events'>, 'raw_removal_began_at'>

/** Whether raw data of the event was removed: scores stay, but nothing can be evaluated again. */
export const isFinal = ({ raw_removal_began_at }: Finality): boolean => raw_removal_began_at !== null

/** Whether objectives need other facts than under the previous definition. */
function needsRematch(before: EventDefinition, after: EventDefinition): boolean {
  const known = new Map(before.objectives.map((objective) => [objective.id, readFactRule(objective, before)]))
  return after.objectives.some((objective) => mustRematch(known.get(objective.id) ?? null, readFactRule(objective, after)))
}

/**
 * Allows only changes of a final event that keep its facts, such as points. Call it in the transaction that made the change,
 * before it is recorded.
 * @throws Refusal event_final
 */
export async function refuseRematch(tx: Tx, event_id: EventId): Promise<void> {
  const recorded = await findDefinition(tx, event_id)
  if (recorded && needsRematch(recorded.definition, await loadDefinition(tx, event_id))) throw new Refusal('event_final')
}
