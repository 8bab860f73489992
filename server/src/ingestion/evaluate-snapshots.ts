import type { EventId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import type { Row } from '../db/schema.ts'
import { appendFacts, isSeen } from '../db/ledger.ts'
import { later } from '../db/prepared.ts'
import { type RuleReader, shareRules } from './fact-rules.ts'
import { gatherShown, listSnapshots, lookAtSnapshots, stashSource } from './look-at-snapshots.ts'

/**
 * What the tabs showed last, according to their facts. From one objective and team of a source to the next in steps down an
 * index: a tab is looked at some thousand times, and what it showed all those times is not read again.
 */
async function loadShown(tx: Tx, event_id: EventId, sources: readonly string[]) {
  type Latest = Pick<Row<'facts'>, 'source' | 'objective_id' | 'team_id' | 'number'>
  const { rows } = await sql<Latest>`
    with recursive shown as (
      select latest.* from unnest(${sources}::text[]) as wanted (source) cross join lateral (
        select source, objective_id, team_id, number from facts
        where event_id = ${event_id} and source = wanted.source and kind = 'fact' and ${isSeen}
        order by objective_id, team_id, sequence desc limit 1
      ) latest
      union all
      select latest.* from shown cross join lateral (
        select source, objective_id, team_id, number from facts
        where event_id = ${event_id} and source = shown.source and kind = 'fact' and ${isSeen}
          and (objective_id, team_id) > (shown.objective_id, shown.team_id)
        order by objective_id, team_id, sequence desc limit 1
      ) latest
    )
    select * from shown where number <> 0`.execute(tx)
  return gatherShown(rows)
}

/** The event's row that says how far snapshots were evaluated. Whoever holds it evaluates; others wait. */
export async function holdCursor(tx: Tx, event_id: EventId): Promise<number> {
  await tx
    .insertInto('evaluation_cursors')
    .values({ event_id })
    .onConflict((conflict) => conflict.doNothing())
    .modifyEnd(later)
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
  await tx
    .updateTable('evaluation_cursors')
    .set({ snapshot_id: last.id })
    .where('event_id', '=', event_id)
    .modifyEnd(later)
    .execute()
  return { snapshots: snapshots.length, facts }
}
