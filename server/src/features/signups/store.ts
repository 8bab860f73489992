import type { Provider } from '@muster/contract/auth'
import type { EventId, UserId } from '@muster/contract/ids'
import type { PastEvent, Signup } from '@muster/contract/signups'
import { type NonSensitiveUser, readAccountName } from '@muster/contract/users'
import { findApplicationStatus, type Sizes } from '@muster/domain/signups/status'
import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import { notifyAccess } from '../../db/ledger.ts'
import type { NewRow, Row } from '../../db/schema.ts'
import { measureActivity } from '../activity/store.ts'
import { queueOrder } from '../events/store.ts'
import { presentStated } from '../users/store.ts'

/** A signup with its place in the queue and in a team. */
export type QueuedSignup = Row<'signups'> &
  Pick<Row<'team_users'>, 'is_team_lead'> & {
    /** Signups ahead of it. */
    readonly before: number
    readonly team_id: Row<'team_users'>['team_id'] | null
  }

/** The part of a queue to read: one user's signup, or a page. */
export interface QueuePart {
  readonly user_id?: UserId | undefined
  readonly after?: UserId | undefined
  readonly limit?: number | undefined
}

/** Signups in the order of the queue. */
export async function listSignups(db: Db, event_id: EventId, part: QueuePart = {}): Promise<QueuedSignup[]> {
  let query = db
    .with('queue', (make) =>
      make
        .selectFrom('signups')
        .selectAll()
        .select(sql<number>`row_number() over (order by ${queueOrder}) - 1`.as('before'))
        .where('event_id', '=', event_id),
    )
    .selectFrom('queue')
    .leftJoin('team_users', (join) =>
      join.onRef('team_users.event_id', '=', 'queue.event_id').onRef('team_users.user_id', '=', 'queue.user_id'),
    )
    .selectAll('queue')
    .select(['team_users.team_id', 'team_users.is_team_lead'])
    .orderBy('before')
  if (part.user_id !== undefined) query = query.where('queue.user_id', '=', part.user_id)
  if (part.after !== undefined) {
    query = query.where(sql<SqlBool>`before > (select before from queue where user_id = ${part.after})`)
  }
  if (part.limit !== undefined) query = query.limit(part.limit)
  return (await query.execute()).map((row) => ({ ...row, is_team_lead: row.is_team_lead ?? false }))
}

export const findSignup = async (db: Db, event_id: EventId, user_id: UserId): Promise<QueuedSignup | null> =>
  (await listSignups(db, event_id, { user_id }))[0] ?? null

type AccountFields = Partial<Omit<NonSensitiveUser, 'id' | 'display_name'>>

/** The fields that show an account to others. */
const accountFields: Readonly<Record<Provider, (id: string | null, name: string | null) => AccountFields>> = {
  poe: (_, account_name) => ({ account_name }),
  discord: (discord_id, discord_name) => ({ discord_id, discord_name }),
  twitch: (twitch_id, twitch_name) => ({ twitch_id, twitch_name }),
}

/** People with the names of their accounts; one query. */
export async function listPeople(db: Db, user_ids: readonly UserId[]): Promise<Map<UserId, NonSensitiveUser>> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('accounts', 'accounts.user_id', 'users.id')
    .leftJoin('stated_accounts as stated', 'stated.user_id', 'users.id')
    .select(['users.id', 'display_name', 'provider', 'account_id', 'accounts.name'])
    .select(['stated.name as stated_name', 'stated.confirmed_at'])
    .where('users.id', '=', sql<UserId>`any(${[...new Set(user_ids)]})`)
    .execute()
  const people = new Map<UserId, NonSensitiveUser>()
  const nameless = { account_name: null, discord_id: null, discord_name: null, twitch_id: null, twitch_name: null }
  for (const { id, display_name, provider, account_id, name, ...stated } of rows) {
    const person = people.get(id) ?? { id, display_name, ...nameless, stated_account: presentStated(stated) }
    people.set(id, person)
    if (provider !== null) Object.assign(person, accountFields[provider](account_id, name))
  }
  return people
}

/** Users whose connection to the game works. */
export async function listConnected(db: Db, user_ids: readonly UserId[]): Promise<ReadonlySet<UserId>> {
  const rows = await db
    .selectFrom('accounts')
    .select('user_id')
    .where('provider', '=', 'poe')
    .where('broken_reason', 'is', null)
    .where('user_id', '=', sql<UserId>`any(${user_ids})`)
    .execute()
  return new Set(rows.map((row) => row.user_id))
}

/** Signups in the form of the API, with their users. */
export async function presentSignups(db: Db, rows: readonly QueuedSignup[], sizes: Sizes): Promise<Signup[]> {
  const people = await listPeople(
    db,
    rows.flatMap((row) => (row.partner_id === null ? [row.user_id] : [row.user_id, row.partner_id])),
  )
  return rows.map(({ event_id: _, user_id, timestamp, before, is_team_lead, ...signup }) => {
    const partner = signup.partner_id === null ? null : (people.get(signup.partner_id) ?? null)
    return {
      ...signup,
      user: people.get(user_id) ?? null,
      partner,
      partner_account_name: partner && (readAccountName(partner) ?? partner.display_name),
      team_lead: is_team_lead,
      application_status: findApplicationStatus(
        { is_in_team: signup.team_id !== null, before, is_held_back: signup.queue_place === 'back' },
        sizes,
      ),
      timestamp: timestamp.toISOString(),
    }
  })
}

