import type { EventId } from '@muster/contract/ids'
import type { AdminFigures, ReadinessCode } from '@muster/contract/readiness'
import type { MinimalUser, Role } from '@muster/contract/users'
import { listTreeFields } from '@muster/domain/characters/numbers'
import { countsCharacters, countsItems, isCategory, listTypes, takesSubmissions } from '@muster/domain/objectives/kinds'
import { listSightWays } from '@muster/domain/objectives/sight'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { loadDefinition } from '../../db/definition.ts'
import type { Row } from '../../db/schema.ts'
import { loadReportRules } from '../objectives/store.ts'
import { isWaiting } from '../submissions/store.ts'

/** Upper bound of names of each kind. */
const maxNames = 5
const day_ms = 24 * 3_600_000

/** The number of things of a kind, and the first names. */
export interface NamedCount {
  readonly count: number
  readonly names: string[]
}

/** Counts of an event, and of the whole server. */
export interface StoredFigures
  extends Omit<AdminFigures, 'jobs_wanted' | 'jobs_running' | 'waiting' | 'problems' | 'signups_by_day'> {
  readonly ingestion_problems: number
  readonly item_objectives: number
  readonly character_objectives: number
  readonly needs_passive_tree: boolean
  readonly guilds: number
  readonly has_rules: boolean
  readonly is_league_seen: boolean
  readonly takes_submissions: boolean
  readonly has_start_news: boolean
  readonly has_thanks: boolean
  readonly scored_at: Date | null
  readonly defined_at: Date | null
  readonly stream_moved_at: Date | null
  /** Members of teams, or signups while there are none. */
  readonly players: number
  readonly without_points: NamedCount
  readonly empty_teams: NamedCount
  readonly teams_without_lead: NamedCount
  readonly teams_without_guild: NamedCount
  readonly unplaced: NamedCount
  readonly unconnected: NamedCount
}

/** The number of rows in a part of the query, and the first names. */
const tell = (part: string) => sql<NamedCount>`(select json_build_object('count', count(*),
  'names', coalesce((array_agg(name order by place))[1:${sql.lit(maxNames)}], '{}')) from ${sql.table(part)})`

/** All figures in one query; its cost follows the tree, the teams and the signups of the event. */
export async function loadFigures(db: Db, event: Row<'events'>, now: number): Promise<StoredFigures> {
  const { id } = event
  const dayAgo = new Date(now - day_ms)
  const { rows } = await sql<StoredFigures>`
    with recursive tree as (
      select id, name, objective_type, number_field, scoring_preset_id is not null as pays
      from objectives where event_id = ${id} and parent_id is null
      union all
      select child.id, child.name, child.objective_type, child.number_field, tree.pays or child.scoring_preset_id is not null
      from objectives child join tree on child.parent_id = tree.id
      where child.event_id = ${id}
    ), leaves as (
      select * from tree where objective_type <> all (${listTypes(isCategory)})
    ), without_points as (
      select name, id as place from leaves where not pays
    ), empty_teams as (
      select name, id as place from teams where event_id = ${id}
        and not exists (select from team_users where team_users.team_id = teams.id)
    ), teams_without_lead as (
      select name, id as place from teams where event_id = ${id}
        and not exists (select from team_users where team_users.team_id = teams.id and is_team_lead)
    ), teams_without_guild as (
      select name, id as place from teams where event_id = ${id}
        and not exists (select from guilds where guilds.team_id = teams.id)
    ), queue as (
      select user_id, timestamp, row_number() over (order by timestamp, user_id) as place from signups where event_id = ${id}
    ), unplaced as (
      select display_name as name, place from queue join users on users.id = queue.user_id
      where place <= ${event.max_size}
        and not exists (select from team_users where event_id = ${id} and team_users.user_id = queue.user_id)
    ), members as (
      select user_id from team_users where event_id = ${id}
    ), players as (
      select user_id from members
      union select user_id from queue where place <= ${event.max_size} and not exists (select from members)
    ), unconnected as (
      select display_name as name, users.id as place from players join users on users.id = players.user_id
      where not exists (
        select from accounts where accounts.user_id = users.id and provider = 'poe' and broken_reason is null)
    )
    select
      (select count(*) from teams where event_id = ${id}) as teams,
      (select count(*) from scoring_presets where event_id = ${id}) as presets,
      (select count(*) from leaves) as objectives,
      (select count(*) from leaves where objective_type = any (${listTypes(countsItems)})) as item_objectives,
      (select count(*) from leaves where objective_type = any (${listTypes(countsCharacters)})) as character_objectives,
      exists (select from leaves where number_field = any (${[...listTreeFields(event)]})) as needs_passive_tree,
      (select count(*) from queue) as signups,
      (select count(*) from submissions where event_id = ${id} and ${isWaiting}
        and recheck is distinct from 'second_look') as pending_submissions,
      (select count(*) from manual_points where event_id = ${id} and approval = 'waiting' and withdrawn_at is null) as waiting_points,
      (select count(*) from users) as users,
      (select count(*) from users where permissions <> '{}') as users_with_role,
      (select count(distinct user_id) from activity_samples where event_id = ${id} and timestamp > ${dayAgo}) as active_players,
      (select count(*) from ingestion_problems where event_id = ${id} and timestamp > ${dayAgo}) as ingestion_problems,
      (select count(*) from guilds where event_id = ${id}) as guilds,
      (select count(*) from players) as players,
      exists (select from event_rules where event_id = ${id}) as has_rules,
      exists (select from ladder_entries where event_id = ${id}) or exists (select from characters where event_id = ${id})
        as is_league_seen,
      exists (select from leaves where objective_type = any (${listTypes(takesSubmissions)}))
        or exists (select from submissions where event_id = ${id}) as takes_submissions,
      exists (select from announcements where event_id = ${id} and removed_at is null
        and starts_at between ${new Date(event.event_start_time.getTime() - 7 * day_ms)} and ${event.event_start_time})
        as has_start_news,
      exists (select from announcements where event_id = ${id} and removed_at is null and starts_at >= ${event.event_end_time})
        as has_thanks,
      (select changed_at from score_changes where event_id = ${id} order by sequence desc limit 1) as scored_at,
      (select timestamp from definition_changes where event_id = ${id} order by sequence desc limit 1) as defined_at,
      (select moved_at from stream_cursors where event_id = ${id}) as stream_moved_at,
      ${tell('without_points')} as without_points, ${tell('empty_teams')} as empty_teams,
      ${tell('teams_without_lead')} as teams_without_lead,
      ${tell('teams_without_guild')} as teams_without_guild, ${tell('unplaced')} as unplaced, ${tell('unconnected')} as unconnected`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('the query for the figures of an event returned no row')
  return row
}

