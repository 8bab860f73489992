/**
 * From a tab change in the game's public stream to its diff on an open page: the real server against the simulated game at real
 * speed, without the stream's delay, with viewers on the score feed. CHANGES=1000 sets the number of changes.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ObjectiveId } from '@muster/contract/ids'
import type { ScoreDiff } from '@muster/contract/scores'
import type { Db } from '@muster/server/db/connect'
import { recordDefinition } from '@muster/server/db/definition'
import { anObjective } from '@muster/server/testing/builders'
import { WebSocket } from '@muster/server/testing/sockets'
import { presets } from '@muster/simulator/options'
import { essences } from '@muster/simulator/world/catalogue'
import { openWorld, type World } from '../e2e/world.ts'
import { openBench } from './bench-context.ts'
import { createRandom } from './random.ts'
import type { BenchResult } from './result.ts'

const changes = Number(process.env['CHANGES'] ?? 400)
const viewers = 50
/** Real milliseconds between two changes; random, to cover every phase of a pause. */
const between_ms = { least: 100, most: 700 }
/** Timeout for a diff; the bench then fails. */
const patience_ms = 30_000

/** A deposited item, and the expected number in the score. */
interface Change {
  readonly objective_id: ObjectiveId
  readonly tab_id: string
  readonly number: number
  /** Wall clock before the deposit: a page of the stream can show it from then on. */
  readonly made_at: number
  /** Wall clock when each viewer had the diff. */
  readonly seen_at: number[]
}

/** A player, a kind of item that only this player has, and the objective for it. */
interface Collector {
  readonly account: string
  readonly item: string
  readonly objective_id: ObjectiveId
  number: number
}

async function makeCollectors(db: Db, { simulator }: World): Promise<Collector[]> {
  const { id: event_id } = await db.selectFrom('events').select('id').where('is_current', '=', true).executeTakeFirstOrThrow()
  const root = await db
    .selectFrom('objectives')
    .select('id')
    .where('event_id', '=', event_id)
    .where('parent_id', 'is', null)
    .executeTakeFirstOrThrow()
  const { scoring_preset_id } = await db
    .selectFrom('objectives')
    .select('scoring_preset_id')
    .where('event_id', '=', event_id)
    .where('scoring_preset_id', 'is not', null)
    .where('objective_type', '=', 'ITEM')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const collectors: Collector[] = []
  for (const [place, { name: account }] of simulator.world.accounts.entries()) {
    const item = essences[place] ?? ''
    const { id } = await anObjective(db, event_id, {
      parent_id: root.id,
      name: `Essences of ${account}`,
      scoring_preset_id,
      aggregation: 'MAXIMUM',
    })
    await db.insertInto('conditions').values({ objective_id: id, field: 'BASE_TYPE', operator: 'EQ', value: item }).execute()
    collectors.push({ account, item, objective_id: id, number: 0 })
  }
  const made = { timestamp: new Date(simulator.clock.now()), author_id: null, reason: 'The bench began' }
  await db.transact((tx) => recordDefinition(tx, event_id, made))
  return collectors
}

/** Opens viewers, each of which records when a change arrives. */
async function openViewers(url: string) {
  const address = `${url.replace('http', 'ws')}/api/events/current/scores/ws?token=`
  const sockets = Array.from({ length: viewers }, () => new WebSocket(address))
  const waiting = sockets.map(() => new Set<Change>())
  await Promise.all(sockets.map((socket) => once(socket, 'open')))
  for (const [place, socket] of sockets.entries()) {
    const open = waiting[place] as Set<Change>
    socket.on('message', (data: Buffer) => {
      const at = Date.now()
      const shown = new Map<number, number>()
      // Other teams have no number there, only a rank.
      for (const { objective_id, score } of JSON.parse(data.toString()) as ScoreDiff[])
        shown.set(objective_id, Math.max(score.number, shown.get(objective_id) ?? 0))
      for (const change of open) {
        if ((shown.get(change.objective_id) ?? 0) < change.number) continue
        change.seen_at.push(at)
        open.delete(change)
      }
    })
  }
  return {
    expect: (change: Change) => waiting.forEach((open) => open.add(change)),
    missing: () => waiting.reduce((sum, open) => sum + open.size, 0),
    close: () => sockets.forEach((socket) => socket.terminate()),
  }
}

