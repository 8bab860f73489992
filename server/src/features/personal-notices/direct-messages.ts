import type { UserId } from '@muster/contract/ids'
import type { DirectMessages } from '@muster/contract/personal-notices'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/connect.ts'
import type { NewRow, Row } from '../../db/schema.ts'
import { Refusal } from '../../refusal.ts'
import { findNewestNotice } from './store.ts'

export type Recipient = Row<'direct_messages'>

/** The recipient's Discord account is still connected. */
const isConnected = sql<boolean>`exists (select from accounts where accounts.user_id = direct_messages.user_id
  and accounts.provider = direct_messages.provider and accounts.account_id = direct_messages.account_id)`

const findRecipient = (db: Db, user_id: UserId): Promise<Recipient | undefined> =>
  db.selectFrom('direct_messages').selectAll().where('user_id', '=', user_id).where(isConnected).executeTakeFirst()

/** Locks the account, so that it is not disconnected meanwhile. */
const findDiscordId = async (db: Db, user_id: UserId, lock?: 'lock'): Promise<string | null> => {
  const query = db.selectFrom('accounts').select('account_id').where('user_id', '=', user_id).where('provider', '=', 'discord')
  return (await (lock ? query.forShare() : query).executeTakeFirst())?.account_id ?? null
}

export async function presentDirectMessages({ db, discord_bot }: Context, user_id: UserId): Promise<DirectMessages> {
  const nothing = { is_testing: false, problem: null, last_sent_at: null }
  if (!discord_bot) return { state: 'no_bot', ...nothing }
  const row = await findRecipient(db, user_id)
  if (!row) return { state: (await findDiscordId(db, user_id)) === null ? 'not_connected' : 'off', ...nothing }
  const { test_wanted_at, problem, last_sent_at } = row
  return { state: 'on', is_testing: test_wanted_at !== null, problem, last_sent_at: last_sent_at?.toISOString() ?? null }
}

/** The end of a wait that concerns all recipients; null: none. */
const sharedWait = sql<Date | null>`(select max(held.next_try_at) from direct_messages held where held.problem in ('token_refused', 'limited'))`

/**
 * Begins after the existing notices, with a test: a refusal by Discord shows while the person looks at the settings.
 * @throws Refusal discord_not_connected
 */
export async function startDirectMessages(tx: Tx, user_id: UserId, now: Date): Promise<void> {
  const account_id = await findDiscordId(tx, user_id, 'lock')
  if (account_id === null) throw new Refusal('discord_not_connected')
  await removeEndedRecipients(tx)
  const position = await findNewestNotice(tx, user_id)
  await tx
    .insertInto('direct_messages')
    .values({ user_id, account_id, started_at: now, test_wanted_at: now, next_try_at: sharedWait, position })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}

export async function stopDirectMessages(db: Db, user_id: UserId): Promise<void> {
  await db.deleteFrom('direct_messages').where('user_id', '=', user_id).execute()
}

/**
 * Requests a test, which ends the pause after a refusal that the person can resolve, but no pause that concerns everyone.
 * @throws Refusal direct_messages_off
 */
export async function wantDirectTest(db: Db, user_id: UserId, test_wanted_at: Date): Promise<void> {
  const next_try_at = sql<Date | null>`case
    when problem in ('blocked', 'no_shared_server') or (problem is null and failures = 0) then ${sharedWait} else next_try_at end`
  const { numUpdatedRows } = await db
    .updateTable('direct_messages')
    .set({ test_wanted_at, next_try_at })
    .where('user_id', '=', user_id)
    .where(isConnected)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('direct_messages_off')
}

/** Deletes recipients who have connected another account since. */
export async function removeEndedRecipients(db: Db): Promise<void> {
  await db
    .deleteFrom('direct_messages')
    .where((where) => where.not(isConnected))
    .execute()
}

/** Recipients with a test, an unfinished message, or notices after their position. Recipients that waited already come last. */
export const listWaitingRecipients = (db: Db, now: number, limit: number): Promise<Recipient[]> =>
  db
    .selectFrom('direct_messages')
    .selectAll()
    .where(isConnected)
    .where((where) => where.or([where('next_try_at', 'is', null), where('next_try_at', '<=', new Date(now))]))
    .where((where) =>
      where.or([
        where('test_wanted_at', 'is not', null),
        where('nonce', 'is not', null),
        sql<boolean>`exists (select from personal_notices own
          where own.user_id = direct_messages.user_id and own.id > direct_messages.position)`,
      ]),
    )
    // Opening a conversation may have to wait for Discord.
    .orderBy(sql`channel_id is null`)
    .orderBy(sql`next_try_at nulls first`)
    .orderBy(sql`last_sent_at nulls first`)
    .orderBy('id')
    .limit(limit)
    .execute()

type Attempt = Pick<Recipient, 'nonce' | 'nonce_at' | 'nonce_to'>

/**
 * Stores which message is sent next, before it is sent.
 * @returns false: another process has begun one, or the person no longer wants messages
 */
export async function beginAttempt(db: Db, { id, position, nonce }: Recipient, attempt: Attempt): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('direct_messages')
    .set(attempt)
    .where('id', '=', id)
    .where('position', '=', position)
    .where(sql<boolean>`nonce is not distinct from ${nonce}`)
    .where(isConnected)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateRecipient(db: Db, id: Recipient['id'], fields: Partial<NewRow<'direct_messages'>>): Promise<void> {
  await db.updateTable('direct_messages').set(fields).where('id', '=', id).execute()
}

/** Records a wait, or a problem, that concerns all recipients. */
export async function holdRecipients(db: Db, problem: 'token_refused' | 'limited' | 'unavailable', until: Date): Promise<void> {
  await db
    .updateTable('direct_messages')
    .set({ problem, next_try_at: sql<Date>`greatest(next_try_at, ${until})` })
    .where((where) => where.or([where('problem', 'is', null), where('problem', 'not in', ['blocked', 'no_shared_server'])]))
    .execute()
}

export const isTokenRefused = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('direct_messages').select('id').where('problem', '=', 'token_refused').executeTakeFirst()) !== undefined

/** Called after a message was accepted: problems that concerned everyone are over. */
export async function endSharedProblems(db: Db): Promise<void> {
  await db.updateTable('direct_messages').set({ problem: null }).where('problem', 'in', ['token_refused', 'limited']).execute()
}
