import type { EventId } from '@muster/contract/ids'
import { mustRematch, readFactRule } from '@muster/domain/objectives/fact-rule'
import type { EventDefinition } from '@muster/domain/objectives/definition'
import type { Tx } from './db/connect.ts'
import { findDefinition, loadDefinition } from './db/definition.ts'
import type { Row } from './db/schema.ts'
import { Refusal } from './refusal.ts'

type Finality = Pick<Row<'events'>, 'raw_removal_began_at'>

/** Whether raw data of the event was removed: scores stay, and nothing can be read or matched again. */
export const isFinal = ({ raw_removal_began_at }: Finality): boolean => raw_removal_began_at !== null

/** Whether objectives of a definition need other facts than they have by the one before. */
function needsRematch(before: EventDefinition, after: EventDefinition): boolean {
  const known = new Map(before.objectives.map((objective) => [objective.id, readFactRule(objective, before)]))
  return after.objectives.some((objective) => mustRematch(known.get(objective.id) ?? null, readFactRule(objective, after)))
}

/**
 * Lets a change of a final event through that only decides what its facts are worth. Call it in the transaction that made the change,
 * before it is recorded.
 * @throws Refusal event_final
 */
export async function refuseRematch(tx: Tx, event_id: EventId): Promise<void> {
  const recorded = await findDefinition(tx, event_id)
  if (recorded && needsRematch(recorded.definition, await loadDefinition(tx, event_id))) throw new Refusal('event_final')
}
