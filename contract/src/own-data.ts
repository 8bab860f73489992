import { z } from 'zod'
import { requiredText, textLength } from './body.ts'
import { DateTime } from './date-time.ts'
import { EventId, UserId } from './ids.ts'
import { displayNameLength } from './users.ts'

/** Kinds of stored data about people, each explained on a page. */
export const dataKinds = [
  'profile',
  'accounts',
  'signups',
  'teams',
  'characters',
  'tabs',
  'guild_log',
  'play',
  'submissions',
  'scores',
  'fetching',
  'notices',
  'organising',
] as const
export type DataKind = (typeof dataKinds)[number]

/** How long the raw data of an event is kept that contains data about the caller. */
export const EventPeriod = z
  .object({
    id: EventId,
    name: z.string(),
    /** Null: forever. */
    raw_kept_until: DateTime.nullable(),
    /** When its removal began; null: not yet. */
    final_since: DateTime.nullable(),
  })
  .meta({ id: 'EventPeriod' })
export type EventPeriod = z.output<typeof EventPeriod>

/** The amount of stored data about the caller by kind, and how long it is kept. */
export const KeptData = z
  .object({
    /** Newest first. */
    events: z.array(EventPeriod),
    kinds: z.array(z.object({ kind: z.enum(dataKinds), rows: z.int().nonnegative() })),
  })
  .meta({ id: 'KeptData' })
export type KeptData = z.output<typeof KeptData>

/** All stored data about a user: the rows of every table with data about people, unchanged. */
export const OwnData = z
  .object({
    user_id: UserId,
    exported_at: DateTime,
    events: z.array(EventPeriod),
    tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  })
  .meta({ id: 'OwnData' })
export type OwnData = z.output<typeof OwnData>

/** The user types the name again, to prevent deletion by mistake. */
export const AccountDeletion = z.object({ display_name: requiredText(displayNameLength) }).meta({ id: 'AccountDeletion' })

export const PersonDeletion = z
  .object({
    display_name: requiredText(displayNameLength),
    /** Why, without the name of the person; kept among the admin changes. */
    reason: requiredText(textLength),
  })
  .meta({ id: 'PersonDeletion' })

/** The pseudonym of a deleted user. */
export const FormerPerson = z.object({ pseudonym: z.string() }).meta({ id: 'FormerPerson' })
export type FormerPerson = z.output<typeof FormerPerson>
