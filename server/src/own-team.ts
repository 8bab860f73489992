import type { EventId, TeamId, UserId } from '@muster/contract/ids'
import { judgesOwnTeam, type Judge, type Judged } from '@muster/domain/submissions/judging'
import type { Db } from './db/connect.ts'
import { Refusal } from './refusal.ts'

/** The judge of a decision with their team in the event; null if they do not play. */
export async function findJudge(
  db: Db,
  event_id: EventId,
  user_id: UserId,
): Promise<Judge & { readonly user_id: UserId; readonly team_id: TeamId | null }> {
  const row = await db
    .selectFrom('team_users')
    .select('team_id')
    .where('event_id', '=', event_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return { user_id, team_id: row?.team_id ?? null }
}

/** @throws Refusal own_team */
export function refuseOwnTeam(judge: Judge, judged: Judged): void {
  if (judgesOwnTeam(judge, judged)) throw new Refusal('own_team')
}
