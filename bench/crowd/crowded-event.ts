import type { EventId, ObjectiveId } from '@muster/contract/ids'
import type { Db } from '@muster/server/db/connect'
import { issueToken } from '@muster/server/features/login/token'
import { changeForAllTeams } from '@muster/server/testing/change-for-all-teams'
import { fillEvent } from '../full-event.ts'
import { benchSecret } from '../serve-pages.ts'

export const size = { teams: 30, players: 2000, categories: 20 }

/** An event with many viewers. */
export interface CrowdedEvent {
  readonly event_id: EventId
  /** Logins of all players; adjacent ones belong to different teams. */
  readonly tokens: readonly string[]
  /**
   * Changes one objective for all teams in one transaction, as when a team takes first place.
   * @returns number of the newest change
   */
  change(round: number): Promise<number>
}

const day_ms = 86_400_000

export async function makeCrowdedEvent(db: Db): Promise<CrowdedEvent> {
  const event_id = await fillEvent(db, size, {
    is_current: true,
    event_start_time: new Date(Date.now() - day_ms),
    event_end_time: new Date(Date.now() + day_ms),
  })
  const members = await db
    .selectFrom('team_users')
    .innerJoin('users', 'users.id', 'team_users.user_id')
    .select(['users.id', 'users.permissions', 'users.token_version'])
    .where('event_id', '=', event_id)
    .orderBy('users.id')
    .execute()
  const teams = (await db.selectFrom('teams').select('id').where('event_id', '=', event_id).execute()).map(({ id }) => id)
  const objectives = (
    await db
      .selectFrom('objectives')
      .select('id')
      .where('event_id', '=', event_id)
      .where('objective_type', '=', 'ITEM')
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)
  return {
    event_id,
    tokens: await Promise.all(members.map((member) => issueToken(benchSecret, member))),
    change: (round) => changeForAllTeams(db, event_id, objectives[round % objectives.length] as ObjectiveId, teams, round),
  }
}
