import type { EventId, TeamId, UserId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/connect.ts'

export interface Participant {
  readonly user_id: UserId
  readonly team_id: TeamId
  /** The game's stable id of the account. */
  readonly account_id: string
  readonly account_name: string
  /** Has deleted their account: earlier results stay with the team under a pseudonym; no new data is read. */
  readonly is_former: boolean
}

/** Account names are compared regardless of case; the discriminator keeps them apart. */
export const nameKey = (account_name: string) => account_name.toLowerCase()

/**
 * All members of the event's teams with a connected game account, and former members who had one until they deleted their Muster
 * account.
 */
export async function listParticipants(db: Db, event_id: EventId): Promise<Participant[]> {
  return db
    .selectFrom('team_users')
    .innerJoin('users', 'users.id', 'team_users.user_id')
    .leftJoin('accounts', (join) => join.onRef('accounts.user_id', '=', 'team_users.user_id').on('accounts.provider', '=', 'poe'))
    .select((select) => [
      'team_users.user_id',
      'team_users.team_id',
      select.fn.coalesce('accounts.account_id', sql<string>`''`).as('account_id'),
      select.fn.coalesce('accounts.name', 'users.display_name').as('account_name'),
      sql<boolean>`deleted_at is not null`.as('is_former'),
    ])
    .where('team_users.event_id', '=', event_id)
    .where((where) => where.or([where('accounts.user_id', 'is not', null), where('deleted_at', 'is not', null)]))
    .orderBy('team_users.user_id')
    .execute()
}

/** A member of a team, by the name of their game account. */
export type NamedPlayer = Pick<Participant, 'user_id' | 'team_id' | 'account_name'>

/**
 * The players whom the lines of a guild's log can name: participants, and members with a confirmed statement of their account.
 */
export async function listNamedPlayers(db: Db, event_id: EventId): Promise<NamedPlayer[]> {
  const confirmed = await db
    .selectFrom('team_users')
    .innerJoin('stated_accounts', 'stated_accounts.user_id', 'team_users.user_id')
    .select(['team_users.user_id', 'team_users.team_id', 'stated_accounts.name as account_name'])
    .where('team_users.event_id', '=', event_id)
    .where('confirmed_at', 'is not', null)
    .orderBy('team_users.user_id')
    .execute()
  return [...confirmed, ...(await listParticipants(db, event_id))]
}

/** The users among these who have deleted their account; valid as long as the people of their event are locked. */
export async function listFormer(tx: Tx, user_ids: readonly UserId[]): Promise<Set<UserId>> {
  if (user_ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<UserId>`any(${user_ids}::int[])`)
    .where('deleted_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Owners of the tabs already seen in the stream, by tab id. */
export async function mapKnownTabs(
  db: Db,
  event_id: EventId,
  participants: readonly Participant[],
): Promise<Map<string, Participant>> {
  const byUser = new Map(participants.map((one) => [one.user_id, one]))
  const rows = await db.selectFrom('stashes').select(['stash_id', 'user_id']).where('event_id', '=', event_id).execute()
  return new Map(
    rows.flatMap(({ stash_id, user_id }) => {
      const owner = user_id === null ? undefined : byUser.get(user_id)
      return owner ? [[stash_id, owner] as const] : []
    }),
  )
}

/** The account name on the game's ladder for a participant's character. */
export interface SeenName {
  readonly user_id: UserId
  readonly account_name: string
}

/** Updates account names; accounts are identified by id. */
export function updateAccountNames(tx: Tx, seen: readonly SeenName[]): void {
  if (seen.length === 0) return
  tx.defer(sql`
    update accounts set name = seen.name
    from unnest(${seen.map((one) => one.user_id)}::int[], ${seen.map((one) => one.account_name)}::text[]) as seen (user_id, name)
    where accounts.provider = 'poe' and accounts.user_id = seen.user_id`)
}
