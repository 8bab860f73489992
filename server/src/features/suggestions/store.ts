import type { EventId, ObjectiveId, TeamId } from '@muster/contract/ids'
import type { TeamSuggestion } from '@muster/contract/suggestions'
import type { Db } from '../../db/connect.ts'

/** Suggestions of one team by objective. */
export function listSuggestions(db: Db, event_id: EventId, team_id: TeamId): Promise<TeamSuggestion[]> {
  return db
    .selectFrom('team_suggestions')
    .innerJoin('objectives', 'objectives.id', 'team_suggestions.objective_id')
    .select(['team_suggestions.objective_id', 'team_suggestions.extra'])
    .where('objectives.event_id', '=', event_id)
    .where('team_id', '=', team_id)
    .orderBy('team_suggestions.objective_id')
    .execute()
}

export async function upsertSuggestion(db: Db, team_id: TeamId, objective_id: ObjectiveId, extra: string): Promise<void> {
  await db
    .insertInto('team_suggestions')
    .values({ team_id, objective_id, extra })
    .onConflict((conflict) => conflict.columns(['team_id', 'objective_id']).doUpdateSet({ extra }))
    .execute()
}

export async function removeSuggestion(db: Db, team_id: TeamId, objective_id: ObjectiveId): Promise<void> {
  await db.deleteFrom('team_suggestions').where('team_id', '=', team_id).where('objective_id', '=', objective_id).execute()
}
