import type { EventId, TeamId, UserId } from '@muster/contract/ids'
import type { Team } from '@muster/contract/teams'
import type { UsersByTeam } from '@muster/contract/users'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import type { NewRow } from '../../db/schema.ts'

/** Teams of several events by id. */
export async function listTeamsOf(db: Db, event_ids: readonly EventId[]): Promise<Team[]> {
  if (event_ids.length === 0) return []
  return db.selectFrom('teams').selectAll().where('event_id', 'in', event_ids).orderBy('id').execute()
}

/** A team by its number alone: whoever asks compares its event. */
export async function findTeam(db: Db, team_id: TeamId): Promise<Team | null> {
  return (await db.selectFrom('teams').selectAll().where('id', '=', team_id).executeTakeFirst()) ?? null
}

export function insertTeam(tx: Tx, team: NewRow<'teams'>): Promise<Team> {
  return tx.insertInto('teams').values(team).returningAll().executeTakeFirstOrThrow()
}

/** The team as it is now; null when the event has no such team. */
export async function updateTeam(
  tx: Tx,
  event_id: EventId,
  team_id: TeamId,
  fields: Partial<NewRow<'teams'>>,
): Promise<Team | null> {
  const row = await tx
    .updateTable('teams')
    .set(fields)
    .where('id', '=', team_id)
    .where('event_id', '=', event_id)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export async function removeTeam(tx: Tx, team_id: TeamId): Promise<void> {
  await tx.deleteFrom('teams').where('id', '=', team_id).execute()
}

const isAmong = (column: string, user_ids: readonly UserId[]) => sql<boolean>`${sql.ref(column)} = any(${user_ids})`

/** Those of the given users who exist. */
export async function listKnownUsers(tx: Tx, user_ids: readonly UserId[]): Promise<Set<UserId>> {
  const rows = await tx.selectFrom('users').select('id').where(isAmong('id', user_ids)).execute()
  return new Set(rows.map((row) => row.id))
}

/** Those of the given users who are in a team of the event. */
export async function listMembers(tx: Tx, event_id: EventId, user_ids: readonly UserId[]): Promise<Set<UserId>> {
  const rows = await tx
    .selectFrom('team_users')
    .select('user_id')
    .where('event_id', '=', event_id)
    .where(isAmong('user_id', user_ids))
    .execute()
  return new Set(rows.map((row) => row.user_id))
}

/** Those of the given users who have signed up. Who wants to withdraw waits until the transaction ends. */
export async function lockSignups(tx: Tx, event_id: EventId, user_ids: readonly UserId[]): Promise<Set<UserId>> {
  const rows = await tx
    .selectFrom('signups')
    .select('user_id')
    .where('event_id', '=', event_id)
    .where(isAmong('user_id', user_ids))
    .orderBy('user_id')
    .forShare()
    .execute()
  return new Set(rows.map((row) => row.user_id))
}

/** Puts users into teams of an event, out of whichever they were in. */
export async function upsertMembers(
  tx: Tx,
  event_id: EventId,
  members: readonly { readonly user_id: UserId; readonly team_id: TeamId; readonly is_team_lead: boolean }[],
): Promise<void> {
  const column = <T>(pick: (one: (typeof members)[number]) => T) => members.map(pick)
  await sql`
    insert into team_users (event_id, user_id, team_id, is_team_lead)
    select ${event_id}::int, user_id, team_id, is_team_lead
    from unnest(${column((one) => one.user_id)}::int[], ${column((one) => one.team_id)}::int[], ${column((one) => one.is_team_lead)}::bool[])
      as members (user_id, team_id, is_team_lead)
    on conflict (event_id, user_id) do update set team_id = excluded.team_id, is_team_lead = excluded.is_team_lead`.execute(tx)
}

export async function removeMembers(tx: Tx, event_id: EventId, user_ids: readonly UserId[]): Promise<void> {
  await tx
    .deleteFrom('team_users')
    .where('event_id', '=', event_id)
    .where('user_id', '=', sql<UserId>`any(${user_ids})`)
    .execute()
}

/** Participants by team; a team without anybody has an empty list. */
export async function listUsersByTeam(db: Db, event_id: EventId): Promise<UsersByTeam> {
  const rows = await db
    .selectFrom('teams')
    .leftJoin('team_users', 'team_users.team_id', 'teams.id')
    .leftJoin('users', 'users.id', 'team_users.user_id')
    .select(['teams.id as team_id', 'users.id', 'users.display_name'])
    .where('teams.event_id', '=', event_id)
    .orderBy('teams.id')
    .orderBy('users.id')
    .execute()
  const users: UsersByTeam = {}
  for (const { team_id, id, display_name } of rows) {
    const members = (users[team_id] ??= [])
    if (id !== null && display_name !== null) members.push({ id, display_name })
  }
  return users
}
