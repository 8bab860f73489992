import type { EventId, TeamId, UserId } from '@muster/contract/ids'
import type { Team } from '@muster/contract/teams'
import type { UsersByTeam } from '@muster/contract/users'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import type { NewRow, Row } from '../../db/schema.ts'

/** Rows of teams with the hash of their logo, null without one. */
const selectTeams = (db: Db) =>
  db
    .selectFrom('teams')
    .leftJoin('team_logos', 'team_logos.team_id', 'teams.id')
    .selectAll('teams')
    .select('team_logos.hash as logo_hash')

/** A team in the form of the API: its logo by its address. */
const presentTeam = ({ logo_hash, ...team }: Row<'teams'> & { readonly logo_hash: string | null }): Team => ({
  ...team,
  logo: logo_hash === null ? null : `/api/events/${team.event_id}/teams/${team.id}/logo?hash=${logo_hash}`,
})

/** Teams of several events by id. */
export async function listTeamsOf(db: Db, event_ids: readonly EventId[]): Promise<Team[]> {
  if (event_ids.length === 0) return []
  return (await selectTeams(db).where('event_id', 'in', event_ids).orderBy('id').execute()).map(presentTeam)
}

/** A team by its id alone: the caller compares its event. */
export async function findTeam(db: Db, team_id: TeamId): Promise<Team | null> {
  const row = await selectTeams(db).where('id', '=', team_id).executeTakeFirst()
  return row ? presentTeam(row) : null
}

/** @returns its id. */
export async function insertTeam(tx: Tx, team: NewRow<'teams'>): Promise<TeamId> {
  return (await tx.insertInto('teams').values(team).returning('id').executeTakeFirstOrThrow()).id
}

/** The team as it is now. */
export async function updateTeam(tx: Tx, team_id: TeamId, fields: Omit<NewRow<'teams'>, 'event_id' | 'version'>): Promise<Team> {
  await tx
    .updateTable('teams')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
    .where('id', '=', team_id)
    .execute()
  const team = await findTeam(tx, team_id)
  if (!team) throw new Error('a team that was just written is missing')
  return team
}

export async function removeTeam(tx: Tx, team_id: TeamId): Promise<void> {
  await tx.deleteFrom('teams').where('id', '=', team_id).execute()
}

const isAmong = (column: string, user_ids: readonly UserId[]) => sql<boolean>`${sql.ref(column)} = any(${user_ids})`

/** The existing users among the given ids. */
export async function listKnownUsers(tx: Tx, user_ids: readonly UserId[]): Promise<Set<UserId>> {
  const rows = await tx.selectFrom('users').select('id').where(isAmong('id', user_ids)).execute()
  return new Set(rows.map((row) => row.id))
}

/** The given users who are in a team of the event. */
export async function listMembers(tx: Tx, event_id: EventId, user_ids: readonly UserId[]): Promise<Set<UserId>> {
  const rows = await tx
    .selectFrom('team_users')
    .select('user_id')
    .where('event_id', '=', event_id)
    .where(isAmong('user_id', user_ids))
    .execute()
  return new Set(rows.map((row) => row.user_id))
}

/** The given users who have signed up. A withdrawal waits until the transaction ends. */
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

/** Assigns users to teams of an event, out of any other. */
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

/** Participants by team; a team without members has an empty list. */
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

export async function upsertLogo(tx: Tx, logo: NewRow<'team_logos'>): Promise<void> {
  const { team_id: _, ...columns } = logo
  await tx
    .insertInto('team_logos')
    .values(logo)
    .onConflict((conflict) => conflict.column('team_id').doUpdateSet(columns))
    .execute()
}

export async function removeLogo(tx: Tx, team_id: TeamId): Promise<void> {
  await tx.deleteFrom('team_logos').where('team_id', '=', team_id).execute()
}

/** The picture of a team of this event, if it has this hash. */
export async function findLogo(db: Db, event_id: EventId, team_id: TeamId, hash: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('team_logos')
    .innerJoin('teams', 'teams.id', 'team_logos.team_id')
    .select('picture')
    .where('team_id', '=', team_id)
    .where('event_id', '=', event_id)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row?.picture ?? null
}
