import { z } from 'zod'
import { largestInt } from './body.ts'
import { isPlainName, nameProblem } from './names.ts'

/** Values in the archive of an event. */
export const archivedText = z.string().max(100_000)
/** A name given by a person. Rejected under the same rule as in calls, and never changed. */
export const archivedName = archivedText.refine(isPlainName, nameProblem)
export const archivedCount = z.int().min(0).max(largestInt)
export const archivedTime = z.iso.datetime().describe('UTC')
