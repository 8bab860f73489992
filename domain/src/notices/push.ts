import type { PersonalNoticeKind, PushedNotice } from '@muster/contract/personal-notices'
import { personalNoticeKinds } from '@muster/contract/personal-notices'
import type { NoticeValues } from './notice-kinds.ts'
import { linkPersonal, personalRowOf, tellPersonal } from './personal-kinds.ts'
import { mayPost, type QuietRules } from './quiet.ts'

/** A stored notice of a person; times in milliseconds. */
export interface PersonalEntry {
  readonly id: number
  readonly event_id: number
  readonly event_name: string
  readonly kind: PersonalNoticeKind
  readonly values: NoticeValues
  readonly useful_until: number
  readonly is_read: boolean
}

export type PushRules = Omit<QuietRules, 'digest_minutes'>

export const usualPersonalSettings = {
  kinds: personalNoticeKinds.filter((kind) => personalRowOf(kind).is_usual),
  quiet_from: null,
  quiet_to: null,
  time_zone: 'UTC',
  most_per_hour: 6,
} as const

/** `wait`: nothing for now, and notices gather. `skip`: none of them is still worth sending. `send`: these, as one message. */
export type PushPlan<E> =
  | { readonly is: 'wait' }
  | { readonly is: 'skip' }
  | { readonly is: 'send'; readonly entries: readonly E[] }

/**
 * Plans the next message to a device. It leaves out notices that the person has read elsewhere, and notices that became useless in quiet hours.
 * @param pending notices after the device's position, oldest first
 * @param sent times of messages to the device within the last hour
 */
export function planPush<E extends Pick<PersonalEntry, 'useful_until' | 'is_read'>>(
  pending: readonly E[],
  rules: PushRules,
  sent: readonly number[],
  now: number,
): PushPlan<E> {
  const entries = pending.filter(({ useful_until, is_read }) => useful_until > now && !is_read)
  if (entries.length === 0) return pending.length === 0 ? { is: 'wait' } : { is: 'skip' }
  return mayPost({ ...rules, digest_minutes: 0 }, sent, now) ? { is: 'send', entries } : { is: 'wait' }
}

/** A message to a device: what the service worker shows, and headers of RFC 8030. */
export interface PushMessage {
  readonly notice: PushedNotice
  readonly ttl_seconds: number
  readonly urgency: 'low' | 'normal' | 'high'
  /** Replaces an undelivered message with the same topic. */
  readonly topic: string
}

/** Lines of a message about several notices; more are counted. */
const maxLines = 4
const longestBody = 600
const urgencies = ['low', 'normal', 'high'] as const

/** Shortens a text to the upper bound, without splitting a surrogate pair. */
const cut = (text: string) =>
  text.length <= longestBody ? text : `${text.slice(0, longestBody - 1).replace(/[\uD800-\uDBFF]$/, '')}…`

/**
 * A topic is base64url of at most 32 characters (RFC 8030, section 5.4). Apple's push service decodes it, and refuses lengths that base64url cannot
 * have: 17 characters got 400 BadWebPushTopic (TedLin1993/all-set-tw, pull request 41). A multiple of 4 always decodes.
 */
const writeTopic = (place: string) => place.padEnd(Math.ceil(place.length / 4) * 4, '_')

/** Title, lines and link of one message about these notices, newest first. */
export function tellTogether(entries: readonly [PersonalEntry, ...PersonalEntry[]]) {
  const newest = entries.at(-1) ?? entries[0]
  return {
    title: entries.length === 1 ? newest.event_name : `${entries.length} notices`,
    lines: entries.toReversed().map(({ kind, values }) => tellPersonal(kind, values)),
    link: linkPersonal(newest.kind, newest.event_id),
  }
}

export function composePush(entries: readonly [PersonalEntry, ...PersonalEntry[]], now: number): PushMessage {
  const newest = entries.at(-1) ?? entries[0]
  const { kind, event_id } = newest
  const ttl_seconds = Math.max(60, Math.ceil((Math.max(...entries.map(({ useful_until }) => useful_until)) - now) / 1000))
  const place = entries.length === 1 && personalRowOf(kind).replaces ? `${kind}-${event_id}` : `notice-${newest.id}`
  const urgency = urgencies[Math.max(...entries.map((one) => urgencies.indexOf(personalRowOf(one.kind).urgency)))] ?? 'normal'
  const head = { ttl_seconds, urgency, topic: writeTopic(place) }
  const { title, lines, link } = tellTogether(entries)
  const more = lines.length - maxLines
  const shown = more > 0 ? [...lines.slice(0, maxLines), `… and ${more} more`] : lines
  return { ...head, notice: { title, body: cut(shown.join('\n')), link, tag: place } }
}

export const composePushTest = (id: number): PushMessage => ({
  notice: { title: 'Muster', body: 'Notices arrive on this device.', link: '/settings', tag: `test-${id}` },
  ttl_seconds: 300,
  urgency: 'high',
  topic: writeTopic(`test-${id}`),
})
