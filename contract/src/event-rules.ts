import { z } from 'zod'
import { count, optionalText } from './body.ts'
import { DateTime } from './events.ts'

/** Longest text of the rules of an event, in characters. */
export const rulesLength = 20_000

/**
 * What the organisers say beyond the scoring, in the small markup that pages show (headings, lists, emphasis, links; no
 * HTML). Version 0 with an empty text: nothing was written yet.
 */
export const EventRules = z
  .object({
    version: z.int().nonnegative(),
    /** The newest one; another than `version` when an older one was asked for. */
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
    /** The version that was read before writing; the rules are only changed while it is the newest one. */
    base_version: count,
  })
  .meta({ id: 'EventRulesWrite' })
