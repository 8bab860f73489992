import { z } from 'zod'
import { baseVersion, nullableTime } from './body.ts'
import { DateTime } from './events.ts'

/** The raw data of an event, in kinds that a page explains. */
export const rawKinds = [
  'items',
  'characters',
  'builds',
  'ladder',
  'guild_tabs',
  'guild_logs',
  'play',
  'fetching',
  'signups',
  'texts',
] as const
export type RawKind = (typeof rawKinds)[number]
const RawKindName = z.enum(rawKinds).meta({ id: 'RawKind' })

/** How long the raw data of an event is kept, how much of it there is, and what was removed. */
export const EventRetention = z
  .object({
    /** Null: for ever. */
    kept_until: DateTime.nullable(),
    /** The earliest date that may be chosen now. */
    earliest: DateTime,
    /** The version of the event, for whoever chooses. */
    version: z.int(),
    /** When the removal began; from then on the event is final. */
    final_since: DateTime.nullable(),
    /** When the removal was done. */
    removed_at: DateTime.nullable(),
    /** False: what was read is still being matched, and nothing is removed before that is done. */
    is_matched: z.boolean(),
    /** What is there and would be removed; bytes as they are stored. */
    stored: z.array(z.object({ kind: RawKindName, rows: z.int().nonnegative(), bytes: z.int().nonnegative() })),
    /** What the removal has removed so far. */
    removed: z.array(z.object({ kind: RawKindName, rows: z.int().nonnegative() })),
  })
  .meta({ id: 'EventRetention' })
export type EventRetention = z.output<typeof EventRetention>

export const RetentionChoice = z
  .object({
    /** Null: for ever. */
    kept_until: nullableTime,
    base_version: baseVersion,
  })
  .meta({ id: 'RetentionChoice' })
export type RetentionChoice = z.output<typeof RetentionChoice>
