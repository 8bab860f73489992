import { z } from 'zod'
import { DateTime } from './events.ts'
import { ObjectiveId, ScoringPresetId } from './ids.ts'

/** Where a problem was noticed: in what the organisers wrote, or in what came from the game. */
export const problemSources = ['scoring', 'ingestion'] as const

/** Something of an event that does not count as it stands, for those who can mend it. */
export const EventProblem = z
  .object({
    source: z.enum(problemSources),
    /** Stable; programs branch on it. For `ingestion` the name of the job, or `cleaned`. */
    code: z.string(),
    /** What a person reads. */
    message: z.string(),
    objective_id: ObjectiveId.nullable(),
    scoring_preset_id: ScoringPresetId.nullable(),
    /** Null for what holds as long as the event is as it is. */
    noticed_at: DateTime.nullable(),
  })
  .meta({ id: 'EventProblem' })
export type EventProblem = z.output<typeof EventProblem>
