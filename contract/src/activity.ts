import { z } from 'zod'
import { DateTime } from './date-time.ts'
import { TeamId, UserId } from './ids.ts'
import { numberParam } from './query.ts'

/** Breaks longer than this end a session; seconds. */
export const ActivityThreshold = z.object({
  threshold_seconds: numberParam().default(1800),
})

const milliseconds = z.int().nonnegative()

/** User id (decimal text) to the time played, in milliseconds; users who were never seen have no key. */
export const ActivityByUser = z.record(z.string(), milliseconds).meta({ id: 'ActivityByUser' })

/** Time played, in milliseconds: a bare number. */
export const Activity = milliseconds

/** One member of a team, even if never seen. */
export const PersonActivity = z
  .object({
    user_id: UserId,
    display_name: z.string(),
    team_id: TeamId,
    /** The tracked character; null until one is read. */
    character_name: z.string().nullable(),
    level: z.int().nullable(),
    active_ms: milliseconds,
    /** Null: never seen. */
    last_seen_at: DateTime.nullable(),
  })
  .meta({ id: 'PersonActivity' })
export type PersonActivity = z.output<typeof PersonActivity>

export const TeamActivity = z
  .object({
    team_id: TeamId,
    points: z.int(),
    members: z.int(),
    /** Members who were seen at least once. */
    seen: z.int(),
    /** Members who played an average of ten hours a day or more since the start of the event. */
    ten_hours_a_day: z.int(),
    active_ms: milliseconds,
  })
  .meta({ id: 'TeamActivity' })
export type TeamActivity = z.output<typeof TeamActivity>

/** The time played since the start of the event. */
export const ActivityReport = z
  .object({
    /** From the start of the event to now, at most to its end. */
    elapsed_ms: milliseconds,
    teams: z.array(TeamActivity),
    people: z.array(PersonActivity),
  })
  .meta({ id: 'ActivityReport' })
export type ActivityReport = z.output<typeof ActivityReport>
