import type { EventId } from '@muster/contract/ids'
import type { Team } from '@muster/contract/teams'
import type { UsersByTeam } from '@muster/contract/users'
import type { Db } from '../../db/connect.ts'

/** Teams of several events by id. */
export async function listTeamsOf(db: Db, event_ids: readonly EventId[]): Promise<Team[]> {
  if (event_ids.length === 0) return []
  return db.selectFrom('teams').selectAll().where('event_id', 'in', event_ids).orderBy('id').execute()
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
