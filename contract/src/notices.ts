import { z } from 'zod'
import { baseVersion, countFrom, flag, nullableId, nullableText, requiredName } from './body.ts'
import { DateTime } from './date-time.ts'
import { TimeZoneName } from './events.ts'
import { NoticeRouteId, TeamId } from './ids.ts'

/** All kinds of notices that a route can post; texts and readers of each are in `domain/src/notices/notice-kinds.ts`. */
export const noticeKinds = [
  'first_finish',
  'rank_change',
  'big_score',
  'release',
  'closing_soon',
  'announcement',
  'results',
  'long_queue',
  'tracking_trouble',
] as const
export const NoticeKind = z.enum(noticeKinds).meta({ id: 'NoticeKind' })
export type NoticeKind = z.output<typeof NoticeKind>

/** The readers of a route's channel. `team`: the private channel of a team's leads. */
export const routeReaders = ['public', 'organisers', 'team'] as const
export const RouteReaders = z.enum(routeReaders).meta({ id: 'RouteReaders' })
export type RouteReaders = z.output<typeof RouteReaders>

/** `discord`: a webhook of a Discord channel. `https`: a program of the organisers, docs/webhooks.md. */
export const routeTargets = ['discord', 'https'] as const
export const RouteTarget = z.enum(routeTargets).meta({ id: 'RouteTarget' })
export type RouteTarget = z.output<typeof RouteTarget>

/**
 * Why the server stopped a route. `gone`: the receiver says that the address is no longer valid. `silent`: no success for a day.
 * `key_lost`: its address was encrypted with a secret that this server does not have.
 */
export const routeStops = ['gone', 'silent', 'key_lost'] as const
export const RouteStop = z.enum(routeStops).meta({ id: 'RouteStop' })
export type RouteStop = z.output<typeof RouteStop>

export const routeNameLength = 60
export const routeAddressLength = 500
export const templateLength = 300
/** Upper bound for the routes of an event with the same readers, or of a team. */
export const maxRoutes = 20
const minutesOfDay = 24 * 60

/** A template for each kind of notice; absent: the usual text. */
const templates = z.partialRecord(NoticeKind, z.string().max(templateLength))

const rules = {
  kinds: z.array(NoticeKind).max(noticeKinds.length),
  /** Fewer points than this do not make a `big_score`. */
  minimum_points: countFrom(1, 1_000_000),
  /** Minutes between two posts; 0: at once. */
  digest_minutes: countFrom(0, minutesOfDay),
  /** Upper bound for posts within any 60 minutes. */
  most_per_hour: countFrom(1, 60),
  /** Minutes after midnight in `time_zone`; null: no quiet hours. Nothing is posted from the first until the second. */
  quiet_from: countFrom(0, minutesOfDay - 1).nullable(),
  quiet_to: countFrom(0, minutesOfDay - 1).nullable(),
  time_zone: TimeZoneName,
  /** Discord only: changes of rank edit one message with the standings, and are not posted. */
  edits_standings: z.boolean(),
  templates,
} as const

export const NoticeRoute = z
  .object({
    id: NoticeRouteId,
    name: z.string(),
    /** Not null: the channel of a team, which its leads manage. */
    team_id: TeamId.nullable(),
    readers: RouteReaders,
    target: RouteTarget,
    /** The host of the address, and its last characters; the rest is a secret. */
    address_hint: z.string(),
    ...rules,
    kinds: z.array(NoticeKind),
    time_zone: z.string(),
    templates: z.partialRecord(NoticeKind, z.string()),
    paused_at: DateTime.nullable(),
    stopped: RouteStop.nullable(),
    /** Notices that wait for the next post. */
    waiting: z.int(),
    /** Not null: the receiver does not accept messages, and the next try is at this time. */
    retry_at: DateTime.nullable(),
    last_sent_at: DateTime.nullable(),
    version: z.int(),
  })
  .meta({ id: 'NoticeRoute' })
export type NoticeRoute = z.output<typeof NoticeRoute>

