import type { Event, EventColumn, EventContents } from '@muster/contract/events'
import type { EventId, UserId } from '@muster/contract/ids'
import { findPersonalProblems } from '@muster/domain/characters/personal-problems'
import type { PlayerRules } from '@muster/domain/characters/personal-points'
import { findLeagueSharers } from '@muster/domain/events/league'
import { shiftRemoval } from '@muster/domain/events/retention'
import { isCategory, listTypes } from '@muster/domain/objectives/kinds'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import { presentColumns } from '../../db/event-columns.ts'
import { currentLock, lockLedger } from '../../db/ledger.ts'
import type { NewRow, Row } from '../../db/schema.ts'
import { isFinal } from '../../final-event.ts'
import { Refusal, refuseField } from '../../refusal.ts'
import type { Membership } from '../../viewer.ts'
import { listTeamsOf } from '../teams/store.ts'

/** The event with this id, the current one, or the sandbox. */
export async function findEvent(db: Db, event_id: EventId | 'current' | 'sandbox'): Promise<Row<'events'> | null> {
  const events = db.selectFrom('events').selectAll()
  const row = await (typeof event_id === 'number'
    ? events.where('id', '=', event_id)
    : events.where(event_id === 'current' ? 'is_current' : 'is_sandbox', '=', true)
  ).executeTakeFirst()
  return row ?? null
}

/** Events by id, without the sandbox; hidden ones only on request. */
export function listEvents(db: Db, includeHidden: boolean): Promise<Row<'events'>[]> {
  const events = db.selectFrom('events').selectAll().where('is_sandbox', '=', false).orderBy('id')
  return (includeHidden ? events : events.where('is_public', '=', true)).execute()
}

/**
 * The event, locked for an edit that affects its scores. Until the transaction ends no other edit happens and no fact is
 * appended. Call it first: a transaction that locks rows before the ledger can deadlock.
 * @throws Refusal event_not_found; event_locked for the sandbox
 */
export async function lockEventForEdit(tx: Tx, event_id: EventId): Promise<Row<'events'>> {
  lockLedger(tx, event_id)
  const event = await findEvent(tx, event_id)
  if (!event) throw new Refusal('event_not_found')
  refuseSandbox(event)
  return event
}

/** @throws Refusal event_locked: only the server changes the sandbox */
export function refuseSandbox({ is_sandbox }: Row<'events'>): void {
  if (is_sandbox) throw new Refusal('event_locked', 'The sandbox is run by the server')
}

/** The columns that organisers write; `moveCurrent` changes which event is current. */
export type EventFields = Pick<NewRow<'events'>, Exclude<EventColumn, 'is_current'>>

export async function insertEvent(tx: Tx, fields: EventFields): Promise<EventId> {
  const row = await tx.insertInto('events').values(fields).returning('id').executeTakeFirstOrThrow()
  return row.id
}

export async function updateEvent(tx: Tx, event_id: EventId, fields: Partial<NewRow<'events'>>): Promise<void> {
  await tx
    .updateTable('events')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
    .where('id', '=', event_id)
    .execute()
}

/** Whether any data read from players of its game is stored. */
async function isReadFromGame(db: Db, event_id: EventId): Promise<boolean> {
  const { rows } = await sql<{ is_read: boolean }>`
    select exists (select from characters where event_id = ${event_id})
      or exists (select from stash_snapshots where event_id = ${event_id})
      or exists (select from guild_log_entries where event_id = ${event_id}) as is_read`.execute(db)
  return rows[0]?.is_read === true
}

/**
 * The two games share no data: data read from one must not count in the other.
 * @throws Refusal invalid_request
 */
export async function checkGame(
  tx: Tx,
  before: Row<'events'>,
  { game_version = before.game_version }: Partial<EventFields>,
): Promise<void> {
  if (game_version === before.game_version || !(await isReadFromGame(tx, before.id))) return
  const problem = 'cannot be changed after characters or items of this game were read'
  throw refuseField('game_version', problem)
}

