import type { EventId } from '@muster/contract/ids'
import type { EngineAt } from './caches.ts'
import type { Context } from './context.ts'
import { applyEntries, readLedger, rebuildEngine } from './ledger-engine.ts'

/**
 * The scorekeeper's engine may be in another process, so this one has its own, built from the same ledger: once in full, then
 * only new facts.
 */
export async function catchUp(
  { db, clock }: Context,
  event_id: EventId,
  known: EngineAt | null,
  upTo: number,
  confirmed_only = false,
): Promise<EngineAt> {
  const now = clock.now()
  const counted = { confirmed_only }
  if (!known) return { engine: (await rebuildEngine(db, event_id, upTo, now, undefined, counted)).engine, position: upTo }
  const { engine, position } = known
  const entries = await readLedger(db, event_id, position, upTo, undefined, counted)
  await applyEntries(db, event_id, engine, entries, now, counted)
  return { engine, position: Math.max(position, upTo) }
}
