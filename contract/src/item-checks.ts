import { z } from 'zod'
import { countFrom, textLength } from './body.ts'
import { TestedItem } from './conditions.ts'
import { DateTime } from './date-time.ts'
import { ItemExampleId, ObjectiveId } from './ids.ts'
import { itemTextLength } from './workbench.ts'

/** `stream`: the live public stash stream. `stored`: the snapshots of all events of the game. */
export const scanSources = ['stream', 'stored'] as const
export const ScanSource = z.enum(scanSources).meta({ id: 'ScanSource' })
export type ScanSource = z.output<typeof ScanSource>

/** `waiting`: no process has begun yet. `stopped`: by a person, or by another scan. */
export const scanStates = ['waiting', 'running', 'done', 'stopped', 'failed'] as const
export const ScanState = z.enum(scanStates).meta({ id: 'ScanState' })
export type ScanState = z.output<typeof ScanState>

/** Bounds and default of a scan's length: on the event clock for the stream, in real time for stored items. */
export const scanSeconds = { least: 10, most: 1800, usual: 300 } as const

export const ItemScanStart = z
  .object({
    source: ScanSource,
    seconds: countFrom(scanSeconds.least, scanSeconds.most)
      .nullish()
      .transform((seconds) => seconds ?? scanSeconds.usual),
  })
  .meta({ id: 'ItemScanStart' })

/** The newest scan of a source. Times are on the event clock. */
export const ItemScan = z
  .object({
    source: ScanSource,
    state: ScanState,
    started_at: DateTime,
    /** When it ends, at the latest. */
    ends_at: DateTime,
    ended_at: DateTime.nullable(),
    /** Number of the definition whose objectives are tested. */
    definition_version: z.int(),
    /** Number of tested items. */
    items: z.int(),
    /** Pages of the stream, or stored snapshots, that were read. */
    done: z.int(),
    /** Number of stored snapshots; null for the stream. */
    total: z.int().nullable(),
    /** The last error; null if there was none. */
    problem: z.string().nullable(),
  })
  .meta({ id: 'ItemScan' })
export type ItemScan = z.output<typeof ItemScan>

/** Matches of one objective are counted up to this number, to bound the memory of a scan. */
export const maxCountedMatches = 1000

/** The part of an item by which people recognise it. */
const itemNames = {
  name: z.string(),
  base_type: z.string(),
}

const ScanHit = z.object({
  ...itemNames,
  /** The league of a public item, or the name of the event with the stored one. */
  place: z.string(),
  seen_at: DateTime,
})

/** The findings of a scan for one objective. */
export const ScanResult = z
  .object({
    source: ScanSource,
    /** Different items that matched, at most `maxCountedMatches`. */
    matches: z.int(),
    /** When the earliest matching item was seen; null without a match. */
    first_at: DateTime.nullable(),
    /** The first items of different names, at most three. */
    hits: z.array(ScanHit),
    /** The conditions have changed since. */
    is_outdated: z.boolean(),
  })
  .meta({ id: 'ScanResult' })
export type ScanResult = z.output<typeof ScanResult>

/**
 * `seen`: a scan found an item for the current conditions. `example`: only a saved item matches, as it must. `never`: nothing is
 * known to match.
 */
export const coverageStates = ['never', 'example', 'seen'] as const
export const CoverageState = z.enum(coverageStates).meta({ id: 'CoverageState' })
export type CoverageState = z.output<typeof CoverageState>

export const CoveredObjective = z
  .object({
    objective_id: ObjectiveId,
    name: z.string(),
    /** Names of its ancestor categories, from the root's child down. */
    path: z.array(z.string()),
    state: CoverageState,
    /** Where its items are; null without conditions, when nothing can match. */
    counts_from: z.enum(['tabs', 'characters']).nullable(),
    scans: z.array(ScanResult),
    /** Number of saved items, and of the failing ones among them. */
    examples: z.int(),
    failing: z.int(),
  })
  .meta({ id: 'CoveredObjective' })
export type CoveredObjective = z.output<typeof CoveredObjective>

export const ItemCoverage = z
  .object({
    scans: z.array(ItemScan),
    /** Why the live stream cannot be scanned on this server or for this game; null if it can. */
    stream_problem: z.string().nullable(),
    /** Number of stored snapshots of the game's events. */
    stored_snapshots: z.int(),
    /** The item objectives: those without any match first, then in the order of the tree. */
    objectives: z.array(CoveredObjective),
  })
  .meta({ id: 'ItemCoverage' })
export type ItemCoverage = z.output<typeof ItemCoverage>

/** A saved item as a test of an objective's conditions. */
export const ItemExample = z
  .object({
    id: ItemExampleId,
    ...itemNames,
    must_match: z.boolean(),
    /** Whether the item gives the expected result with the current conditions. */
    holds: z.boolean(),
    item: TestedItem,
    added_at: DateTime,
  })
  .meta({ id: 'ItemExample' })
export type ItemExample = z.output<typeof ItemExample>

/** The items known for one objective. */
export const ObjectiveItems = z
  .object({ hits: z.array(ScanHit.extend({ source: ScanSource, item: TestedItem })), examples: z.array(ItemExample) })
  .meta({ id: 'ObjectiveItems' })
export type ObjectiveItems = z.output<typeof ObjectiveItems>

/** Saved items of one objective. */
export const maxExamples = 20

/** An item as JSON or as copied from the game, one of the two. */
export const ItemExampleCreate = z
  .object({
    must_match: z.boolean({ error: 'is required' }),
    item: TestedItem.nullish(),
    text: z.string().max(itemTextLength).nullish(),
  })
  .meta({ id: 'ItemExampleCreate' })

/** A saved item that a change would break: it gives the expected result now, and would not afterwards. */
export const BrokenExample = z
  .object({
    ...itemNames,
    example_id: ItemExampleId,
    objective_id: ObjectiveId,
    objective: z.string().max(textLength),
    must_match: z.boolean(),
  })
  .meta({ id: 'BrokenExample' })
export type BrokenExample = z.output<typeof BrokenExample>
