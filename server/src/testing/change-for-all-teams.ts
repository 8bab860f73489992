import type { EventId, ObjectiveId, TeamId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/**
 * Changes the scores of one objective for all teams in one transaction, like the projection worker when a first place changes.
 * @returns number of the newest change.
 */
export function changeForAllTeams(
  db: Db,
  event_id: EventId,
  objective_id: ObjectiveId,
  teams: readonly TeamId[],
  round: number,
): Promise<number> {
  return db.transact(async (tx) => {
    const { change_sequence } = await tx
      .updateTable('score_cursors')
      .set((set) => ({ change_sequence: set('change_sequence', '+', teams.length) }))
      .where('event_id', '=', event_id)
      .returning('change_sequence')
      .executeTakeFirstOrThrow()
    const first = change_sequence - teams.length + 1
    await sql`
      insert into score_changes (event_id, sequence, changed_at, objective_id, team_id, diff_type, field_diff, hide_progress,
        points_before, finished_before, points, rank, number, finished, timestamp)
      select ${event_id}::int, ${first}::int + place - 1, now(), ${objective_id}::int, team_id, 'Changed', '{Points,Rank}', false, ${round}::int, true,
        ${round}::int + place, place, place, true, now()
      from unnest(${teams}::int[]) with ordinality as changed (team_id, place)`.execute(tx)
    await sql`
      update scores set points = ${round}::int + place, rank = place, sequence = ${first}::int + place - 1
      from unnest(${teams}::int[]) with ordinality as changed (team_id, place)
      where scores.objective_id = ${objective_id} and scores.team_id = changed.team_id`.execute(tx)
    await sql`select pg_notify('scores', ${String(event_id)})`.execute(tx)
    return change_sequence
  })
}
