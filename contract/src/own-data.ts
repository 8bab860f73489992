import { z } from 'zod'
import { requiredText, textLength } from './body.ts'
import { DateTime } from './events.ts'
import { EventId, UserId } from './ids.ts'
import { displayNameLength } from './users.ts'

/** What is kept about people, in kinds that a page explains. */
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
  'organising',
] as const
export type DataKind = (typeof dataKinds)[number]

/** Until when the raw data of an event is kept in which something is kept about the caller. */
export const EventPeriod = z
  .object({
    id: EventId,
    name: z.string(),
    /** Null: for ever. */
    raw_kept_until: DateTime.nullable(),
    /** When its removal began; null: not yet. */
    final_since: DateTime.nullable(),
  })
  .meta({ id: 'EventPeriod' })
export type EventPeriod = z.output<typeof EventPeriod>

/** How much of each kind is kept about the caller, and for how long. */
export const KeptData = z
  .object({
    /** Newest first. */
    events: z.array(EventPeriod),
    kinds: z.array(z.object({ kind: z.enum(dataKinds), rows: z.int().nonnegative() })),
  })
  .meta({ id: 'KeptData' })
export type KeptData = z.output<typeof KeptData>

/** Everything that is kept about somebody: the rows of every table that holds something about people, as they are stored. */
export const OwnData = z
  .object({
    user_id: UserId,
    exported_at: DateTime,
    events: z.array(EventPeriod),
    tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  })
  .meta({ id: 'OwnData' })
export type OwnData = z.output<typeof OwnData>

/** The name is typed once more, so that nobody is deleted by a slip. */
export const AccountDeletion = z.object({ display_name: requiredText(displayNameLength) }).meta({ id: 'AccountDeletion' })

export const PersonDeletion = z
  .object({
    display_name: requiredText(displayNameLength),
    /** Why, without the name of the person; kept among the admin changes. */
    reason: requiredText(textLength),
  })
  .meta({ id: 'PersonDeletion' })

/** Who somebody has become. */
export const FormerPerson = z.object({ pseudonym: z.string() }).meta({ id: 'FormerPerson' })
export type FormerPerson = z.output<typeof FormerPerson>
