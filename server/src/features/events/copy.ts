import type { CopiedWindow } from '@muster/contract/events'
import type { EventId, ObjectiveId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import { type FieldProblem, Refusal } from '../../refusal.ts'

/** Source, target, and parts to copy. */
export interface EventCopy {
  readonly from: EventId
  readonly to: EventId
  /** Shift of windows that `windows` does not name. */
  readonly shift_ms: number
  readonly copy_teams: boolean
  readonly copy_logos: boolean
  readonly copy_objectives: boolean
  readonly copy_rules: boolean
  readonly windows: readonly CopiedWindow[]
}

/**
 * Copies the chosen parts of an event, and the questions of its signup form, into an empty one. Rows are copied with all their
 * columns, including later ones.
 * @throws Refusal objective_not_found; invalid_request if a window belongs to no objective of the original or closes before it
 * opens
 */
export async function copyEventContent(tx: Tx, copy: EventCopy): Promise<void> {
  if (copy.copy_objectives) await copyObjectives(tx, copy)
  if (copy.copy_rules) await copyRules(tx, copy)
  await copyQuestions(tx, copy)
  if (copy.copy_teams) await copyTeams(tx, copy)
}

async function checkWindows(tx: Tx, { from, windows }: EventCopy): Promise<void> {
  if (windows.length === 0) return
  const rows = await tx.selectFrom('objectives').select('id').where('event_id', '=', from).execute()
  const known = new Set(rows.map(({ id }) => id))
  const seen = new Set<ObjectiveId>()
  const unknown: FieldProblem[] = []
  const wrong: FieldProblem[] = []
  for (const [place, { objective_id, valid_from, valid_to }] of windows.entries()) {
    const field = `windows.${place}.objective_id`
    if (!known.has(objective_id)) unknown.push({ field, problem: 'is not an objective of this event' })
    if (seen.has(objective_id)) wrong.push({ field, problem: 'is listed twice' })
    seen.add(objective_id)
    if (valid_from !== null && valid_to !== null && Date.parse(valid_to) < Date.parse(valid_from)) {
      wrong.push({ field: `windows.${place}.valid_to`, problem: 'must not be before valid_from' })
    }
  }
  if (unknown.length > 0) throw new Refusal('objective_not_found', undefined, unknown)
  if (wrong.length > 0) throw new Refusal('invalid_request', undefined, wrong)
}

/** New ids are reserved first, so that one statement can set every parent, rule and condition. */
async function copyObjectives(tx: Tx, copy: EventCopy): Promise<void> {
  await checkWindows(tx, copy)
  // Seconds and not days: a calendar day can have 23 hours.
  const shift = sql`make_interval(secs => ${copy.shift_ms}::float8 / 1000)`
  await sql`
    with
      windows as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(copy.windows)}::jsonb)
          as listed (objective_id int, valid_from timestamptz, valid_to timestamptz)
      ),
      preset_ids as materialized (
        select id, nextval(pg_get_serial_sequence('scoring_presets', 'id'))::int as copy_id
        from (select id from scoring_presets where event_id = ${copy.from} order by id) as listed
      ),
      objective_ids as materialized (
        select id, nextval(pg_get_serial_sequence('objectives', 'id'))::int as copy_id
        from (select id from objectives where event_id = ${copy.from} order by id) as listed
      ),
      condition_ids as materialized (
        select id, nextval(pg_get_serial_sequence('conditions', 'id'))::int as copy_id
        from (
          select conditions.id from conditions join objective_ids on objective_ids.id = conditions.objective_id order by conditions.id
        ) as listed
      ),
      preset_copies as (
        insert into scoring_presets overriding system value
        select made.* from scoring_presets join preset_ids using (id),
          jsonb_populate_record(scoring_presets, jsonb_build_object('id', copy_id, 'event_id', ${copy.to}::int, 'version', 1)) as made
      ),
      objective_copies as (
        insert into objectives overriding system value
        select made.* from objectives join objective_ids using (id)
          left join objective_ids as parents on parents.id = objectives.parent_id
          left join preset_ids on preset_ids.id = objectives.scoring_preset_id
          left join windows on windows.objective_id = objectives.id,
          jsonb_populate_record(objectives, jsonb_build_object(
            'id', objective_ids.copy_id, 'event_id', ${copy.to}::int, 'version', 1,
            'parent_id', parents.copy_id, 'scoring_preset_id', preset_ids.copy_id,
            'valid_from', case when windows.objective_id is null then objectives.valid_from + ${shift} else windows.valid_from end,
            'valid_to', case when windows.objective_id is null then objectives.valid_to + ${shift} else windows.valid_to end)) as made
      ),
      rule_copies as (
        insert into objective_presets
        select made.* from objective_presets join objective_ids on objective_ids.id = objective_id
          join preset_ids on preset_ids.id = preset_id,
          jsonb_populate_record(objective_presets, jsonb_build_object(
            'objective_id', objective_ids.copy_id, 'preset_id', preset_ids.copy_id)) as made
      ),
      example_copies as (
        insert into item_examples overriding system value
        select made.* from item_examples join objective_ids on objective_ids.id = item_examples.objective_id,
          jsonb_populate_record(item_examples, jsonb_build_object(
            'id', nextval(pg_get_serial_sequence('item_examples', 'id'))::int, 'objective_id', copy_id)) as made
      )
    insert into conditions overriding system value
    select made.* from conditions join condition_ids using (id) join objective_ids on objective_ids.id = conditions.objective_id,
      jsonb_populate_record(conditions, jsonb_build_object(
        'id', condition_ids.copy_id, 'objective_id', objective_ids.copy_id)) as made`.execute(tx)
}

/** The rules of the last event are the draft of the next one. */
async function copyRules(tx: Tx, copy: EventCopy): Promise<void> {
  await sql`
    insert into event_rules (event_id, version, text, written_at, author_id)
    select ${copy.to}::int, 1, text, written_at, author_id from event_rules
    where event_id = ${copy.from} order by version desc limit 1`.execute(tx)
}

/** The questions of the signup form, with their ids: the answers stay with the original. */
async function copyQuestions(tx: Tx, copy: EventCopy): Promise<void> {
  await sql`
    insert into signup_questions (event_id, version, questions, last_id)
    select ${copy.to}::int, 1, questions, last_id from signup_questions where event_id = ${copy.from}`.execute(tx)
}

/** Teams without their members. */
async function copyTeams(tx: Tx, copy: EventCopy): Promise<void> {
  await sql`
    with
      team_ids as materialized (
        select id, nextval(pg_get_serial_sequence('teams', 'id'))::int as copy_id
        from (select id from teams where event_id = ${copy.from} order by id) as listed
      ),
      team_copies as (
        insert into teams overriding system value
        select made.* from teams join team_ids using (id),
          jsonb_populate_record(teams, jsonb_build_object('id', copy_id, 'event_id', ${copy.to}::int, 'version', 1)) as made
      )
    insert into team_logos
    select made.* from team_logos join team_ids on team_ids.id = team_logos.team_id,
      jsonb_populate_record(team_logos, jsonb_build_object('team_id', copy_id)) as made
    where ${copy.copy_logos}::bool`.execute(tx)
}
