import { z } from 'zod'
import { DateTime } from './date-time.ts'
import { EventId, UserId } from './ids.ts'

/** A snapshot of a character's build, importable into Path of Building. */
export const PoB = z
  .object({
    id: z.int(),
    timestamp: DateTime,
    /**
     * Base64 with `-` and `_`, over a zlib stream, over XML. A stat that was not calculated is a `PlayerStat` of 0 with the
     * attribute `calculated="false"`.
     */
    export_string: z.string(),
    level: z.int(),
    ascendancy: z.string(),
    /** A guess from the links; empty if there are no links to guess from. */
    main_skill: z.string(),
  })
  .meta({ id: 'PoB' })
export type PoB = z.output<typeof PoB>

/** The state of one atlas tree from `timestamp` (unix seconds) on. */
export const AtlasProgression = z
  .object({ index: z.int(), nodes: z.array(z.int()), timestamp: z.int() })
  .meta({ id: 'AtlasProgression' })
export type AtlasProgression = z.output<typeof AtlasProgression>

/** A player's newest atlas trees by index (decimal text). `index` is always -1: older clients expect the field. */
export const Atlas = z
  .object({ event_id: EventId, user_id: UserId, index: z.literal(-1), trees: z.record(z.string(), z.array(z.int())) })
  .meta({ id: 'Atlas' })
export type Atlas = z.output<typeof Atlas>