/** A new route, or with `id` the new state of an existing one. */
export const NoticeRouteWrite = z
  .object({
    id: nullableId(NoticeRouteId),
    name: requiredName(routeNameLength),
    /** The readers of a new route. `team`: the caller's team, which they must lead. */
    readers: RouteReaders,
    target: RouteTarget,
    /** Required for a new route; null keeps the address of an existing one. */
    address: nullableText(routeAddressLength),
    /** Creates a new signing key; the previous one becomes invalid at once. */
    renews_key: flag,
    ...rules,
    base_version: baseVersion,
  })
  .meta({ id: 'NoticeRouteWrite' })
export type NoticeRouteWrite = z.output<typeof NoticeRouteWrite>

export const SavedNoticeRoute = z
  .object({
    route: NoticeRoute,
    /** The signing key of an `https` route, if this call made one. It is not shown again. */
    signing_key: z.string().nullable(),
  })
  .meta({ id: 'SavedNoticeRoute' })

export const NoticeRoutePause = z.object({ is_paused: z.boolean() }).meta({ id: 'NoticeRoutePause' })

/**
 * `waiting`: not sent yet, or to be sent again. `unknown`: sent, but no answer arrived: it is not sent again, because it may have
 * arrived.
 */
export const deliveryStates = ['waiting', 'sent', 'failed', 'unknown'] as const
export const DeliveryState = z.enum(deliveryStates).meta({ id: 'DeliveryState' })
export type DeliveryState = z.output<typeof DeliveryState>

export const deliveryKinds = ['digest', 'standings', 'test'] as const
export const DeliveryKind = z.enum(deliveryKinds).meta({ id: 'DeliveryKind' })
export type DeliveryKind = z.output<typeof DeliveryKind>

/** One message of a route, from its composition to the receiver's answer. */
export const NoticeDelivery = z
  .object({
    /** The number of the message in its route: 1, 2, 3, … in the order of sending. */
    number: z.int(),
    kind: DeliveryKind,
    state: DeliveryState,
    /** Notices that it contains. */
    notices: z.int(),
    /** The text as posted; for a message to a program, its lines. */
    text: z.string(),
    made_at: DateTime,
    attempts: z.int(),
    last_attempt_at: DateTime.nullable(),
    next_try_at: DateTime.nullable(),
    /** HTTP status of the last answer. */
    status: z.int().nullable(),
    /** The error of the last attempt. */
    detail: z.string(),
  })
  .meta({ id: 'NoticeDelivery' })
export type NoticeDelivery = z.output<typeof NoticeDelivery>

/** The version of the message's format; a change that breaks programs raises it. */
export const webhookVersion = 1

/** One notice in a message to a program. */
export const WebhookNotice = z
  .object({
    kind: NoticeKind,
    /** When it happened, RFC 3339. */
    at: DateTime,
    /** The rendered sentence, plain text. */
    text: z.string(),
    /** Values of the sentence by the names of its placeholders: texts and numbers. */
    values: z.record(z.string(), z.union([z.string(), z.number()])),
    /** Ids of the subjects, as in the API. */
    team_id: z.int().nullable(),
    objective_id: z.int().nullable(),
  })
  .meta({ id: 'WebhookNotice' })
export type WebhookNotice = z.output<typeof WebhookNotice>

/** The body of a request to a program. */
export const WebhookMessage = z
  .object({
    /** `test`: the test button; it has no notices. */
    type: z.enum(['muster.notices', 'muster.test']),
    version: z.literal(webhookVersion),
    /** The same in the header `webhook-id`, and in every repetition. */
    id: z.string(),
    /** The number of the message in its route: 1, 2, 3, … Messages arrive in this order. */
    number: z.int().positive(),
    /** When the message was composed. */
    timestamp: DateTime,
    event: z.object({ id: z.int(), name: z.string(), url: z.string() }),
    notices: z.array(WebhookNotice),
    /** Notices of the same interval beyond the upper bound of a message. */
    left_out: z.int().nonnegative(),
  })
  .meta({ id: 'WebhookMessage' })
export type WebhookMessage = z.output<typeof WebhookMessage>
