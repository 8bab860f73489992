import { listAscendancyNodes } from '@muster/domain/trees/ascendancy-nodes'
import { getDefinition } from '../db/definition.ts'
import { loadTree } from '../game-tree-files.ts'
import { asksForIncubators } from '../ingestion/characters/items.ts'
import { createReadingMemory, type ReadingMemory } from '../ingestion/characters/player-facts.ts'
import { loadMatcherOptions } from '../ingestion/rules/class-table.ts'
import { createRuleReader, type RuleReader } from '../ingestion/rules/fact-rules.ts'
import { planRematches } from '../ingestion/rules/plan-rematches.ts'
import { createRematcher, type Rematcher } from '../ingestion/rules/rematch.ts'
import { createReportedMemory, type ReportedMemory } from '../ingestion/rules/reported-numbers.ts'
import type { Round } from './job.ts'

/** The rules by which readings of characters become facts, with their caches. */
export interface ReadingRules {
  /** Number of the definition. */
  readonly sequence: number
  readonly readRules: RuleReader
  readonly memory: ReportedMemory
  readonly readings: ReadingMemory
  readonly rematcher: Rematcher
  readonly ascendancyNodes: ReadonlySet<number> | null
  readonly followsIncubators: boolean
}

/** Loads the newest definition and plans which objectives to re-evaluate against stored readings. */
export async function loadReadingRules(
  { ctx, event, write }: Round,
  previous: ReadingRules | null,
  sequence: number,
): Promise<ReadingRules> {
  if (previous?.sequence === sequence) return previous
  const definition = await getDefinition(ctx.db, event.id)
  await write((tx) => planRematches(tx, event.id, definition, 'readings', new Date(ctx.clock.now())))
  const options = await loadMatcherOptions(ctx, event.game_version)
  // The tree is loaded when the job starts and after each edit of the scoring rules.
  const tree = await loadTree(ctx.config.data_dir, { game_version: event.game_version, kind: 'passive' })
  return {
    sequence,
    readRules: createRuleReader(options),
    memory: createReportedMemory(),
    readings: createReadingMemory(),
    rematcher: createRematcher(event, 'readings', options),
    ascendancyNodes: listAscendancyNodes(tree),
    followsIncubators: asksForIncubators(definition),
  }
}
