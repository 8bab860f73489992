import { z } from 'zod'
import { countFrom, requiredText } from './body.ts'
import { DateTime } from './date-time.ts'
import { TimeZoneName } from './events.ts'
import { EventId, PushDeviceId } from './ids.ts'
import { largestSequence } from './query.ts'

/**
 * All kinds of notices that a person gets in the bell; texts, links and usual settings are in
 * `domain/src/notices/personal-kinds.ts`.
 */
export const personalNoticeKinds = ['report_decided', 'tracking', 'overtaken', 'opening_soon', 'signups_closing'] as const
export const PersonalNoticeKind = z.enum(personalNoticeKinds).meta({ id: 'PersonalNoticeKind' })
export type PersonalNoticeKind = z.output<typeof PersonalNoticeKind>

/** Notices of a person that are kept and shown, and their age. */
export const maxPersonalNotices = 100
/** Devices of a person that get pushed notices; a further one replaces the oldest. */
export const maxPushDevices = 10
export const maxPushesPerHour = 20
const minutesOfDay = 24 * 60

export const PersonalNotice = z
  .object({
    id: z.int(),
    event_id: EventId,
    kind: PersonalNoticeKind,
    text: z.string(),
    /** The page to look at, as a path of this site. */
    link: z.string(),
    at: DateTime,
    is_read: z.boolean(),
  })
  .meta({ id: 'PersonalNotice' })
export type PersonalNotice = z.output<typeof PersonalNotice>

export const PersonalNotices = z
  .object({
    unread: z.int(),
    /** Newest first. */
    notices: z.array(PersonalNotice),
  })
  .meta({ id: 'PersonalNotices' })
export type PersonalNotices = z.output<typeof PersonalNotices>

/** Marks the notices up to this id as read; later ones stay as they are. */
export const NoticesRead = z
  .object({ up_to: z.int({ error: 'must be a whole number' }).min(1, 'must be 1 or more').max(largestSequence) })
  .meta({ id: 'NoticesRead' })

export const PersonalNoticeSettings = z
  .object({
    /** The kinds that the person gets, in the bell and as pushed notices. */
    kinds: z.array(PersonalNoticeKind).max(personalNoticeKinds.length),
    /** Minutes after midnight in `time_zone`; null: no quiet hours. Nothing is pushed from the first until the second. */
    quiet_from: countFrom(0, minutesOfDay - 1).nullable(),
    quiet_to: countFrom(0, minutesOfDay - 1).nullable(),
    time_zone: TimeZoneName,
    /** Upper bound for pushed notices within any 60 minutes on each device; further notices are combined afterwards. */
    most_per_hour: countFrom(1, maxPushesPerHour),
  })
  .meta({ id: 'PersonalNoticeSettings' })
export type PersonalNoticeSettings = z.output<typeof PersonalNoticeSettings>

/** A browser that gets pushed notices. */
export const PushDevice = z
  .object({
    id: PushDeviceId,
    /** SHA-256 of its address at the push service, in hexadecimal: a browser recognises itself. The address is a secret. */
    endpoint_hash: z.string(),
    /** Host of its push service. */
    service: z.string(),
    made_at: DateTime,
    last_sent_at: DateTime.nullable(),
  })
  .meta({ id: 'PushDevice' })
export type PushDevice = z.output<typeof PushDevice>

/**
 * Why Discord does not take direct messages: the person blocked the bot · the person shares no server with the bot, or accepts no messages from its
 * members · the token of the bot is refused · too many requests · anything else.
 */
export const directMessageProblems = ['blocked', 'no_shared_server', 'token_refused', 'limited', 'unavailable'] as const
export const DirectMessageProblem = z.enum(directMessageProblems).meta({ id: 'DirectMessageProblem' })
export type DirectMessageProblem = z.output<typeof DirectMessageProblem>

/** Notices as direct messages on Discord. */
export const DirectMessages = z
  .object({
    /** `no_bot`: this site has no bot on Discord. `not_connected`: the person has connected no Discord account. */
    state: z.enum(['no_bot', 'not_connected', 'off', 'on']),
    /** A test waits to be sent. */
    is_testing: z.boolean(),
    problem: DirectMessageProblem.nullable(),
    last_sent_at: DateTime.nullable(),
  })
  .meta({ id: 'DirectMessages' })
export type DirectMessages = z.output<typeof DirectMessages>

export const OwnNoticeSettings = z
  .object({
    settings: PersonalNoticeSettings,
    /** The server's key for `PushManager.subscribe`, base64url. */
    push_key: z.string(),
    devices: z.array(PushDevice),
    discord: DirectMessages,
  })
  .meta({ id: 'OwnNoticeSettings' })
export type OwnNoticeSettings = z.output<typeof OwnNoticeSettings>

const key = (bytes: number) => {
  const length = Math.ceil((bytes * 4) / 3)
  return z
    .string({ error: 'is required' })
    .max(length + 2)
    .regex(/^[\w-]+={0,2}$/, `must be ${bytes} bytes in base64url`)
    .transform((text) => text.replaceAll('=', ''))
    .pipe(z.string().length(length, `must be ${bytes} bytes in base64url`))
}

/**
 * A subscription as browsers make it (`PushSubscription.toJSON()` in the W3C's Push API): the address of the browser at its push service, its
 * public key (65 bytes, an uncompressed point of P-256) and its secret (16 bytes), RFC 8291.
 */
export const PushSubscriptionWrite = z
  .object({ endpoint: requiredText(1000), p256dh: key(65), auth: key(16) })
  .meta({ id: 'PushSubscriptionWrite' })
export type PushSubscriptionWrite = z.output<typeof PushSubscriptionWrite>

/** The body of a pushed notice, which the service worker shows. */
export const PushedNotice = z.object({
  title: z.string(),
  body: z.string(),
  /** A path of this site. */
  link: z.string(),
  /** Replaces a shown notice with the same tag. */
  tag: z.string(),
})
export type PushedNotice = z.output<typeof PushedNotice>
