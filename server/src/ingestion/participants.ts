import type { EventId, TeamId, UserId } from '@muster/contract/ids'
import type { Db } from '../db/connect.ts'

export interface Participant {
  readonly user_id: UserId
  readonly team_id: TeamId
  /** The game's stable id of the account. */
  readonly account_id: string
  readonly account_name: string
}

/** Account names are compared without regard to case; the discriminator keeps them apart. */
export const nameKey = (account_name: string) => account_name.toLowerCase()

/** Everybody in a team of the event who has a connected game account. */
export async function listParticipants(db: Db, event_id: EventId): Promise<Participant[]> {
  return db
    .selectFrom('team_users')
    .innerJoin('accounts', (join) =>
      join.onRef('accounts.user_id', '=', 'team_users.user_id').on('accounts.provider', '=', 'poe'),
    )
    .select(['team_users.user_id', 'team_users.team_id', 'accounts.account_id', 'accounts.name as account_name'])
    .where('team_users.event_id', '=', event_id)
    .orderBy('team_users.user_id')
    .execute()
}
