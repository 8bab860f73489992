import { z } from 'zod'
import { count, optionalText } from './body.ts'
import { DateTime } from './date-time.ts'

/** Longest text of the rules of an event, in characters. */
export const rulesLength = 20_000

/**
 * The organisers' rules besides scoring, in the small markup that pages show (headings, lists, emphasis, links; no HTML). Version
 * 0 with an empty text: none were written yet.
 */
export const EventRules = z
  .object({
    version: z.int().nonnegative(),
    /** The newest version; differs from `version` if an older one was requested. */
    latest_version: z.int().nonnegative(),
    text: z.string(),
    /** null for version 0. */
    written_at: DateTime.nullable(),
  })
  .meta({ id: 'EventRules' })
export type EventRules = z.output<typeof EventRules>

export const EventRulesWrite = z
  .object({
    text: optionalText(rulesLength),
    /** The version on which the edit is based; saved only if it is still the newest one. */
    base_version: count,
  })
  .meta({ id: 'EventRulesWrite' })
