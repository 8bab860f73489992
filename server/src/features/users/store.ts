import type { UserId } from '@muster/contract/ids'
import type { MinimalUser, PermissionChange, Role, StatedAccount, User } from '@muster/contract/users'
import { bareName } from '@muster/contract/names'
import { collectNames, type NamesInUse } from '@muster/domain/names/look-alike'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import type { NewRow, Row } from '../../db/schema.ts'
import { formerName, isReserved } from './names.ts'

/** Users with their connected accounts; one row each. People from archives are left out. */
const selectUsers = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('accounts as poe', (join) => join.onRef('poe.user_id', '=', 'users.id').on('poe.provider', '=', 'poe'))
    .leftJoin('accounts as discord', (join) =>
      join.onRef('discord.user_id', '=', 'users.id').on('discord.provider', '=', 'discord'),
    )
    .leftJoin('accounts as twitch', (join) => join.onRef('twitch.user_id', '=', 'users.id').on('twitch.provider', '=', 'twitch'))
    .leftJoin('stated_accounts as stated', 'stated.user_id', 'users.id')
    .select([
      'users.id',
      'display_name',
      'permissions',
      'poe.name as account_name',
      'discord.account_id as discord_id',
      'discord.name as discord_name',
      'twitch.account_id as twitch_id',
      'twitch.name as twitch_name',
      'poe.expires_at',
      'poe.broken_reason',
      'stated.name as stated_name',
      'stated.confirmed_at',
    ])
    .where('users.deleted_at', 'is', null)
    .where('users.archived_event_id', 'is', null)

type Selected = Awaited<ReturnType<ReturnType<typeof selectUsers>['execute']>>[number]

/** A stated game account in the form of the API, from the columns of a left join. */
export const presentStated = (row: { stated_name: string | null; confirmed_at: Date | null }): StatedAccount | null =>
  row.stated_name === null ? null : { name: row.stated_name, is_confirmed: row.confirmed_at !== null }

const present = ({ expires_at, broken_reason, stated_name, confirmed_at, ...user }: Selected): User => ({
  ...user,
  stated_account: presentStated({ stated_name, confirmed_at }),
  // Clients ask for a new login if this is missing or past, which a broken connection needs.
  token_expiry_timestamp: broken_reason === null ? (expires_at?.toISOString() ?? null) : null,
})

/** A user with the names of the connected accounts, as the user sees themselves. */
export async function findUser(db: Db, user_id: UserId): Promise<User | null> {
  const row = await selectUsers(db).where('users.id', '=', user_id).executeTakeFirst()
  return row ? present(row) : null
}

/** Users by id. `search` is part of a display name or of any account's name, case-insensitive, or a whole id. */
export async function listUsers(
  db: Db,
  page: { search?: string | undefined; role?: Role | undefined; limit?: number | undefined; after?: UserId | undefined } = {},
): Promise<User[]> {
  let users = selectUsers(db).orderBy('users.id')
  const { search, role, limit, after } = page
  if (search) {
    const contains = (column: string) => sql<boolean>`strpos(lower(${sql.ref(column)}), lower(${search})) > 0`
    const names = ['users.display_name', 'poe.name', 'stated.name', 'discord.name', 'twitch.name'].map(contains)
    const isId = sql<boolean>`${search} in (users.id::text, discord.account_id)`
    users = users.where((eb) => eb.or([...names, isId]))
  }
  if (role !== undefined) users = users.where(sql<boolean>`${role} = any(permissions)`)
  if (after !== undefined) users = users.where('users.id', '>', after)
  if (limit !== undefined) users = users.limit(limit)
  return (await users.execute()).map(present)
}

export async function findMinimalUser(db: Db, user_id: UserId): Promise<MinimalUser | null> {
  return (await db.selectFrom('users').select(['id', 'display_name']).where('id', '=', user_id).executeTakeFirst()) ?? null
}

/** Users with this name of their game account, or this display name, case-insensitive; or the user with this id. */
export async function listUsersCalled(db: Db, account: string): Promise<User[]> {
  const isId = /^[1-9]\d{0,9}$/.test(account)
  const rows = await selectUsers(db)
    .where(
      isId
        ? sql<boolean>`users.id = ${account}::bigint`
        : // Display names in the form of a game account never match: another person could have chosen one.
          sql<boolean>`lower(${account}) = lower(poe.name) or (lower(${account}) = lower(display_name) and strpos(${account}, '#') = 0)`,
    )
    .orderBy('users.id')
    .execute()
  return rows.map(present)
}

export async function listUsersWithRole(db: Db): Promise<User[]> {
  const rows = await selectUsers(db).where(sql<boolean>`permissions <> '{}'`).orderBy('users.id').execute()
  return rows.map(present)
}

