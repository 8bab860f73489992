import { z } from 'zod'
import { flag, nullableText, requiredCount } from './body.ts'
import { DateTime } from './date-time.ts'
import { ApplicationStatus } from './events.ts'
import { EventId, TeamId, UserId } from './ids.ts'
import { numberParam } from './query.ts'
import { SignupAnswer, SignupAnswersWrite } from './signup-questions.ts'
import { gameAccountName, NonSensitiveUser } from './users.ts'

/** `front`: before all signups in their original order. `back`: on the waitlist, even if places are free. */
export const QueuePlace = z.enum(['front', 'back'])
export type QueuePlace = z.output<typeof QueuePlace>

/** A player's data from an event that is over. */
export const PastEvent = z
  .object({
    event_id: EventId,
    name: z.string(),
    /** Highest level of any character; null if none was seen. */
    highest_level: z.int().nullable(),
    /** Hours per day, as measured; null if not measured. */
    measured_hours: z.number().nullable(),
  })
  .meta({ id: 'PastEvent' })
export type PastEvent = z.output<typeof PastEvent>

/**
 * A signup. In the calls about the caller's own signup, `user` is filled on first creation only, and `partner` only in the answer
 * to a call that named one; `partner_id` and `partner_account_name` are always filled.
 */
export const Signup = z
  .object({
    user: NonSensitiveUser.nullable(),
    partner: NonSensitiveUser.nullable(),
    partner_id: UserId.nullable(),
    /** The game account of the requested partner, or the display name if there is none; in the form to send it. */
    partner_account_name: z.string().nullable(),
    team_id: TeamId.nullable(),
    team_lead: z.boolean(),
    application_status: ApplicationStatus,
    /** Position in the queue; an edit does not change it. */
    timestamp: DateTime,
    /** Hours per day. */
    expected_playtime: z.int(),
    /** Hours in the whole event, as reported afterwards; 0 = not reported. */
    actual_playtime: z.int(),
    needs_help: z.boolean(),
    wants_to_help: z.boolean(),
    /** Free text; clients store a JSON text here. */
    extra: z.string().nullable(),
    /** Whole hours from UTC at the player's location; null = not given. */
    utc_offset_hours: z.int().nullable(),
    /** To the organisers' questions. */
    answers: z.array(SignupAnswer),
    /** Moved to the front or back of the queue by an organiser; null = in the order of arrival. */
    queue_place: QueuePlace.nullable(),
    /** Only if the call requested it: past events in which the player was in a team, latest first. */
    history: z.array(PastEvent).optional(),
    /** Only if the history is requested: whether the player's game account is connected and responds. */
    is_connected: z.boolean().optional(),
  })
  .meta({ id: 'Signup' })
export type Signup = z.output<typeof Signup>

const offsetRange = 'must be whole hours from -12 to 14'

export const SignupCreate = z
  .object({
    expected_playtime: requiredCount.max(24, 'must be hours a day, at most 24'),
    needs_help: flag,
    wants_to_help: flag,
    /** A game account, or the display name of a user without one. Absent or null keeps the partner, an empty text removes them (D-36). */
    partner_account_name: z.string().trim().max(200).nullish(),
    /** The caller's own game account, as in stateGameAccount. Absent or null keeps the stored one. */
    stated_account_name: gameAccountName.nullish(),
    extra: nullableText(),
    /** Absent or null keeps the stored value. */
    utc_offset_hours: z.int().min(-12, offsetRange).max(14, offsetRange).nullish(),
    /** To the organisers' questions; required ones must be answered. Absent or null keeps the stored answers. */
    answers: SignupAnswersWrite.nullish(),
  })
  .meta({ id: 'SignupCreate' })
export type SignupCreate = z.output<typeof SignupCreate>

/** A year: more than any event, less than a typing error. */
const maxPlaytime_hours = 8760
export const ReportPlaytimeRequest = z
  .object({ actual_playtime: requiredCount.max(maxPlaytime_hours, 'must be hours, at most one year') })
  .meta({ id: 'ReportPlaytimeRequest' })

/** Signups after this user's signup, in the order of the queue. */
export const SignupPage = z.object({
  after: numberParam().pipe(UserId).optional(),
  limit: numberParam().optional(),
  /** `history`: includes each player's past events, and whether their account is connected. */
  with: z.literal('history').optional(),
})

/** Where an organiser moves a signup; null = back to the order of arrival. */
export const QueuePlaceEdit = z.object({ queue_place: QueuePlace.nullish() }).meta({ id: 'QueuePlaceEdit' })
