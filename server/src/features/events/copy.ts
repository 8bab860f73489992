import type { EventId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'

/**
 * Copies what an event is played by into an empty one: presets, the tree of objectives with its conditions, and the text of the rules. New ids
 * are drawn first, so that one statement can put every parent, preset and condition in its place. Rows are copied whole,
 * columns that are added later too.
 * @param copy.shift_ms by how much windows of objectives move.
 */
export async function copyEventContent(
  tx: Tx,
  copy: { from: EventId; to: EventId; shift_ms: number; copy_teams: boolean },
): Promise<void> {
  // Seconds and not days: a day of a calendar can have 23 hours.
  const shift = sql`make_interval(secs => ${copy.shift_ms}::float8 / 1000)`
  await sql`
    with
      preset_ids as materialized (
        select id, nextval(pg_get_serial_sequence('scoring_presets', 'id'))::int as copy_id
        from (select id from scoring_presets where event_id = ${copy.from} order by id) as listed
      ),
      objective_ids as materialized (
        select id, nextval(pg_get_serial_sequence('objectives', 'id'))::int as copy_id
        from (select id from objectives where event_id = ${copy.from} order by id) as listed
      ),
      preset_copies as (
        insert into scoring_presets overriding system value
        select made.* from scoring_presets join preset_ids using (id),
          jsonb_populate_record(scoring_presets, jsonb_build_object('id', copy_id, 'event_id', ${copy.to}::int)) as made
      ),
      objective_copies as (
        insert into objectives overriding system value
        select made.* from objectives join objective_ids using (id)
          left join objective_ids as parents on parents.id = objectives.parent_id
          left join preset_ids on preset_ids.id = objectives.scoring_preset_id,
          jsonb_populate_record(objectives, jsonb_build_object(
            'id', objective_ids.copy_id, 'event_id', ${copy.to}::int,
            'parent_id', parents.copy_id, 'scoring_preset_id', preset_ids.copy_id,
            'valid_from', valid_from + ${shift}, 'valid_to', valid_to + ${shift})) as made
      )
    insert into conditions overriding system value
    select made.* from conditions join objective_ids on objective_ids.id = conditions.objective_id,
      jsonb_populate_record(conditions, jsonb_build_object(
        'id', nextval(pg_get_serial_sequence('conditions', 'id')), 'objective_id', objective_ids.copy_id)) as made
    order by conditions.id`.execute(tx)
  // What held for the last event is the draft of the next one.
  await sql`
    insert into event_rules (event_id, version, text, written_at, author_id)
    select ${copy.to}::int, 1, text, written_at, author_id from event_rules
    where event_id = ${copy.from} order by version desc limit 1`.execute(tx)
  if (!copy.copy_teams) return
  await sql`
    insert into teams overriding system value
    select made.* from teams, jsonb_populate_record(teams, jsonb_build_object(
      'id', nextval(pg_get_serial_sequence('teams', 'id')), 'event_id', ${copy.to}::int)) as made
    where teams.event_id = ${copy.from} order by teams.id`.execute(tx)
}