/** @throws Refusal invalid_request, about wrong steps and figures of personal objectives */
export function refusePersonal(event: PlayerRules, prefix = ''): void {
  const problems = findPersonalProblems(event).map(({ path, problem }) => ({
    field: `${prefix}${['personal_objectives', ...path].join('.')}`,
    problem,
  }))
  if (problems.length > 0) throw new Refusal('invalid_request', undefined, problems)
}

/** The removal date of raw data moves with the end of the event. */
export function moveRemoval(before: Row<'events'>, event_end_time: Date, now: number): { raw_kept_until?: Date } {
  const at = shiftRemoval(
    before.raw_kept_until?.getTime() ?? null,
    before.event_end_time.getTime(),
    event_end_time.getTime(),
    now,
  )
  return at === null || isFinal(before) ? {} : { raw_kept_until: new Date(at) }
}

export async function hasRoot(db: Db, event_id: EventId): Promise<boolean> {
  const root = await db
    .selectFrom('objectives')
    .select('id')
    .where('event_id', '=', event_id)
    .where('parent_id', 'is', null)
    .executeTakeFirst()
  return root !== undefined
}

/** The root of every tree of objectives; clients know it by this name. */
export async function insertRoot(tx: Tx, event_id: EventId): Promise<void> {
  const root = { name: 'default', objective_type: 'CATEGORY', aggregation: 'NONE', number_field: 'FINISHED_OBJECTIVES' } as const
  await tx
    .insertInto('objectives')
    .values({ event_id, parent_id: null, required_number: 1, ...root })
    .execute()
}

/**
 * Transactions that make events current, or that demand a league of their own, wait for each other; call it before locking rows.
 */
