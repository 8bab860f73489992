import { z } from 'zod'
import { baseVersion, nullableTime } from './body.ts'
import { DateTime } from './date-time.ts'

/** Kinds of an event's raw data, each explained on a page. */
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

/** How long the raw data of an event is kept, its size, and the data already removed. */
export const EventRetention = z
  .object({
    /** Null: forever. */
    kept_until: DateTime.nullable(),
    /** The earliest date that can be chosen now. */
    earliest: DateTime,
    /** The version of the event, which an edit has to send. */
    version: z.int(),
    /** When the removal began; from then on the event is final. */
    final_since: DateTime.nullable(),
    /** When the removal was completed. */
    removed_at: DateTime.nullable(),
    /** False: the data is still being matched, and nothing is removed before that is done. */
    is_matched: z.boolean(),
    /** The data that would be removed; bytes in stored form. */
    stored: z.array(z.object({ kind: RawKindName, rows: z.int().nonnegative(), bytes: z.int().nonnegative() })),
    /** The data removed so far. */
    removed: z.array(z.object({ kind: RawKindName, rows: z.int().nonnegative() })),
  })
  .meta({ id: 'EventRetention' })
export type EventRetention = z.output<typeof EventRetention>

export const RetentionChoice = z
  .object({
    /** Null: forever. */
    kept_until: nullableTime,
    base_version: baseVersion,
  })
  .meta({ id: 'RetentionChoice' })
export type RetentionChoice = z.output<typeof RetentionChoice>
