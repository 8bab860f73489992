import { z } from 'zod'
import { ConditionId, EventId, GuildId, ObjectiveId, ScoringPresetId, SubmissionId, TeamId, UserId } from '../ids.ts'

/** An id in a path. Zero, signs, fractions and what no column can hold are refused (D-28). */
const number = z.coerce.number()

/** A number, or `current` for the event that is flagged as current. */
export const event_id = z.union([z.literal('current'), number.pipe(EventId)])
export const team_id = number.pipe(TeamId)
export const user_id = number.pipe(UserId)
export const objective_id = number.pipe(ObjectiveId)
export const condition_id = number.pipe(ConditionId)
export const scoring_preset_id = number.pipe(ScoringPresetId)
export const submission_id = number.pipe(SubmissionId)
export const guildId = number.pipe(GuildId)

export const byEvent = z.object({ event_id })
/** Guild calls are older than the others and live under `/{eventId}` without `/events`. */
export const byEventId = z.object({ eventId: event_id })
