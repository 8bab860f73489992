import type { EventId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import { appendChangedFacts } from '../../db/ledger.ts'
import { awaitAll } from '../../db/transaction.ts'
import { type RuleReader, lockRulesShared } from '../rules/fact-rules.ts'
import type { FreshItems } from './fresh-items.ts'
import { readReported, type ReportedMemory } from '../rules/reported.ts'
import { listSnapshots, observeSnapshots, snapshotSource } from './observe-snapshots.ts'

/** Makes the event's row that says how far snapshots were evaluated, for `lockCursor`. */
export function addCursor(tx: Tx, event_id: EventId): void {
  tx.defer(
    tx
      .insertInto('evaluation_cursors')
      .values({ event_id })
      .onConflict((conflict) => conflict.doNothing()),
  )
}

/** Whoever holds the cursor evaluates; others wait. @returns the last snapshot that was evaluated. */
export async function lockCursor(tx: Tx, event_id: EventId): Promise<number> {
  const query = tx.selectFrom('evaluation_cursors').select('snapshot_id').where('event_id', '=', event_id).forUpdate()
  const [cursor] = await query.execute()
  if (!cursor) throw new Error(`event ${event_id} has no evaluation cursor`)
  return cursor.snapshot_id
}

/** What snapshots are evaluated with. */
export interface EvaluationMeans {
  readonly readRules: RuleReader
  /** What of them was stored a moment ago. */
  readonly fresh?: FreshItems | undefined
  /** Without it all is read from the ledger. */
  readonly memory?: ReportedMemory | undefined
}

export interface Evaluated {
  /** Less than the limit means there are no more. */
  readonly snapshots: number
  readonly facts: number
  /** When the first of them was received. */
  readonly oldest_at: Date | null
  /** Tells the memory; to be called once the transaction is committed. */
  remember(): void
}

/**
 * Matches the next snapshots, in order, by the rules that the event's facts are made by, and records what each tab shows
 * now. Facts and position move in one transaction.
 */
export async function evaluateSnapshots(
  tx: Tx,
  event_id: EventId,
  { readRules, fresh, memory }: EvaluationMeans,
  limit: number,
): Promise<Evaluated> {
  lockRulesShared(tx, event_id)
  addCursor(tx, event_id)
  // Who waited for the cursor sees what the other has evaluated: each statement looks at the database anew.
  const after = sql<number>`(select snapshot_id from evaluation_cursors where event_id = ${event_id})`
  const [position, snapshots, book] = await awaitAll([
    lockCursor(tx, event_id),
    listSnapshots(tx, event_id, { after, upTo: Number.MAX_SAFE_INTEGER }, limit, fresh),
    readRules(tx, event_id),
  ])
  const last = snapshots.at(-1)
  if (!last) return { snapshots: 0, facts: 0, oldest_at: null, remember: () => undefined }
  const from = { position, book }
  const reported = await readReported(tx, event_id, snapshots.map(snapshotSource), from, memory)
  const observations = await observeSnapshots(snapshots, book, reported)
  // Of tabs nobody else writes: whoever matches anew holds the rules and the cursor.
  const facts = await appendChangedFacts(tx, event_id, observations)
  tx.defer(tx.updateTable('evaluation_cursors').set({ snapshot_id: last.id }).where('event_id', '=', event_id))
  const remember = () => memory?.keep(from, { position: last.id, book }, reported)
  return { snapshots: snapshots.length, facts, oldest_at: snapshots[0]?.timestamp ?? null, remember }
}
