import type { EventId, TeamId, UserId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import { Refusal, refuseField } from '../../refusal.ts'

/**
 * The account that a player has stated; locked until the transaction ends. A player with a connected account has no stated one.
 */
export async function findStated(tx: Tx, user_id: UserId): Promise<Row<'stated_accounts'> | null> {
  const row = await tx.selectFrom('stated_accounts').selectAll().where('user_id', '=', user_id).forUpdate().executeTakeFirst()
  return row ?? null
}

/** Two statements of one name wait for each other, so that the second sees the first. */
const lockName = (tx: Tx, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('stated:' || lower(${name}), 0))`.execute(tx)

/** The field of the request that contains the name, and the time of the statement, event clock. */
interface Stating {
  readonly now: Date
  readonly field: string
}

/**
 * A game account belongs to one player of an event. Another player with the same name is refused if they have connected it, or
 * have stated it and take part in an event of this player that is not over.
 * @throws Refusal invalid_request
 */
export async function refuseNamesake(tx: Tx, user_id: UserId, name: string, { now, field }: Stating): Promise<void> {
  await lockName(tx, name)
  const people = sql`(select event_id, user_id from signups union select event_id, user_id from team_users)`
  const { rows } = await sql<{ is_connected: boolean }>`
    select is_connected from (
      select user_id, true as is_connected from accounts where provider = 'poe' and lower(name) = lower(${name})
      union all
      select user_id, false from stated_accounts where lower(name) = lower(${name})
    ) as other
    where other.user_id <> ${user_id} and (other.is_connected or exists (
      select from ${people} mine join ${people} theirs using (event_id) join events on events.id = event_id
      where mine.user_id = ${user_id} and theirs.user_id = other.user_id and events.event_end_time > ${now}))
    order by is_connected desc limit 1`.execute(tx)
  const [other] = rows
  if (other)
    throw refuseField(field, `is already the game account of another player${other.is_connected ? '' : ' in this event'}`)
}

/**
 * Stores the player's statement; a different name revokes its confirmation.
 * @throws Refusal account_connected, invalid_request
 */
export async function stateAccount(tx: Tx, user_id: UserId, name: string, stating: Stating): Promise<void> {
  // Guards against a simultaneous login at the game, which locks the user too.
  await tx.selectFrom('users').select('id').where('id', '=', user_id).forUpdate().execute()
  const connected = await tx
    .selectFrom('accounts')
    .select('user_id')
    .where('user_id', '=', user_id)
    .where('provider', '=', 'poe')
    .executeTakeFirst()
  if (connected) throw new Refusal('account_connected')
  await refuseNamesake(tx, user_id, name, stating)
  const statement = { name, stated_at: stating.now, confirmed_at: null, confirmed_by: null }
  await tx
    .insertInto('stated_accounts')
    .values({ user_id, ...statement })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(statement).where(sql<boolean>`stated_accounts.name <> excluded.name`),
    )
    .execute()
}

export async function removeStated(tx: Tx, user_id: UserId): Promise<void> {
  await tx.deleteFrom('stated_accounts').where('user_id', '=', user_id).execute()
}

/** Removes every statement of this name: its owner has logged in at the game. */
export async function removeStatements(tx: Tx, name: string): Promise<void> {
  await lockName(tx, name)
  await tx.deleteFrom('stated_accounts').where(sql<boolean>`lower(name) = lower(${name})`).execute()
}

/**
 * Whether a player has this account by a confirmed statement, so that a first login at the game would make a second user of them.
 */
export async function isConfirmed(tx: Tx, name: string): Promise<boolean> {
  const row = await tx
    .selectFrom('stated_accounts')
    .select('user_id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function updateConfirmation(
  tx: Tx,
  user_id: UserId,
  confirmation: { readonly confirmed_at: Date; readonly confirmed_by: UserId } | null,
): Promise<void> {
  await tx
    .updateTable('stated_accounts')
    .set(confirmation ?? { confirmed_at: null, confirmed_by: null })
    .where('user_id', '=', user_id)
    .execute()
}

/** A player of an event by signup or team; null: neither. */
export async function findPlayer(tx: Tx, event_id: EventId, user_id: UserId): Promise<{ team_id: TeamId | null } | null> {
  const { rows } = await sql<{ team_id: TeamId | null }>`
    select max(team_id) as team_id from (
      select team_id from team_users where event_id = ${event_id} and user_id = ${user_id}
      union all select null from signups where event_id = ${event_id} and user_id = ${user_id}
    ) as places having count(*) > 0`.execute(tx)
  return rows[0] ?? null
}