/** Objectives whose results a judge has to add on a server that does not read the game. */
export async function listByHand(db: Db, event: Row<'events'>): Promise<NamedCount> {
  const { objectives, presets } = await loadDefinition(db, event.id)
  const readRules = await loadReportRules(db, event)
  const choices = { ...event, presets, reads_game: false }
  const isByHand = (one: (typeof objectives)[number]) => listSightWays(one, { ...choices, ...readRules(one.id) })[0] === 'by_hand'
  const names = objectives.filter(isByHand).map(({ name }) => name)
  return { count: names.length, names: names.slice(0, maxNames) }
}

export interface StoredStep {
  readonly code: ReadinessCode
  readonly owner: MinimalUser | null
  /** Roles of the owner now. */
  readonly owner_roles: readonly Role[]
  readonly marked_by: string | null
  readonly marked_at: Date | null
}

/** The steps that an organiser has taken or marked. */
export async function listSteps(db: Db, event_id: EventId): Promise<StoredStep[]> {
  const rows = await db
    .selectFrom('event_steps as step')
    .leftJoin('users as owner', 'owner.id', 'step.owner_id')
    .leftJoin('users as marker', 'marker.id', 'step.marked_by_id')
    .select(['code', 'owner_id', 'owner.display_name', 'owner.permissions', 'marker.display_name as marked_by', 'marked_at'])
    .where('step.event_id', '=', event_id)
    .execute()
  return rows.map(({ code, owner_id, display_name, permissions, marked_by, marked_at }) => ({
    code,
    owner: owner_id === null || display_name === null ? null : { id: owner_id, display_name },
    owner_roles: permissions ?? [],
    marked_by,
    marked_at,
  }))
}

type StepChange = Partial<Omit<Row<'event_steps'>, 'event_id' | 'code'>>

export async function upsertStep(db: Db, event_id: EventId, code: ReadinessCode, change: StepChange): Promise<void> {
  await db
    .insertInto('event_steps')
    .values({ event_id, code, ...change })
    .onConflict((conflict) => conflict.columns(['event_id', 'code']).doUpdateSet(change))
    .execute()
}

/** Signups by day, UTC, in order. */
export async function countSignupsByDay(db: Db, event_id: EventId): Promise<AdminFigures['signups_by_day']> {
  const { rows } = await sql<{ day: string; count: number }>`
    select to_char(timestamp at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as count
    from signups where event_id = ${event_id} group by day order by day`.execute(db)
  return rows
}