async function deposit(url: string, { account, item }: Collector): Promise<string> {
  const answer = await fetch(`${url}/__sim/world/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'deposit', account, item: { family: 'essence', name: item } }),
  })
  const outcome = (await answer.json()) as { tab_id?: string; error?: string }
  if (!outcome.tab_id) throw new Error(`the simulated game refused the deposit: ${outcome.error}`)
  return outcome.tab_id
}

/** When a change was stored and scored according to the database, in wall clock time. */
async function findStages(db: Db, { simulator }: World, change: Change) {
  const { real_ms, virtual_ms, speed } = simulator.clock.mapping()
  const toWall = (at: Date) => real_ms + (at.getTime() - virtual_ms) / speed
  const snapshot = await db
    .selectFrom('stash_snapshots')
    .select('timestamp')
    .where('stash_id', '=', change.tab_id)
    .where('timestamp', '>=', new Date(virtual_ms + (change.made_at - real_ms) * speed))
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const scored = await db
    .selectFrom('score_changes')
    .select('changed_at')
    .where('objective_id', '=', change.objective_id)
    .where('number', '>=', change.number)
    .orderBy('sequence')
    .executeTakeFirstOrThrow()
  return { stored_at: toWall(snapshot.timestamp), scored_at: toWall(scored.changed_at) }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

const describe = (name: string, values: readonly number[], note: string): BenchResult => ({
  name,
  value: quantile(values, 0.5),
  unit: 'ms',
  note: `median; 99th percentile ${Math.round(quantile(values, 0.99))} ms; ${note}`,
})

async function makeChanges(world: World, collectors: readonly Collector[]): Promise<Change[]> {
  const made: Change[] = []
  const pages = await openViewers(world.url)
  const random = createRandom(23)
  for (let count = 0; count < changes; count++) {
    const collector = collectors[count % collectors.length] as Collector
    const number = ++collector.number
    const made_at = Date.now()
    const tab_id = await deposit(world.simulator.url, collector)
    const change: Change = { objective_id: collector.objective_id, tab_id, number, made_at, seen_at: [] }
    made.push(change)
    pages.expect(change)
    await sleep(between_ms.least + random.below(between_ms.most - between_ms.least))
  }
  for (const until = Date.now() + patience_ms; pages.missing() > 0; await sleep(100)) {
    if (Date.now() > until) throw new Error(`${pages.missing()} diffs did not arrive within ${patience_ms} ms`)
  }
  pages.close()
  return made
}

export async function run(): Promise<BenchResult[]> {
  const { ctx, database_url, close } = await openBench({ durable: true })
  // Players find nothing else; noise tabs fill the stream as usual.
  const preset = { ...presets.demo, items_per_hour: 0.001 }
  const world = await openWorld({ database_url, speed: 1, preset, stream_delay_ms: 0, plays_past: false })
  try {
    const collectors = await makeCollectors(ctx.db, world)
    await world.start()
    // Waits until the jobs run, the stream's end is found, and a projection worker has taken over the scores.
    await waitForScores(ctx.db)
    const made = await makeChanges(world, collectors)
    const stages = []
    for (const change of made) stages.push({ change, ...(await findStages(ctx.db, world, change)) })
    const all = made.flatMap(({ made_at, seen_at }) => seen_at.map((at) => at - made_at))
    const complaints = world.simulator.requests.totals()
    process.stdout.write(`the simulated game says: ${JSON.stringify(complaints)}\n`)
    const conditions = `${changes} changes, ${viewers} viewers, one every ${(between_ms.least + between_ms.most) / 2} ms`
    return [
      { name: 'from the stream to the page, median', value: quantile(all, 0.5), unit: 'ms', note: conditions },
      { name: 'from the stream to the page, 90th percentile', value: quantile(all, 0.9), unit: 'ms' },
      { name: 'from the stream to the page, 99th percentile', value: quantile(all, 0.99), unit: 'ms', note: 'goal 2000' },
      { name: 'from the stream to the page, longest', value: Math.max(...all), unit: 'ms' },
      describe(
        'of that, until the stream page has arrived',
        stages.map(({ change, stored_at }) => stored_at - change.made_at),
        'the pause between two reads at the end of the stream, and the transfer',
      ),
      describe(
        'of that, stored, matched and scored',
        stages.map(({ stored_at, scored_at }) => scored_at - stored_at),
        'three transactions, three notifications',
      ),
      describe(
        'of that, told',
        stages.flatMap(({ change, scored_at }) => change.seen_at.map((at) => at - scored_at)),
        'at most two messages a second',
      ),
    ]
  } finally {
    await world.close()
    await close()
  }
}

/** Waits until a process reads the stream and updates scores. */
async function waitForScores(db: Db): Promise<void> {
  for (;;) {
    const cursor = await db.selectFrom('stream_cursors').select('event_id').executeTakeFirst()
    const keeper = await db.selectFrom('score_cursors').select('updated_at').executeTakeFirst()
    const evaluation = await db.selectFrom('evaluation_cursors').select('event_id').executeTakeFirst()
    if (cursor && keeper && evaluation) break
    await sleep(200)
  }
  await sleep(5000)
}
