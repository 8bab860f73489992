import type { EventId } from '@muster/contract/ids'
import type { Db } from '@muster/server/db/connect'
import { aScoreChange } from '@muster/server/testing/builders'
import { wait } from './open-page.ts'

/**
 * Changes the scores of a full event, a number of times a second.
 * @param credits whether the points are credited to a player of the team
 */
export async function openScoreWriter(
  db: Db,
  event_id: EventId,
  credits: boolean,
): Promise<(seconds: number, perSecond: number) => Promise<void>> {
  const objectives = await db
    .selectFrom('objectives')
    .select(['id', 'hide_progress'])
    .where('event_id', '=', event_id)
    .where('scoring_preset_id', 'is not', null)
    .execute()
  const teams = await db
    .selectFrom('team_users')
    .distinctOn('team_id')
    .select(['team_id', 'user_id'])
    .where('event_id', '=', event_id)
    .execute()
  // Continues after the changes for the previous page, because repeated changes would have no effect.
  const { change_sequence } = await db
    .selectFrom('score_cursors')
    .select('change_sequence')
    .where('event_id', '=', event_id)
    .executeTakeFirstOrThrow()
  let sent = Number(change_sequence)
  return async (seconds, perSecond) => {
    for (let second = 0; second < seconds; second++) {
      const next = performance.now() + 1000
      for (let change = 0; change < perSecond; change++, sent++) {
        const objective = objectives[(sent * 7) % objectives.length]
        const team = teams[sent % teams.length]
        if (!objective || !team) continue
        const { team_id, user_id } = team
        const credited = credits ? { user_id } : {}
        await aScoreChange(db, { event_id, objective, team_id, points: sent % 100, at: Date.now(), ...credited })
      }
      await wait(Math.max(0, next - performance.now()))
    }
  }
}
