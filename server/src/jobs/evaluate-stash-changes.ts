import { createMatcher, type Matcher } from '@muster/domain/conditions/matcher'
import type { EventDefinition } from '@muster/domain/objectives/definition'
import { findDefinition, loadDefinition } from '../db/definition.ts'
import { loadMatcherOptions } from '../ingestion/class-table.ts'
import { evaluateSnapshots } from '../ingestion/evaluate-snapshots.ts'
import { recordDeposits } from '../ingestion/record-deposits.ts'
import type { Job, Round } from './job.ts'
import { insertProblem } from './store.ts'

/** Snapshots per transaction: enough to amortise it, few enough to keep memory and locks small. */
const batchSize = 200
/** Event time: a notification usually ends this wait earlier. */
const idleWait_ms = 10_000

interface Prepared {
  readonly sequence: number
  readonly definition: EventDefinition
  readonly matcher: Matcher
}

/** Compiles the conditions of the newest definition; conditions that cannot be compiled are reported, never passed over. */
async function prepare({ ctx, event }: Round, previous: Prepared | null): Promise<Prepared> {
  const newest = await findDefinition(ctx.db, event.id)
  if (previous && (newest?.sequence ?? 0) === previous.sequence) return previous
  const definition = newest?.definition ?? (await loadDefinition(ctx.db, event.id))
  const { matcher, refused } = createMatcher(definition.objectives, await loadMatcherOptions(ctx, event.game_version))
  const timestamp = new Date(ctx.clock.now())
  for (const { objective_id, field, operator, reason } of refused) {
    const problem = `Objective ${objective_id} is left out: its condition ${field} ${operator} ${reason}`
    await insertProblem(ctx.db, { event_id: event.id, job_type: 'EvaluateStashChanges', timestamp, problem, excerpt: '' })
  }
  return { sequence: newest?.sequence ?? 0, definition, matcher }
}

/**
 * Turns stored snapshots into facts, in the order they were received, with the definition of this moment; and guild logs
 * into facts that name who found what.
 */
export const evaluateStashChanges: Job = {
  wakes_on: 'snapshots',
  start() {
    let prepared: Prepared | null = null
    return async (round) => {
      const current = (prepared = await prepare(round, prepared))
      const { snapshots } = await round.write(async (tx) => {
        await recordDeposits(tx, round.event.id, current)
        return evaluateSnapshots(tx, round.event.id, current.definition, current.matcher, batchSize)
      })
      return { ok: true, wait_ms: snapshots === batchSize ? 0 : idleWait_ms }
    }
  },
}