export async function lockCurrent(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${currentLock}, 0)`.execute(tx)
}

const leagueColumns = ['name', 'game_version', 'event_start_time', 'event_end_time'] as const
type LeagueColumns = Pick<Row<'events'>, (typeof leagueColumns)[number]>

const toReader = ({ name, game_version, event_start_time, event_end_time }: LeagueColumns) => ({
  name,
  game_version,
  start_at: event_start_time.getTime(),
  end_at: event_end_time.getTime(),
})

/**
 * Refuses an event that reads the same league as another one at the same time.
 * @param before the event before the edit, null: a new one; an accepted overlap is not refused again
 * @throws Refusal league_taken, naming the other event
 */
export async function refuseSharedLeague(tx: Tx, event: LeagueColumns, before: Row<'events'> | null): Promise<void> {
  if (before && leagueColumns.every((name) => event[name].valueOf() === before[name].valueOf())) return
  const rows = await tx
    .selectFrom('events')
    .select(['id', 'archived_at', ...leagueColumns])
    .where('event_start_time', '<', event.event_end_time)
    .where('event_end_time', '>', event.event_start_time)
    .orderBy('id')
    .execute()
  const others = rows.map((row) => ({ ...row, ...toReader(row), is_archived: row.archived_at !== null }))
  const [other] = findLeagueSharers({ ...toReader(event), id: before?.id ?? 0, is_archived: false }, others)
  if (!other) return
  const times = `from ${other.event_start_time.toUTCString()} to ${other.event_end_time.toUTCString()}`
  throw new Refusal('league_taken', `${other.name} (no. ${other.id}) reads the same league ${times}`)
}

/** Makes an event the current one, and the previous one an ordinary one, in one statement. */
export async function moveCurrent(tx: Tx, event_id: EventId): Promise<void> {
  await sql`
    with former as (update events set is_current = false, version = version + 1 where is_current and id <> ${event_id} returning id)
    update events set is_current = true, version = version + 1
    where id = ${event_id} and not is_current and (select count(*) from former) >= 0`.execute(tx)
}

export async function removeEvent(tx: Tx, event_id: EventId): Promise<void> {
  await tx.deleteFrom('events').where('id', '=', event_id).execute()
}

/** Counts of an event's content. Points are the current points of all teams. */
export async function countContents(db: Db, event_id: EventId): Promise<EventContents> {
  const { rows } = await sql<EventContents>`
    select
      (select count(*) from objectives where event_id = ${event_id} and objective_type <> all (${listTypes(isCategory)}))::int
        as objectives,
      (select count(*) from conditions join objectives on objectives.id = conditions.objective_id
        where objectives.event_id = ${event_id})::int as conditions,
      (select count(*) from scoring_presets where event_id = ${event_id})::int as scoring_presets,
      (select count(*) from teams where event_id = ${event_id})::int as teams,
      (select count(*) from team_users where event_id = ${event_id})::int as participants,
      (select count(*) from signups where event_id = ${event_id})::int as signups,
      (select count(*) from facts where event_id = ${event_id} and kind = 'fact')::int as facts,
      (select count(*) from submissions where event_id = ${event_id})::int as submissions,
      (select coalesce(sum(points), 0) from scores where event_id = ${event_id})::float8 as points`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('the query for the counts of an event returned no row')
  return counts
}

/** A user's team in an event. */
export async function findMembership(db: Db, event_id: EventId, user_id: UserId): Promise<Membership | null> {
  const row = await db
    .selectFrom('team_users')
    .select(['team_id', 'is_team_lead'])
    .where('event_id', '=', event_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row ?? null
}

/** Event rows in the form of the API, each with its teams. */
export async function presentEvents(db: Db, rows: readonly Row<'events'>[]): Promise<Event[]> {
  const teams = Map.groupBy(
    await listTeamsOf(
      db,
      rows.map((row) => row.id),
    ),
    (team) => team.event_id,
  )
  return rows.map((row) => ({
    id: row.id,
    ...presentColumns(row),
    version: row.version,
    archived_at: row.archived_at?.toISOString() ?? null,
    raw_kept_until: row.raw_kept_until?.toISOString() ?? null,
    final_since: row.raw_removal_began_at?.toISOString() ?? null,
    teams: teams.get(row.id) ?? [],
  }))
}

export async function presentEvent(db: Db, row: Row<'events'>): Promise<Event> {
  const [event] = await presentEvents(db, [row])
  if (!event) throw new Error('the event was not presented')
  return event
}

/** The order of a queue of signups: by time, except for signups that an organiser moved to its front or end. */
export const queueOrder = sql`case queue_place when 'front' then 0 when 'back' then 2 else 1 end, "timestamp", user_id`

/** An applicant's place in the queue; `before` is the number of signups ahead. */
export interface SignupPlace {
  readonly count: number
  /** null = no application. */
  readonly before: number | null
  readonly is_held_back: boolean
  readonly partner: string | null
}

/**
 * The signup queue as one user sees it; without a user only the number of signups. The partner is shown if both named each other.
 */
export async function findSignupPlace(db: Db, event_id: EventId, user_id: UserId | null): Promise<SignupPlace> {
  const row = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('signups')
        .selectAll()
        .select(sql<number>`row_number() over (order by ${queueOrder}) - 1`.as('before'))
        .select(sql<number>`count(*) over ()`.as('count'))
        .where('event_id', '=', event_id)
        .as('queue'),
    )
    .leftJoin('signups as partner', (join) =>
      join
        .onRef('partner.event_id', '=', 'queue.event_id')
        .onRef('partner.user_id', '=', 'queue.partner_id')
        .onRef('partner.partner_id', '=', 'queue.user_id'),
    )
    .leftJoin('accounts', (join) => join.onRef('accounts.user_id', '=', 'partner.user_id').on('accounts.provider', '=', 'poe'))
    .leftJoin('users', 'users.id', 'partner.user_id')
    .select(['queue.user_id', 'before', 'count', 'queue.queue_place'])
    .select((eb) => eb.fn.coalesce('accounts.name', 'users.display_name').as('partner'))
    .orderBy(sql`queue.user_id = ${user_id} desc nulls last`)
    .limit(1)
    .executeTakeFirst()
  const none = { before: null, is_held_back: false, partner: null }
  if (!row) return { count: 0, ...none }
  const { count, before, partner } = row
  return row.user_id === user_id ? { count, before, partner, is_held_back: row.queue_place === 'back' } : { count, ...none }
}
