import type { InvitationId, PasskeyId, UserId } from '@muster/contract/ids'
import type { Passkey, Recovery } from '@muster/contract/passkeys'
import type { Db, Tx } from '../../db/connect.ts'
import type { NewRow, Row } from '../../db/schema.ts'

/** Stores a pending login or passkey, and deletes expired ones. */
export async function insertChallenge(db: Db, challenge: NewRow<'passkey_challenges'>, now: Date): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute()
  await db.insertInto('passkey_challenges').values(challenge).execute()
}

/** Takes a challenge: a second or late answer finds none. */
export async function takeChallenge(db: Db, challenge_hash: Buffer, now: Date): Promise<Row<'passkey_challenges'> | null> {
  const row = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', challenge_hash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export async function findPasskey(db: Db, credential_id: Buffer): Promise<Row<'passkeys'> | null> {
  const row = await db.selectFrom('passkeys').selectAll().where('credential_id', '=', credential_id).executeTakeFirst()
  return row ?? null
}

export function listPasskeys(db: Db, user_id: UserId): Promise<Row<'passkeys'>[]> {
  return db.selectFrom('passkeys').selectAll().where('user_id', '=', user_id).orderBy('id').execute()
}

/** @returns whether it was stored: a credential belongs to one user */
export async function insertPasskey(tx: Tx, passkey: NewRow<'passkeys'>): Promise<boolean> {
  const row = await tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Records a use. @returns false if the passkey was removed, or if a use with the same counter came first */
export async function updateUse(tx: Tx, { id }: Pick<Row<'passkeys'>, 'id'>, counter: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where((where) => where.or([where('counter', '<', counter), where.and([where('counter', '=', 0), where.lit(counter === 0)])]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns whether the user has this passkey */
export async function updatePasskeyName(db: Db, user_id: UserId, id: PasskeyId, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function removePasskeys(tx: Tx, ids: readonly PasskeyId[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('passkeys').where('id', 'in', ids).execute()
}

/** How long logins tell their user that a new login link was used. */
export const recoveryShown_ms = 30 * 24 * 3_600_000

/** The newest use of a new login link of this user. */
export async function findRecovery(db: Db, user_id: UserId, since: Date): Promise<Recovery | null> {
  const row = await db
    .selectFrom('invitations')
    .leftJoin('users as author', 'author.id', 'author_id')
    .select(['used_at', 'author.id', 'author.display_name'])
    .where('for_user_id', '=', user_id)
    .where('used_at', '>', since)
    .orderBy('used_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row?.used_at) return null
  const { id, display_name } = row
  return {
    recovered_at: row.used_at.toISOString(),
    author: id === null || display_name === null ? null : { id, display_name },
  }
}

export const presentPasskey = ({ id, name, created_at, last_used_at }: Row<'passkeys'>): Passkey => ({
  id,
  name,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
})

export async function insertInvitations(tx: Tx, rows: readonly NewRow<'invitations'>[]): Promise<InvitationId[]> {
  const stored = await tx.insertInto('invitations').values(rows).returning('id').execute()
  return stored.map(({ id }) => id).toSorted((one, other) => one - other)
}

/** Deletes unused invitations some time after their end. */
export async function removeOldInvitations(tx: Tx, expired_before: Date): Promise<void> {
  await tx.deleteFrom('invitations').where('used_at', 'is', null).where('expires_at', '<', expired_before).execute()
}

export async function countOpenInvitations(db: Db, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('invitations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return count
}

export async function findInvitation(db: Db, secret_hash: Buffer): Promise<Row<'invitations'> | null> {
  const row = await db.selectFrom('invitations').selectAll().where('secret_hash', '=', secret_hash).executeTakeFirst()
  return row ?? null
}

/** Locked until the transaction ends: of two simultaneous uses the second finds it used. */
export async function lockInvitation(tx: Tx, id: InvitationId): Promise<Row<'invitations'> | null> {
  const row = await tx.selectFrom('invitations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row ?? null
}

export async function updateInvitation(
  tx: Tx,
  id: InvitationId,
  change: Pick<Row<'invitations'>, 'used_at' | 'used_by'> | Pick<Row<'invitations'>, 'revoked_at'>,
): Promise<void> {
  await tx.updateTable('invitations').set(change).where('id', '=', id).execute()
}

/** Invitations with the people they name, newest first. */
export function listInvitations(db: Db, limit: number) {
  return db
    .selectFrom('invitations')
    .leftJoin('users as author', 'author.id', 'author_id')
    .leftJoin('users as owner', 'owner.id', 'for_user_id')
    .leftJoin('users as guest', 'guest.id', 'used_by')
    .selectAll('invitations')
    .select([
      'author.display_name as author_name',
      'owner.display_name as owner_name',
      'guest.display_name as guest_name',
      'guest.permissions as guest_permissions',
    ])
    .orderBy('invitations.id', 'desc')
    .limit(limit)
    .execute()
}