export async function hasAdmin(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`'admin' = any(permissions)`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function updateDisplayName(db: Db, user_id: UserId, display_name: string): Promise<void> {
  await db.updateTable('users').set({ display_name }).where('id', '=', user_id).execute()
}

/** Ends every login of a user, and every pending login and connection; docs/security.md lists them. */
export async function endLogins(db: Db, user_id: UserId): Promise<void> {
  await db
    .updateTable('users')
    .set((set) => ({ token_version: set('token_version', '+', 1), logged_out_at: sql<Date>`clock_timestamp()` }))
    .where('id', '=', user_id)
    .execute()
}

/** Makes the user a pseudonym without rights or logins. @returns the pseudonym */
export async function makePseudonym(tx: Tx, user_id: UserId, deleted_at: Date): Promise<string> {
  const display_name = formerName(user_id)
  await tx
    .updateTable('users')
    .set((set) => ({
      display_name,
      permissions: [],
      token_version: set('token_version', '+', 1),
      record_shown_to: 'nobody',
      record_shows_hours: false,
      chat_name_shown_to: 'nobody',
      play_shown_to: 'nobody',
      stream_shown_to: 'nobody',
      deleted_at,
    }))
    .where('id', '=', user_id)
    .execute()
  return display_name
}

/**
 * The user and all admins, locked until the transaction ends: of two admins who remove each other's role the second sees the
 * first's change.
 */
export function lockUserAndAdmins(tx: Tx, user_id: UserId): Promise<Pick<Row<'users'>, 'id' | 'permissions' | 'display_name'>[]> {
  return tx
    .selectFrom('users')
    .select(['id', 'permissions', 'display_name'])
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('id', '=', user_id), sql<boolean>`'admin' = any(permissions)`]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

export async function updatePermissions(tx: Tx, user_id: UserId, permissions: readonly Role[]): Promise<void> {
  await tx
    .updateTable('users')
    .set({ permissions: [...permissions] })
    .where('id', '=', user_id)
    .execute()
}

export async function insertPermissionChange(tx: Tx, change: NewRow<'permission_changes'>): Promise<void> {
  await tx.insertInto('permission_changes').values(change).execute()
}

/** Changes of roles, newest first. */
export async function listPermissionChanges(
  db: Db,
  page: { before?: number | undefined; limit: number },
): Promise<PermissionChange[]> {
  let changes = db
    .selectFrom('permission_changes as change')
    .innerJoin('users', 'users.id', 'change.user_id')
    .leftJoin('users as author', 'author.id', 'change.author_id')
    .select([
      'change.id',
      'changed_at',
      'change.user_id',
      'users.display_name',
      'author_id',
      'author.display_name as author_name',
      'permissions_before',
      'permissions_after',
    ])
    .orderBy('change.id', 'desc')
    .limit(page.limit)
  if (page.before !== undefined) changes = changes.where('change.id', '<', page.before)
  return (await changes.execute()).map(({ changed_at, user_id, display_name, author_id, author_name, ...change }) => ({
    ...change,
    changed_at: changed_at.toISOString(),
    user: { id: user_id, display_name },
    author: author_id === null || author_name === null ? null : { id: author_id, display_name: author_name },
  }))
}

/** Users take names one after the other. */
async function lockNames(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('display names', 0))`.execute(tx)
}

/** Whether the typed name equals the stored one. */
export const isSameName = (typed: string, name: string): boolean => bareName(typed) === bareName(name)

/** Display names in use, except names in archives. */
async function loadNames(db: Db, except: UserId | null): Promise<NamesInUse> {
  const users = await db.selectFrom('users').select(['id', 'display_name']).where('archived_event_id', 'is', null).execute()
  return collectNames(users.filter(({ id }) => id !== except).map(({ display_name }) => display_name))
}

/** Whether the name looks like that of another user. Locks all display names until the transaction ends. */
export async function isTaken(tx: Tx, name: string, user_id: UserId | null): Promise<boolean> {
  await lockNames(tx)
  return isReserved(name) || (await loadNames(tx, user_id)).includes(name)
}

/** The name of a new user: that of their account if it is free, otherwise with a number. */
export async function chooseName(tx: Tx, account_name: string): Promise<string> {
  await lockNames(tx)
  const taken = await loadNames(tx, null)
  const cleaned = bareName(account_name)
  const wanted = cleaned === '' || isReserved(cleaned) ? 'Player' : cleaned
  let name = wanted
  for (let number = 2; taken.includes(name); number++) name = `${wanted} (${number})`
  return name
}
