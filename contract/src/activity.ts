import { z } from 'zod'
import { numberParam } from './query.ts'

/** Breaks longer than this end a session; seconds. */
export const ActivityThreshold = z.object({
  threshold_seconds: numberParam().default(1800),
})

const milliseconds = z.int().nonnegative()

/** User id (decimal text) to the time played, in milliseconds; people who were never seen have no key. */
export const ActivityByUser = z.record(z.string(), milliseconds).meta({ id: 'ActivityByUser' })

/** Time played, in milliseconds: a bare number. */
export const Activity = milliseconds
