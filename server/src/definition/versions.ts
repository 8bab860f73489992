import type { EventId } from '@muster/contract/ids'
import type { Tx } from '../db/connect.ts'
import { findDefinitionSequence } from '../db/definition.ts'
import { Refusal } from '../refusal.ts'

/**
 * Refuses if the definition has changed since the caller read it.
 * @param expected null: no check.
 * @throws Refusal changed_meanwhile
 */
export async function refuseOtherVersion(tx: Tx, event_id: EventId, expected: number | null): Promise<void> {
  if (expected === null) return
  const version = await findDefinitionSequence(tx, event_id)
  if (version === expected) return
  const problem = `is ${version} by now`
  throw new Refusal('changed_meanwhile', undefined, [{ field: 'definition_version', problem }])
}
