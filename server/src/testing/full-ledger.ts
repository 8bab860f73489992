import type { EventId } from '@muster/contract/ids'
import { aggregations } from '@muster/contract/objectives'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { recordDefinition } from '../db/definition.ts'
import { entryColumns } from '../db/ledger.ts'
import { eventStart } from './builders.ts'

/** Public tabs per player with items relevant to an objective. */
const tabsOfPlayer = 4
/** Facts per snapshot: a changed tab shows something new for this many objectives. */
const factsOfSnapshot = 3
const hours = 72

/** Half of the objectives count items in tabs, the other half count values of characters; each half uses every aggregation. */
export async function varyAggregations(db: Db, event_id: EventId): Promise<void> {
  const counting = aggregations.filter((name) => name !== 'NONE').map((name) => sql.lit(name))
  await sql`
    update objectives set
      aggregation = (array[${sql.join(counting)}])[1 + objectives.id / 2 % ${sql.lit(counting.length)}],
      objective_type = case when objectives.id % 2 = 1 then 'PLAYER' else 'ITEM' end,
      number_field = case when objectives.id % 2 = 1 then 'PLAYER_LEVEL' else 'STACK_SIZE' end,
      valid_from = events.event_start_time, valid_to = events.event_end_time
    from events where events.id = event_id and event_id = ${event_id} and objective_type <> 'CATEGORY'`.execute(db)
  const change = { timestamp: new Date(eventStart), author_id: null, reason: 'made for a bench' }
  await db.transact((tx) => recordDefinition(tx, event_id, change))
}

/**
 * Inserts this many facts, spread over 72 hours and all players: two thirds from tabs (with ids as long as the game's), the
 * others from characters.
 */
export async function fillLedger(db: Db, event_id: EventId, facts: number): Promise<void> {
  const at = sql`${new Date(eventStart)}::timestamptz + (${hours * 3600} * place / ${facts}::float8) * interval '1 second'`
  const tab = sql`encode(sha256(convert_to(user_id || ' ' || place % ${tabsOfPlayer}, 'utf8')), 'hex')`
  // The counts are queried first, so that the main query can join by number.
  const { rows } = await sql<{ seats: number; items: number; values: number }>`
    select (select count(*) from team_users where event_id = ${event_id}) as seats,
      count(*) filter (where objective_type = 'ITEM') as items, count(*) filter (where objective_type = 'PLAYER') as values
    from objectives where event_id = ${event_id}`.execute(db)
  const { seats = 0, items = 0, values = 0 } = rows[0] ?? {}
  const players = sql`(
    select user_id, team_id, row_number() over (order by user_id) - 1 as seat from team_users where event_id = ${event_id}
  ) as players`
  const places = (step: number) => sql`generate_series(1::bigint, ${sql.lit(facts)}, ${sql.lit(step)}) as place`
  await sql`
    insert into stash_snapshots (event_id, stash_id, change_id, team_id, timestamp, item_count, items, items_hash)
    select ${event_id}, ${tab}, place::text, team_id, ${at}, 1, '', ''
    from ${places(factsOfSnapshot)} join ${players} on seat = place / ${sql.lit(factsOfSnapshot)} % ${sql.lit(seats)}`.execute(db)
  await sql`analyze`.execute(db)
  await sql`
    with leaves as (
      select id, objective_type, row_number() over (partition by objective_type order by id) - 1 as number
      from objectives where event_id = ${event_id} and objective_type <> 'CATEGORY'),
    snapshots as (select min(id) as first, count(*) as count from stash_snapshots where event_id = ${event_id}),
    shown as (
      select place, case place % 3 when 0 then 'PLAYER' else 'ITEM' end as kind,
        place * 7919 % case place % 3 when 0 then ${sql.lit(values)} else ${sql.lit(items)} end as leaf
      from ${places(1)})
    insert into facts (event_id, objective_id, team_id, user_id, source, number, timestamp, stash_snapshot_id)
    select ${event_id}, leaves.id, team_id, user_id,
      case kind when 'ITEM' then 'stash:' || ${tab} else 'user:' || user_id end,
      case when place % 10 = 1 then 0 else 1 + place * 7 % 60 end, ${at},
      case kind when 'ITEM' then snapshots.first + place / ${factsOfSnapshot} % snapshots.count end
    from shown
    cross join snapshots
    join ${players} on seat = place / ${sql.lit(factsOfSnapshot)} % ${sql.lit(seats)}
    join leaves on objective_type = kind and number = leaf
    order by place`.execute(db)
  await sql`analyze`.execute(db)
}

/** Reads the rows of a rebuild with COPY and discards them. */
export function discardFacts(db: Db, event_id: EventId): Promise<void> {
  return db.copy(sql`select ${entryColumns} from facts where event_id = ${sql.lit(event_id)} order by sequence`, () => undefined)
}

/** Disk usage of the facts: rows and each index, largest first. */
export async function listFactSizes(db: Db): Promise<{ name: string; bytes: number }[]> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select relname as name, pg_relation_size(oid)::float8 as bytes from pg_class
    where oid = 'facts'::regclass or oid in (select indexrelid from pg_index where indrelid = 'facts'::regclass)
    order by bytes desc`.execute(db)
  return rows
}
