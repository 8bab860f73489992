import { z } from 'zod'
import { DateTime } from './date-time.ts'
import { ObjectiveId, ScoringPresetId } from './ids.ts'

/** Where a problem was found: in the organisers' definition, or in data from the game. */
export const problemSources = ['scoring', 'ingestion'] as const

/** A part of an event that does not count, described for the people who can correct it. */
export const EventProblem = z
  .object({
    source: z.enum(problemSources),
    /** Stable; used by programs. For `ingestion` the name of the job, or `cleaned`. */
    code: z.string(),
    /** The text that people read. */
    message: z.string(),
    objective_id: ObjectiveId.nullable(),
    scoring_preset_id: ScoringPresetId.nullable(),
    /** Null for problems of the current state of the event. */
    noticed_at: DateTime.nullable(),
  })
  .meta({ id: 'EventProblem' })
export type EventProblem = z.output<typeof EventProblem>
