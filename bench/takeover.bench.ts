/**
 * A takeover of the scores of a full event: the rebuild against a plain copy of the same rows. Also the size of a fact in the
 * database.
 */
import { rebuildEngine } from '@muster/server/ledger-engine'
import { openScorekeeper } from '@muster/server/scoring/scorekeeper'
import { discardFacts, fillLedger, listFactSizes, varyAggregations } from '@muster/server/testing/full-ledger'
import { openBench } from './bench-context.ts'
import { fillEvent, objectives, teams } from './full-event.ts'
import type { BenchResult } from './result.ts'

const sizes = process.env['FACTS'] ? [Number(process.env['FACTS'])] : [100_000, 1_000_000]
const players = 1000
const rounds = 7

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

async function measureSize(facts: number): Promise<BenchResult[]> {
  const { ctx, close } = await openBench()
  try {
    const event_id = await fillEvent(ctx.db, { teams, players, categories: 20 })
    await varyAggregations(ctx.db, event_id)
    await fillLedger(ctx.db, event_id, facts)
    const onDisk = (await listFactSizes(ctx.db)).map(({ name, bytes }) => ({ name, each: bytes / facts }))
    const measured = {
      copy: () => discardFacts(ctx.db, event_id),
      rebuild: () => rebuildEngine(ctx.db, event_id, Number.MAX_SAFE_INTEGER, ctx.clock.now()),
      takeover: () => openScorekeeper(ctx, event_id),
    }
    // Corrects the generated standings.
    await measured.takeover()
    const taken = { copy: [] as number[], rebuild: [] as number[], takeover: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      for (const name of ['copy', 'rebuild', 'takeover'] as const) {
        const began = performance.now()
        await measured[name]()
        taken[name].push(performance.now() - began)
      }
    }
    const conditions = `median of ${rounds}; ${objectives} objectives of all aggregations, ${teams} teams, ${players} players, 72 hours`
    const count = facts.toLocaleString('en')
    const ratio = median(taken.rebuild) / median(taken.copy)
    return [
      {
        name: `a fact in the database, at ${count}`,
        value: onDisk.reduce((sum, { each }) => sum + each, 0),
        unit: 'bytes',
        note: onDisk.flatMap(({ name, each }) => (each < 1 ? [] : `${name} ${Math.round(each)}`)).join(', '),
      },
      { name: `copying and discarding ${count} facts`, value: median(taken.copy), unit: 'ms' },
      { name: `rebuild at ${count} facts`, value: median(taken.rebuild), unit: 'ms', note: conditions },
      { name: `rebuild at ${count} facts against the copy`, value: ratio, unit: 'x', note: 'goal 2.5' },
      {
        name: `takeover at ${count} facts`,
        value: median(taken.takeover),
        unit: 'ms',
        note: 'including the comparison with the stored standings',
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
