import type { EventId, ObjectiveId, ScoringPresetId } from '@muster/contract/ids'
import type { EventProblem } from '@muster/contract/problems'
import type { Db } from '../../db/connect.ts'

/** The same failure may repeat every few seconds; the newest are enough. */
const maxIngestion = 100

/** Scoring problems, in the scorekeeper's order, then unreadable data of jobs, newest first. */
export async function listProblems(db: Db, event_id: EventId): Promise<EventProblem[]> {
  const scoring = await db
    .selectFrom('scoring_problems')
    .select(['code', 'message', 'objective_id', 'preset_id'])
    .where('event_id', '=', event_id)
    .orderBy('place')
    .execute()
  const ingestion = await db
    .selectFrom('ingestion_problems')
    .select(['job_type', 'problem', 'timestamp'])
    // Without an event: a problem of a source, in any event.
    .where((where) => where.or([where('event_id', '=', event_id), where('event_id', 'is', null)]))
    .orderBy('id', 'desc')
    .limit(maxIngestion)
    .execute()
  return [
    ...scoring.map(({ code, message, objective_id, preset_id }) => ({
      source: 'scoring' as const,
      code,
      message,
      objective_id: objective_id as ObjectiveId | null,
      scoring_preset_id: preset_id as ScoringPresetId | null,
      noticed_at: null,
    })),
    ...ingestion.map(({ job_type, problem, timestamp }) => ({
      source: 'ingestion' as const,
      code: job_type,
      message: problem,
      objective_id: null,
      scoring_preset_id: null,
      noticed_at: timestamp.toISOString(),
    })),
  ]
}
