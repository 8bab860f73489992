/**
 * How long nobody keeps the scores of a full event after its scorekeeper has gone: from the ledger's first entry, and from a
 * checkpoint with a thousand facts behind it. Also what a checkpoint weighs, how long its writing holds the process up, and what a
 * fact takes in the database.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openScorekeeper } from '@muster/server/scoring/scorekeeper'
import { fillLedger, listFactSizes, repeatFacts, varyAggregations } from '@muster/server/testing/full-ledger'
import { openBench } from './bench-context.ts'
import { fillEvent, objectives, teams } from './full-event.ts'
import type { BenchResult } from './result.ts'

const sizes = [100_000, 1_000_000]
const players = 1000
const behind = 1000
const rounds = 5
/** None by itself: the bench says when. */
const never = { every: Number.POSITIVE_INFINITY, at_stop: Number.POSITIVE_INFINITY, apart_ms: 0 }

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

async function measureSize(facts: number): Promise<BenchResult[]> {
  const { ctx, close } = await openBench()
  try {
    const event_id = await fillEvent(ctx.db, { teams, players, categories: 20 })
    await varyAggregations(ctx.db, event_id)
    await fillLedger(ctx.db, event_id, facts)
    const onDisk = (await listFactSizes(ctx.db)).map(({ name, bytes }) => ({ name, each: bytes / facts }))
    const time = async (): Promise<number> => {
      const began = performance.now()
      await openScorekeeper(ctx, event_id, never)
      return performance.now() - began
    }
    // Puts the made-up standings right.
    await time()
    const whole: number[] = []
    for (let round = 0; round < rounds; round++) whole.push(await time())
    const keeper = await openScorekeeper(ctx, event_id, { ...never, at_stop: 0 })
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const writing = performance.now()
    await keeper.close()
    const writing_ms = performance.now() - writing
    delay.disable()
    const { payload } = await ctx.db.selectFrom('engine_checkpoints').select('payload').executeTakeFirstOrThrow()
    await repeatFacts(ctx.db, event_id, behind)
    const fromCheckpoint: number[] = []
    for (let round = 0; round < rounds; round++) fromCheckpoint.push(await time())
    const conditions = `median of ${rounds}; ${objectives} objectives of all aggregations, ${teams} teams, ${players} players, 72 hours`
    const count = facts.toLocaleString('en')
    return [
      {
        name: `a fact in the database, at ${count}`,
        value: onDisk.reduce((sum, { each }) => sum + each, 0),
        unit: 'bytes',
        note: onDisk.flatMap(({ name, each }) => (each < 1 ? [] : `${name} ${Math.round(each)}`)).join(', '),
      },
      { name: `takeover at ${count} facts, whole ledger`, value: median(whole), unit: 'ms', note: conditions },
      {
        name: `takeover at ${count} facts, from a checkpoint`,
        value: median(fromCheckpoint),
        unit: 'ms',
        note: `${conditions}; ${behind} facts behind it; goal 1,000`,
      },
      {
        name: `writing a checkpoint at ${count} facts`,
        value: writing_ms,
        unit: 'ms',
        note: `${Math.round(payload.length / 1024)} kB stored; longest hold of the process ${Math.round(delay.max / 1e6)} ms`,
      },
    ]
  } finally {
    await close()
  }
}

export async function run(): Promise<BenchResult[]> {
  const results: BenchResult[] = []
  for (const facts of sizes) results.push(...(await measureSize(facts)))
  return results
}
