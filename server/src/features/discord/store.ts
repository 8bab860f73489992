import type { DiscordRolesWrite } from '@muster/contract/discord-roles'
import type { EventId, TeamId, UserId } from '@muster/contract/ids'
import type { MinimalUser } from '@muster/contract/users'
import type { OwnPlace } from '@muster/domain/discord/replies'
import type { Db, Tx } from '../../db/connect.ts'
import type { NewRow, Row } from '../../db/schema.ts'

/** The person with this Discord account, and their team in an event; null if there is none. */
export async function findPlaceOf(db: Db, discord_id: string, event_id: EventId): Promise<OwnPlace | null> {
  const row = await db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .leftJoin('team_users', (join) => join.onRef('team_users.user_id', '=', 'users.id').on('team_users.event_id', '=', event_id))
    .leftJoin('teams', 'teams.id', 'team_users.team_id')
    .select(['users.display_name', 'teams.id as team_id', 'teams.name as team', 'team_users.is_team_lead'])
    .where('accounts.provider', '=', 'discord')
    .where('accounts.account_id', '=', discord_id)
    .executeTakeFirst()
  if (!row) return null
  const { display_name, team_id, team, is_team_lead } = row
  return {
    name: display_name,
    team: team_id === null || team === null ? null : { id: team_id, name: team, is_lead: is_team_lead === true },
  }
}

type Settings = Row<'discord_roles'>

export async function findRoleSettings(db: Db, event_id: EventId, lock?: 'lock'): Promise<Settings | null> {
  const query = db.selectFrom('discord_roles').selectAll().where('event_id', '=', event_id)
  return (await (lock ? query.forUpdate() : query).executeTakeFirst()) ?? null
}

/** Events in which Muster gives and takes roles. */
export const listRoleSettings = (db: Db): Promise<Settings[]> =>
  db
    .selectFrom('discord_roles')
    .innerJoin('events', 'events.id', 'discord_roles.event_id')
    .selectAll('discord_roles')
    .where('is_on', '=', true)
    .where('events.archived_at', 'is', null)
    .orderBy('event_id')
    .execute()

export const listTeamRoles = (db: Db, event_id: EventId): Promise<{ team_id: TeamId; role_id: string }[]> =>
  db.selectFrom('discord_team_roles').select(['team_id', 'role_id']).where('event_id', '=', event_id).orderBy('team_id').execute()

export const toChoice = ({ server_id, lead_role_id }: Settings, team_roles: readonly { team_id: TeamId; role_id: string }[]) => ({
  server_id,
  lead_role_id,
  team_roles: new Map<number, string>(team_roles.map(({ team_id, role_id }) => [team_id, role_id])),
})

/** The members of an event's teams, with their connected accounts. */
export const listSeats = (db: Db, event_id: EventId) =>
  db
    .selectFrom('team_users')
    .innerJoin('users', 'users.id', 'team_users.user_id')
    .leftJoin('accounts', (join) => join.onRef('accounts.user_id', '=', 'users.id').on('accounts.provider', '=', 'discord'))
    .select(['users.id as user_id', 'accounts.account_id as discord_id', 'team_id', 'is_team_lead as is_lead'])
    .where('event_id', '=', event_id)
    .where('users.deleted_at', 'is', null)
    .orderBy('users.id')
    .execute()

export const listGrants = (db: Db, event_id: EventId): Promise<Row<'discord_grants'>[]> =>
  db.selectFrom('discord_grants').selectAll().where('event_id', '=', event_id).execute()

export type GivenRole = Pick<Row<'discord_grants'>, 'server_id' | 'discord_id' | 'role_id'>

/** The roles that Muster gave to a person on Discord; each is listed once, even if two events gave it. */
export const listGivenRoles = (tx: Tx, user_id: UserId): Promise<GivenRole[]> =>
  tx
    .selectFrom('discord_grants')
    .select(['server_id', 'discord_id', 'role_id'])
    .distinct()
    .where('user_id', '=', user_id)
    .where('state', 'in', ['given', 'giving'])
    .execute()

export async function listUserNames(db: Db, ids: readonly UserId[]): Promise<Map<number, MinimalUser>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'display_name'])
    .where('id', 'in', [...ids, 0 as UserId])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Stores the choice; a new choice is tried at once. */
export async function saveRoleSettings(
  tx: Tx,
  event_id: EventId,
  body: DiscordRolesWrite,
  before: Settings | null,
): Promise<void> {
  const { server_id, lead_role_id, is_on, team_roles } = body
  const fields = { server_id, lead_role_id, is_on, problem: null, not_before: null }
  await tx
    .insertInto('discord_roles')
    .values({ event_id, ...fields })
    .onConflict((conflict) => conflict.column('event_id').doUpdateSet({ ...fields, version: (before?.version ?? 0) + 1 }))
    .execute()
  await tx.deleteFrom('discord_team_roles').where('event_id', '=', event_id).execute()
  if (team_roles.length > 0)
    await tx
      .insertInto('discord_team_roles')
      .values(team_roles.map((role) => ({ ...role, event_id })))
      .execute()
  await tx.updateTable('discord_grants').set({ next_try_at: null }).where('event_id', '=', event_id).execute()
}

export const updateRoleSettings = (db: Db, event_id: EventId, fields: Pick<NewRow<'discord_roles'>, 'problem' | 'not_before'>) =>
  db.updateTable('discord_roles').set(fields).where('event_id', '=', event_id).execute()

type GrantKey = Pick<Row<'discord_grants'>, 'event_id' | 'server_id' | 'discord_id' | 'role_id'>

export async function upsertGrant(db: Db, row: NewRow<'discord_grants'>): Promise<void> {
  const { state, problem = null, changed_at, next_try_at = null } = row
  await db
    .insertInto('discord_grants')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['event_id', 'server_id', 'discord_id', 'role_id'])
        .doUpdateSet({ state, problem, changed_at, next_try_at, user_id: row.user_id }),
    )
    .execute()
}

const ofGrant = ({ event_id, server_id, discord_id, role_id }: GrantKey) => ({ event_id, server_id, discord_id, role_id })

export async function removeGrant(db: Db, key: GrantKey): Promise<void> {
  const { event_id, server_id, discord_id, role_id } = ofGrant(key)
  await db
    .deleteFrom('discord_grants')
    .where('event_id', '=', event_id)
    .where('server_id', '=', server_id)
    .where('discord_id', '=', discord_id)
    .where('role_id', '=', role_id)
    .execute()
}

/** Hands a person's role over to another event that still wants it. @returns whether there is one */
export async function handOver(db: Db, { event_id, server_id, discord_id, role_id }: GrantKey): Promise<boolean> {
  const rows = await db
    .updateTable('discord_grants')
    .set({ state: 'given' })
    .where('event_id', '<>', event_id)
    .where('server_id', '=', server_id)
    .where('discord_id', '=', discord_id)
    .where('role_id', '=', role_id)
    .where('state', 'in', ['given', 'had'])
    .returning('event_id')
    .execute()
  return rows.length > 0
}
