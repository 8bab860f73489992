import { z } from 'zod'
import {
  AnnouncementId,
  ConditionId,
  EventId,
  GuildId,
  ObjectiveId,
  OutageId,
  ScoringPresetId,
  SubmissionId,
  TeamId,
  TeamSortId,
  UserId,
  largestId,
  notAnId,
} from '../ids.ts'

/** An id in a path. Zero, signs, fractions and values outside the column's range are rejected (D-28). */
const number = z.coerce.number({ error: notAnId })
/** For the OpenAPI document, which would otherwise only show a string converted to a number. */
const asId = { type: 'integer', minimum: 1, maximum: largestId } as const

/** A number, or `current` for the event that is flagged as current. */
export const event_id = z.union([z.literal('current'), number.pipe(EventId).meta(asId)])
export const team_id = number.pipe(TeamId).meta(asId)
export const user_id = number.pipe(UserId).meta(asId)
export const objective_id = number.pipe(ObjectiveId).meta(asId)
export const condition_id = number.pipe(ConditionId).meta(asId)
export const scoring_preset_id = number.pipe(ScoringPresetId).meta(asId)
export const submission_id = number.pipe(SubmissionId).meta(asId)
export const announcement_id = number.pipe(AnnouncementId).meta(asId)
export const outage_id = number.pipe(OutageId).meta(asId)
export const sort_id = number.pipe(TeamSortId).meta(asId)
export const guildId = number.pipe(GuildId).meta(asId)

export const byEvent = z.object({ event_id })
/** Guild calls are older than the others and have paths under `/{eventId}` without `/events`. */
export const byEventId = z.object({ eventId: event_id })
