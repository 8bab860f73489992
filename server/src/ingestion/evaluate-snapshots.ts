import type { EventId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { appendFacts, isSeen } from '../db/ledger.ts'
import { type RuleReader, shareRules } from './fact-rules.ts'
import { gatherShown, listSnapshots, lookAtSnapshots, stashSource } from './look-at-snapshots.ts'

/** What the tabs showed last, according to their facts. */
async function loadShown(tx: Tx, event_id: EventId, sources: readonly string[]) {
  const rows = await tx
    .selectFrom('facts')
    .distinctOn(['source', 'team_id', 'objective_id'])
    .select(['source', 'team_id', 'objective_id', 'number'])
    .where('event_id', '=', event_id)
    .where('source', '=', sql<string>`any(${sources})`)
    .where('kind', '=', 'fact')
    .where(isSeen)
    .orderBy('source')
    .orderBy('team_id')
    .orderBy('objective_id')
    .orderBy('sequence', 'desc')
    .execute()
  return gatherShown(rows)
}

/** The event's row that says how far snapshots were evaluated. Whoever holds it evaluates; others wait. */
export async function holdCursor(tx: Tx, event_id: EventId): Promise<number> {
  await tx
    .insertInto('evaluation_cursors')
    .values({ event_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const cursor = await tx
    .selectFrom('evaluation_cursors')
    .select('snapshot_id')
    .where('event_id', '=', event_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return cursor.snapshot_id
}

/**
 * Matches the next snapshots, in order, by the rules that the event's facts are made by, and records what each tab shows
 * now. Facts and position move in one transaction.
 * @returns how many snapshots were taken; less than `limit` means there are no more.
 */
export async function evaluateSnapshots(
  tx: Tx,
  event_id: EventId,
  readRules: RuleReader,
  limit: number,
): Promise<{ snapshots: number; facts: number }> {
  await shareRules(tx, event_id)
  const after = await holdCursor(tx, event_id)
  const snapshots = await listSnapshots(tx, event_id, { after, upTo: Number.MAX_SAFE_INTEGER }, limit)
  const last = snapshots.at(-1)
  if (!last) return { snapshots: 0, facts: 0 }
  const shown = await loadShown(tx, event_id, [...new Set(snapshots.map((snapshot) => stashSource(snapshot.stash_id)))])
  const book = await readRules(tx, event_id)
  const observations = await lookAtSnapshots(snapshots, book, shown)
  const facts = await appendFacts(tx, event_id, observations)
  await tx.updateTable('evaluation_cursors').set({ snapshot_id: last.id }).where('event_id', '=', event_id).execute()
  return { snapshots: snapshots.length, facts }
}
