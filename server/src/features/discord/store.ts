import type { EventId } from '@muster/contract/ids'
import type { OwnPlace } from '@muster/domain/discord/replies'
import type { Db } from '../../db/connect.ts'

/** The person with this account of Discord, and their team in an event; null without a person. */
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
