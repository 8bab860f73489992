import type { RematchProgress } from '@muster/contract/definition'
import type { EventId, ObjectiveId } from '@muster/contract/ids'
import { mustRematch, readFactRule } from '@muster/domain/objectives/fact-rule'
import type { Db } from '../../db/connect.ts'
import { getDefinition } from '../../db/definition.ts'
import { loadRules } from '../../ingestion/rules/fact-rules.ts'
import { listRematches } from './store.ts'

/** The progress of matching stored data again under changed rules. */
export async function readRematchProgress(db: Db, event_id: EventId): Promise<RematchProgress> {
  const rematches = await listRematches(db, event_id)
  const definition = await getDefinition(db, event_id)
  const made = await loadRules(db, event_id)
  const begun = new Set<number>(rematches.map(({ objective_id }) => objective_id))
  const is_pending = definition.objectives.some(
    (one) => !begun.has(one.id) && mustRematch(made.get(one.id as ObjectiveId) ?? null, readFactRule(one, definition)),
  )
  return { is_pending, rematches }
}
