import type { EventId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import { appendChangedFacts } from '../../db/ledger.ts'
import { awaitAll } from '../../db/transaction.ts'
import { type RuleReader, lockRulesShared } from '../rules/fact-rules.ts'
import type { FreshItems } from './fresh-items.ts'
import { readReported, type ReportedMemory } from '../rules/reported-numbers.ts'
import { listSnapshots, observeSnapshots, snapshotSource } from './observe-snapshots.ts'

/** Creates the event's evaluation cursor, for `lockCursor`. */
export function addCursor(tx: Tx, event_id: EventId): void {
  tx.defer(
    tx
      .insertInto('evaluation_cursors')
      .values({ event_id })
      .onConflict((conflict) => conflict.doNothing()),
  )
}

/** The holder of the cursor evaluates; others wait. @returns the id of the last evaluated snapshot. */
export async function lockCursor(tx: Tx, event_id: EventId): Promise<number> {
  const query = tx.selectFrom('evaluation_cursors').select('snapshot_id').where('event_id', '=', event_id).forUpdate()
  const [cursor] = await query.execute()
  if (!cursor) throw new Error(`event ${event_id} has no evaluation cursor`)
  return cursor.snapshot_id
}

/** Rules and caches for the evaluation of snapshots. */
export interface EvaluationMeans {
  readonly readRules: RuleReader
  /** Items of recently stored snapshots. */
  readonly fresh?: FreshItems | undefined
  /** Without it everything is read from the ledger. */
  readonly memory?: ReportedMemory | undefined
}

export interface Evaluated {
  /** Below the limit, there are no more. */
  readonly snapshots: number
  readonly facts: number
  /** Time of receipt of the first one. */
  readonly oldest_at: Date | null
  /** Updates the cache; to be called after the commit. */
  remember(): void
}

/**
 * Evaluates the next snapshots, in order, with the event's current rules, and records what each tab shows. Facts and position are
 * committed together.
 */
export async function evaluateSnapshots(
  tx: Tx,
  event_id: EventId,
  { readRules, fresh, memory }: EvaluationMeans,
  limit: number,
): Promise<Evaluated> {
  lockRulesShared(tx, event_id)
  addCursor(tx, event_id)
  // A second evaluator that waited for the cursor sees the result of the first: each statement has its own database snapshot.
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
  // Facts of tabs have no other writer now: a re-evaluation would need the locks of the rules and the cursor.
  const facts = await appendChangedFacts(tx, event_id, observations)
  tx.defer(tx.updateTable('evaluation_cursors').set({ snapshot_id: last.id }).where('event_id', '=', event_id))
  const remember = () => memory?.keep(from, { position: last.id, book }, reported)
  return { snapshots: snapshots.length, facts, oldest_at: snapshots[0]?.timestamp ?? null, remember }
}
