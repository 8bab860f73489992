import { z } from 'zod'
import { flag, nullableText, requiredCount } from './body.ts'
import { ApplicationStatus, DateTime } from './events.ts'
import { EventId, TeamId, UserId } from './ids.ts'
import { numberParam } from './query.ts'
import { NonSensitiveUser } from './users.ts'

/** `front`: before all who came by themselves. `back`: on the waitlist, whatever is free. */
export const QueuePlace = z.enum(['front', 'back'])
export type QueuePlace = z.output<typeof QueuePlace>

/** What somebody did in an event that is over. */
export const PastEvent = z
  .object({
    event_id: EventId,
    name: z.string(),
    /** Highest level of any character; null when none was seen. */
    highest_level: z.int().nullable(),
    /** Hours a day, as measured; null when nothing was. */
    measured_hours: z.number().nullable(),
  })
  .meta({ id: 'PastEvent' })
export type PastEvent = z.output<typeof PastEvent>

/**
 * A signup. In the calls about one's own, `user` is filled on first creation only, and `partner` only in the answer to a
 * call that named one; `partner_id` and `partner_account_name` always tell.
 */
export const Signup = z
  .object({
    user: NonSensitiveUser.nullable(),
    partner: NonSensitiveUser.nullable(),
    partner_id: UserId.nullable(),
    /** The game account of the wished partner, as it would be sent again. */
    partner_account_name: z.string().nullable(),
    team_id: TeamId.nullable(),
    team_lead: z.boolean(),
    application_status: ApplicationStatus,
    /** Place in the queue; an edit does not move it. */
    timestamp: DateTime,
    /** Hours a day. */
    expected_playtime: z.int(),
    /** Hours in the whole event, as reported afterwards; 0 = not reported. */
    actual_playtime: z.int(),
    needs_help: z.boolean(),
    wants_to_help: z.boolean(),
    /** Free text; clients keep a JSON text here. */
    extra: z.string().nullable(),
    /** Whole hours from UTC where the person plays; null = not said. */
    utc_offset_hours: z.int().nullable(),
    /** Put before or behind all others of the queue by an organiser; null = in the order of arrival. */
    queue_place: QueuePlace.nullable(),
    /** Only where the call asked for it: the past events that the person was in a team of, latest first. */
    history: z.array(PastEvent).optional(),
    /** Only where the history is asked for: whether the person's account of the game is connected and answers. */
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
    /** Nothing or null leaves the partner as it is, the empty text removes them (D-36). */
    partner_account_name: z.string().trim().max(200).nullish(),
    extra: nullableText(),
    /** Nothing or null leaves it as it is. */
    utc_offset_hours: z.int().min(-12, offsetRange).max(14, offsetRange).nullish(),
  })
  .meta({ id: 'SignupCreate' })
export type SignupCreate = z.output<typeof SignupCreate>

/** A year: more than any event, less than a slip of the finger. */
const mostPlaytime_hours = 8760
export const ReportPlaytimeRequest = z
  .object({ actual_playtime: requiredCount.max(mostPlaytime_hours, 'must be hours, at most a year') })
  .meta({ id: 'ReportPlaytimeRequest' })

/** Signups after the one of this user, in the order of the queue. */
export const SignupPage = z.object({
  after: numberParam().pipe(UserId).optional(),
  limit: numberParam().optional(),
  /** `history`: with the past events of each, and whether they have connected. */
  with: z.literal('history').optional(),
})

/** Where an organiser puts a signup; null = back to the order of arrival. */
export const QueuePlaceEdit = z.object({ queue_place: QueuePlace.nullish() }).meta({ id: 'QueuePlaceEdit' })
