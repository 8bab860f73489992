import type { EventId, ObjectiveId } from '@muster/contract/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import { isFromSource, isSeen, notify } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { type AppliedRule, applyRules } from './fact-rules.ts'

const reason = 'The objective was edited, and all stored data was re-evaluated'

/** Number of facts found by the re-evaluation of each objective. */
export async function countFound(tx: Tx, ids: readonly ObjectiveId[]): Promise<Map<ObjectiveId, number>> {
  const rows = await tx
    .selectFrom('rematch_facts')
    .select((select) => ['objective_id', select.fn.countAll<number>().as('count')])
    .where('objective_id', '=', sql<ObjectiveId>`any(${ids})`)
    .groupBy('objective_id')
    .execute()
  return new Map(rows.map((row) => [row.objective_id, row.count]))
}

/** Facts observed by programs; a re-evaluation must not replace those from people (submissions, corrections, guild logs). */
const isObserved = sql<boolean>`(split_part(source, ':', 1) in ('stash', 'worn', 'carried', 'user', 'team'))`

type Changed = Pick<Row<'rematch_facts'>, 'objective_id' | 'source' | 'team_id'>

/**
 * The sources whose history differs between the re-evaluation and the facts that count now. A history is compared and replaced as
 * a whole: among simultaneous facts of a source, the last recorded one is valid.
 */
async function listChanged(tx: Tx, ids: readonly ObjectiveId[]): Promise<Changed[]> {
  const history = sql`string_agg(concat_ws(' ', number, extract(epoch from timestamp), user_id), ',' order by place)`
  const { rows } = await sql<Changed>`
    with old as (
      select objective_id, source, team_id, ${history} as history
      from (
        select *, sequence as place from facts
        where objective_id = any(${ids}) and kind = 'fact' and ${isObserved} and ${isSeen}
      ) unretracted
      group by objective_id, source, team_id
    ), new as (
      select objective_id, source, team_id, ${history} as history
      from (select *, id as place from rematch_facts where objective_id = any(${ids})) found
      group by objective_id, source, team_id
    )
    select objective_id, source, team_id
    from old full join new using (objective_id, source, team_id)
    where old.history is distinct from new.history
    order by objective_id, source, team_id`.execute(tx)
  return rows
}

const isSame = (facts: RawBuilder<unknown>, changed: RawBuilder<unknown>) => sql<boolean>`
  ${isFromSource(sql`${changed}.source`, facts)} and ${facts}.objective_id = ${changed}.objective_id
    and ${facts}.team_id = ${changed}.team_id`

/** New facts first: a reader in between sees too much rather than too little. */
async function writeChanged(tx: Tx, event_id: EventId, changed: readonly Changed[]): Promise<void> {
  const keys = sql`unnest(
    ${changed.map((one) => one.objective_id)}::int[], ${changed.map((one) => one.source)}::text[],
    ${changed.map((one) => one.team_id)}::int[]) as changed (objective_id, source, team_id)`
  const { rows } = await sql<{ sequence: number }>`select nextval('ledger_sequence') as sequence`.execute(tx)
  const border = rows[0]?.sequence ?? 0
  await sql`
    insert into facts (event_id, objective_id, team_id, user_id, source, number, timestamp, stash_snapshot_id)
    select ${event_id}, objective_id, team_id, user_id, source, number, timestamp, stash_snapshot_id
    from rematch_facts join ${keys} using (objective_id, source, team_id)
    order by rematch_facts.id`.execute(tx)
  // Facts excluded by a person stay out if the same was seen at the same place in the history.
  await sql`
    insert into facts (event_id, objective_id, team_id, user_id, source, number, timestamp, kind, retracts, author_id, reason)
    select fresh.event_id, fresh.objective_id, fresh.team_id, fresh.user_id, fresh.source, fresh.number, fresh.timestamp,
      'retraction', fresh.sequence, ruling.author_id, ruling.reason
    from ${keys}
    join facts on ${isSame(sql`facts`, sql`changed`)}
    join facts ruling on ruling.retracts = facts.sequence and not ruling.is_automatic
    join facts fresh on ${isSame(sql`fresh`, sql`changed`)}
    where facts.event_id = ${event_id} and fresh.event_id = ${event_id} and facts.kind = 'fact' and facts.sequence < ${border} and fresh.kind = 'fact' and fresh.sequence > ${border}
      and fresh.number = facts.number and fresh.timestamp = facts.timestamp
      and fresh.stash_snapshot_id is not distinct from facts.stash_snapshot_id and ${isSeen}
    order by fresh.sequence`.execute(tx)
  await sql`
    insert into facts (event_id, objective_id, team_id, user_id, source, number, timestamp, kind, retracts, is_automatic, reason)
    select event_id, facts.objective_id, facts.team_id, user_id, facts.source, number, timestamp, 'retraction', sequence, true, ${reason}
    from ${keys} join facts on ${isSame(sql`facts`, sql`changed`)}
    where event_id = ${event_id} and kind = 'fact' and sequence < ${border} and ${isSeen}
    order by sequence`.execute(tx)
}

/**
 * Replaces the facts of the old rule with the results of the re-evaluation, and applies the new rule. The caller holds the locks
 * of the ledger, the cursor and the rules of the event.
 */
export async function replaceFacts(tx: Tx, event_id: EventId, ready: readonly AppliedRule[]): Promise<void> {
  const ids = ready.map((one) => one.objective_id)
  const changed = await listChanged(tx, ids)
  if (changed.length > 0) {
    await writeChanged(tx, event_id, changed)
    notify(tx, 'ledger', event_id)
  }
  await applyRules(tx, event_id, ready)
  await tx.deleteFrom('rematches').where('objective_id', '=', sql<ObjectiveId>`any(${ids})`).execute()
}
