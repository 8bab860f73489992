import type { EventId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import { appendChangedFacts, isSeen } from '../../db/ledger.ts'
import { awaitAll } from '../../db/transaction.ts'
import { type RuleReader, lockRulesShared } from '../rules/fact-rules.ts'
import type { FreshItems } from './fresh-items.ts'
import { gatherReported, listSnapshots, observeSnapshots, snapshotSource } from './observe-snapshots.ts'

/**
 * What the tabs reported last, according to their facts. From one objective and team of a source to the next in steps down an
 * index: a tab is observed thousands of times, and its history is not read again.
 */
async function loadReported(tx: Tx, event_id: EventId, sources: readonly string[]) {
  type Latest = Pick<Row<'facts'>, 'source' | 'objective_id' | 'team_id' | 'number'>
  const query = sql<Latest>`
    with recursive reported as (
      select latest.* from unnest(${sources}::text[]) as wanted (source) cross join lateral (
        select source, objective_id, team_id, number from facts
        where event_id = ${event_id} and source = wanted.source and kind = 'fact' and ${isSeen}
        order by objective_id, team_id, sequence desc limit 1
      ) latest
      union all
      select latest.* from reported cross join lateral (
        select source, objective_id, team_id, number from facts
        where event_id = ${event_id} and source = reported.source and kind = 'fact' and ${isSeen}
          and (objective_id, team_id) > (reported.objective_id, reported.team_id)
        order by objective_id, team_id, sequence desc limit 1
      ) latest
    )
    select * from reported where number <> 0`
  return gatherReported((await query.execute(tx)).rows)
}

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

/**
 * Matches the next snapshots, in order, by the rules that the event's facts are made by, and records what each tab shows
 * now. Facts and position move in one transaction.
 * @param fresh what of them was stored a moment ago.
 * @returns how many snapshots were taken, less than `limit` means there are no more; and when the first of them was received.
 */
export async function evaluateSnapshots(
  tx: Tx,
  event_id: EventId,
  readRules: RuleReader,
  limit: number,
  fresh?: FreshItems,
): Promise<{ snapshots: number; facts: number; oldest_at: Date | null }> {
  lockRulesShared(tx, event_id)
  addCursor(tx, event_id)
  // Who waited for the cursor sees what the other has evaluated: each statement looks at the database anew.
  const after = sql<number>`(select snapshot_id from evaluation_cursors where event_id = ${event_id})`
  const [, snapshots] = await awaitAll([
    lockCursor(tx, event_id),
    listSnapshots(tx, event_id, { after, upTo: Number.MAX_SAFE_INTEGER }, limit, fresh),
  ])
  const last = snapshots.at(-1)
  if (!last) return { snapshots: 0, facts: 0, oldest_at: null }
  const [reported, book] = await awaitAll([
    loadReported(tx, event_id, [...new Set(snapshots.map(snapshotSource))]),
    readRules(tx, event_id),
  ])
  const observations = await observeSnapshots(snapshots, book, reported)
  // Of tabs nobody else writes: whoever matches anew holds the rules and the cursor.
  const facts = await appendChangedFacts(tx, event_id, observations)
  tx.defer(tx.updateTable('evaluation_cursors').set({ snapshot_id: last.id }).where('event_id', '=', event_id))
  return { snapshots: snapshots.length, facts, oldest_at: snapshots[0]?.timestamp ?? null }
}