/** A user as other participants see them: with the chat name and stream if shared. */
export async function showToOthers(db: Db, person: NonSensitiveUser): Promise<NonSensitiveUser> {
  const { chat_name_shown_to, stream_shown_to } = await db
    .selectFrom('users')
    .select(['chat_name_shown_to', 'stream_shown_to'])
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  return {
    ...person,
    ...(chat_name_shown_to !== 'event' && { discord_id: null, discord_name: null }),
    ...(stream_shown_to !== 'everyone' && { twitch_id: null, twitch_name: null }),
  }
}

/**
 * The event, locked against edits until the transaction ends. Signups of one event wait for this lock, so that the last place
 * goes to one player.
 */
export async function lockEvent(tx: Tx, event_id: EventId): Promise<Row<'events'> | null> {
  const row = await tx.selectFrom('events').selectAll().where('id', '=', event_id).forNoKeyUpdate().executeTakeFirst()
  return row ?? null
}

/** The number of signups, and the time of the last one. */
export function countSignups(db: Db, event_id: EventId): Promise<{ count: number; last: Date | null }> {
  return db
    .selectFrom('signups')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('timestamp').as('last')])
    .where('event_id', '=', event_id)
    .executeTakeFirstOrThrow()
}

/**
 * The player with this game account (connected, then confirmed, then stated), or the only user without one who has this display
 * name. Names are compared case-insensitively, as in the game.
 */
export async function findNamed(db: Db, name: string): Promise<UserId | null> {
  const { rows } = await sql<{ user_id: UserId; doubt: number }>`
    select user_id, 0 as doubt from accounts where provider = 'poe' and lower(name) = lower(${name})
    union all
    select user_id, case when confirmed_at is null then 2 else 1 end from stated_accounts where lower(name) = lower(${name})
    union all
    select id, 3 from users where lower(display_name) = lower(${name}) and deleted_at is null
      and not exists (select from accounts where accounts.user_id = users.id and provider = 'poe')
    order by doubt, user_id limit 2`.execute(db)
  const [first, second] = rows
  return first === undefined || (first.doubt === 3 && second !== undefined) ? null : first.user_id
}

/** Inserts a signup or changes it; the first timestamp, and with it the place in the queue, stays. */
export async function upsertSignup(tx: Tx, signup: NewRow<'signups'>): Promise<void> {
  const { event_id: _, user_id: __, timestamp: ___, ...edited } = signup
  await tx
    .insertInto('signups')
    .values(signup)
    .onConflict((conflict) => conflict.columns(['event_id', 'user_id']).doUpdateSet(edited))
    .execute()
}

/** @returns whether there is a signup to report on */
export async function updatePlaytime(db: Db, event_id: EventId, user_id: UserId, actual_playtime: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('signups')
    .set({ actual_playtime })
    .where('event_id', '=', event_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Removes a player from an event: the signup, then the place in a team. In this order a simultaneous assignment to a team is
 * either seen here or finds no signup.
 */
export async function removeSignup(tx: Tx, event_id: EventId, user_id: UserId): Promise<void> {
  await tx.deleteFrom('signups').where('event_id', '=', event_id).where('user_id', '=', user_id).execute()
  await tx.deleteFrom('team_users').where('event_id', '=', event_id).where('user_id', '=', user_id).execute()
  await notifyAccess(tx)
}

/** Longer breaks end a session, as in the activity report. */
const sessionBreak_seconds = 1800
/** Number of past events with measured hours; older events say little about a player. */
const measuredEvents = 6
const day_ms = 86_400_000

/** The past events of these players, in teams, that ended before this event began; latest first. */
export async function listPastEvents(
  db: Db,
  event: Pick<Row<'events'>, 'id' | 'event_start_time'>,
  user_ids: readonly UserId[],
): Promise<Map<UserId, PastEvent[]>> {
  const rows = await db
    .selectFrom('team_users')
    .innerJoin('events', 'events.id', 'team_users.event_id')
    .leftJoin('characters', (join) =>
      join.onRef('characters.event_id', '=', 'events.id').onRef('characters.user_id', '=', 'team_users.user_id'),
    )
    .select(['team_users.user_id', 'events.id as event_id', 'events.name', 'event_start_time', 'event_end_time'])
    .select((eb) => eb.fn.max('characters.level').as('highest_level'))
    .where('events.id', '!=', event.id)
    .where('event_end_time', '<=', event.event_start_time)
    .where('team_users.user_id', '=', sql<UserId>`any(${user_ids})`)
    .groupBy(['team_users.user_id', 'events.id'])
    .orderBy('event_end_time', 'desc')
    .orderBy('events.id', 'desc')
    .execute()
  const measured = new Map<EventId, Map<UserId, number>>()
  for (const event_id of [...new Set(rows.map((row) => row.event_id))].slice(0, measuredEvents)) {
    measured.set(event_id, await measureActivity(db, event_id, sessionBreak_seconds))
  }
  const past = new Map<UserId, PastEvent[]>()
  for (const { user_id, event_id, name, highest_level, event_start_time, event_end_time } of rows) {
    const active_ms = measured.get(event_id)?.get(user_id)
    const days = Math.max(1, (event_end_time.getTime() - event_start_time.getTime()) / day_ms)
    const measured_hours = active_ms === undefined ? null : Math.round((10 * active_ms) / 3_600_000 / days) / 10
    const list = past.get(user_id) ?? []
    past.set(user_id, [...list, { event_id, name, highest_level, measured_hours }])
  }
  return past
}
