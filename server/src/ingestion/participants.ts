import type { EventId, TeamId, UserId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/connect.ts'

export interface Participant {
  readonly user_id: UserId
  readonly team_id: TeamId
  /** The game's stable id of the account. */
  readonly account_id: string
  readonly account_name: string
  /** Deleted their account: what they brought stays with the team, under a pseudonym; nothing more is read of them. */
  readonly is_former: boolean
}

/** Account names are compared without regard to case; the discriminator keeps them apart. */
export const nameKey = (account_name: string) => account_name.toLowerCase()

/** Everybody in a team of the event who has a connected game account, and those who had one until they deleted theirs. */
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

/** Those of these people who have deleted their account; it stays so for as long as the people of their event are locked. */
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

/** Whose the tabs are that the stream has shown before, by the tab's id. */
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

/** A name that the game's ladder shows for a character of a participant. */
export interface SeenName {
  readonly user_id: UserId
  readonly account_name: string
}

/** Accounts are their ids; whoever has another name by now is found under it from then on. */
export function updateAccountNames(tx: Tx, seen: readonly SeenName[]): void {
  if (seen.length === 0) return
  tx.defer(sql`
    update accounts set name = seen.name
    from unnest(${seen.map((one) => one.user_id)}::int[], ${seen.map((one) => one.account_name)}::text[]) as seen (user_id, name)
    where accounts.provider = 'poe' and accounts.user_id = seen.user_id`)
}
