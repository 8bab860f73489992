import { createMatcher } from '@muster/domain/conditions/matcher'
import type { EventDefinition } from '@muster/domain/objectives/definition'
import { getDefinition } from '../db/definition.ts'
import { loadMatcherOptions } from '../ingestion/rules/class-table.ts'
import { evaluateSnapshots } from '../ingestion/stash/evaluate-snapshots.ts'
import { createReportedMemory, type ReportedMemory } from '../ingestion/rules/reported-numbers.ts'
import { createRuleReader, type RuleReader } from '../ingestion/rules/fact-rules.ts'
import { findPendingWork } from '../ingestion/pending-work.ts'
import { planRematches } from '../ingestion/rules/plan-rematches.ts'
import { recordDeposits } from '../ingestion/guild/record-deposits.ts'
import { createRematcher, type Rematcher } from '../ingestion/rules/rematch.ts'
import { tellDelay } from '../telemetry/points.ts'
import type { Job, Round } from './job.ts'
import { insertProblem } from '../ingestion/problems.ts'

/** Snapshots per transaction: enough to amortise its cost, few enough to limit memory and locks. */
const batchSize = 200
/** Event time: a notification usually ends this wait earlier. */
const idleWait_ms = 10_000

const nothing = { snapshots: 0, oldest_at: null, remember: undefined }

interface Prepared {
  readonly sequence: number
  readonly definition: EventDefinition
  readonly readRules: RuleReader
  readonly memory: ReportedMemory
  readonly rematcher: Rematcher
}

/**
 * Loads the newest definition: plans re-evaluations and reports conditions that cannot be compiled. An edit between the two reads
 * is loaded twice and never missed.
 */
async function prepare({ ctx, event, write }: Round, previous: Prepared | null, sequence: number): Promise<Prepared> {
  if (previous?.sequence === sequence) return previous
  const definition = await getDefinition(ctx.db, event.id)
  const options = await loadMatcherOptions(ctx, event.game_version)
  const timestamp = new Date(ctx.clock.now())
  await write((tx) => planRematches(tx, event.id, definition, 'snapshots', timestamp))
  for (const { objective_id, field, operator, reason } of createMatcher(definition.objectives, options).refused) {
    const problem = `Objective ${objective_id} is not evaluated: its condition ${field} ${operator} ${reason}`
    await insertProblem(ctx.db, { event_id: event.id, job_type: 'EvaluateStashChanges', timestamp, problem, excerpt: '' })
  }
  const readRules = createRuleReader(options)
  return {
    sequence,
    definition,
    readRules,
    memory: createReportedMemory(),
    rematcher: createRematcher(event, 'snapshots', options),
  }
}

/**
 * Turns stored snapshots into facts, in the order of arrival, and guild logs into facts that name the finder. Edited objectives
 * are re-evaluated against all stored data, a small batch per round, so that live data is not delayed.
 */
export const evaluateStashChanges: Job = {
  wakes_on: ['snapshots', 'definition'],
  start() {
    let prepared: Prepared | null = null
    return async (round) => {
      const { ctx, event, write } = round
      const work = await findPendingWork(ctx.db, event.id, 'snapshots')
      const before = prepared
      const current = (prepared = await prepare(round, before, work.definition_sequence))
      // Re-evaluation comes first, so that a new event has its rules before its first snapshot.
      const mayRematch = work.has_rematches || current !== before
      const rematches = mayRematch && (await current.rematcher.advance(write))
      const means = { ...current, fresh: ctx.caches.freshItems }
      const evaluate = () => write((tx) => evaluateSnapshots(tx, event.id, means, batchSize))
      const { snapshots, oldest_at, remember } = work.has_snapshots ? await evaluate() : nothing
      remember?.()
      if (oldest_at !== null) tellDelay('ingest', (ctx.clock.now() - oldest_at.getTime()) / ctx.clock.speed)
      if (work.has_guilds) await write((tx) => recordDeposits(tx, event.id, current))
      return { ok: true, wait_ms: rematches || snapshots === batchSize ? 0 : idleWait_ms }
    }
  },
}
