import { z } from 'zod'
import { nullableTime } from './body.ts'
import { DateTime } from './date-time.ts'

/** The position at which reading of the public stash stream continues for an event. Times on the event clock. */
export const StreamPosition = z
  .object({
    /** The game's change id; null: nothing was read yet. */
    position: z.string().nullable(),
    /** When reading reached this position. */
    moved_at: DateTime.nullable(),
    /** Null: no position is kept, and reading cannot go back. */
    oldest_kept_at: DateTime.nullable(),
    /** The newest kept positions, newest first. */
    kept: z.array(z.object({ position: z.string(), read_at: DateTime })),
  })
  .meta({ id: 'StreamPosition' })
export type StreamPosition = z.output<typeof StreamPosition>

export const streamTargets = ['newest', 'time'] as const
export const StreamMove = z
  .object({
    /** `newest`: the end of the stream; the data in between is not read. `time`: the position reached at `at`. */
    to: z.enum(streamTargets),
    at: nullableTime,
  })
  .meta({ id: 'StreamMove' })

export const StreamMoved = z
  .object({
    from: z.string().nullable(),
    to: z.string(),
    /** Some data in between is not read, and is recorded as a gap. */
    has_skipped: z.boolean(),
  })
  .meta({ id: 'StreamMoved' })
export type StreamMoved = z.output<typeof StreamMoved>
