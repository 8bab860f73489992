import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { useFolder } from '@muster/server/testing/folder'
import type { EventId } from '@muster/contract/ids'
import type { PublicStashPage } from '@muster/contract/game-api'
import { closeReload } from '@muster/contract/scores'
import { connectDatabase } from '@muster/server/db/connect'
import { findFreePort } from '@muster/server/testing/free-port'
import { createTestDatabase, useTestDatabase } from '@muster/server/testing/test-database'
import { listParticipants, nameKey } from '@muster/server/ingestion/participants'
import { unpackItems } from '@muster/server/ingestion/stash/stored-items'
import { verifyStandings } from '@muster/server/scoring/verify'
import { presets } from '@muster/simulator/options'
import { createStreamView } from '@muster/simulator/views/stream-view'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../tools/places.ts'
import { runProgram, startProgram } from '../tools/processes.ts'
import { bundleServer } from '../tools/rehearsal/product.ts'
import { openWorld, type World } from './world.ts'

const kills = 20
const event_id = 1 as EventId

const database = useTestDatabase()
let connection: ReturnType<typeof connectDatabase>
let world: World
const folder = useFolder('crash')
/** The start position in the stream. */
let from = ''

beforeAll(async () => {
  const program = await bundleServer(join(folder, 'program'))
  connection = connectDatabase(database.url)
  // Slow enough for one core, shared with the simulated game and other tests, to process a weekend of this world: the demo with a
  // fifth of its strangers, whose items make up most of the stream and score nothing.
  const preset = { ...presets.demo, noise_items_per_second: 1 }
  world = await openWorld({ database_url: database.url, speed: 300, preset, compresses: false, plays_past: false, program })
}, 180_000)
afterAll(async () => {
  await world.close()
  await connection.close()
})

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A seeded random generator, so that a failing run can be repeated. */
function createDraws(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** On a busy machine short lives read hardly a page, so nearly all of the stream remains for the last life. */
const longest_ms = 240_000

async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + longest_ms
  while (!(await holds())) {
    if (Date.now() > until) throw new Error(`the condition was not met in time:\n${world.log().slice(-10).join('\n')}`)
    await wait(100)
  }
}

const readIds = (items: readonly { id?: unknown }[]) => items.map((item) => item.id).join(' ')

/** Reads the participants' tabs between two positions straight from the world, entry by entry, independently of the server. */
function readWorld(from: string, to: string, account_names: ReadonlySet<string>): Map<string, string> {
  const view = createStreamView(world.simulator.world)
  const shown = new Map<string, string>()
  for (let id = from; id !== to; ) {
    const { body } = view.page(readPositions(id), { wire_version: '3.29', image_base: '' }, { tabs: 1, items: 1 })
    const page = JSON.parse(body) as PublicStashPage
    if (page.next_change_id === id || !isPast(to, page.next_change_id)) throw new Error(`no entry of the stream ends at ${to}`)
    id = page.next_change_id
    for (const stash of page.stashes) {
      const isOurs = stash.league === world.simulator.world.options.league && account_names.has(nameKey(stash.accountName ?? ''))
      if (stash.public ? isOurs : shown.has(stash.id)) shown.set(stash.id, readIds(stash.items ?? []))
    }
  }
  return shown
}

const readPositions = (change_id: string) => change_id.split('-').map(Number)
const isPast = (change_id: string, end: string) =>
  readPositions(change_id).every((at, shard) => at >= (readPositions(end)[shard] ?? 0))

const getPosition = async (db = connection.db) =>
  (await db.selectFrom('stream_cursors').select('next_change_id').executeTakeFirst())?.next_change_id

/** Item ids of each tab's newest stored snapshot. */
async function listStoredTabs(db = connection.db): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('stashes')
    .innerJoin('stash_snapshots', 'stash_snapshots.id', 'stashes.latest_snapshot_id')
    .leftJoin('stash_snapshots as base', 'base.id', 'stash_snapshots.base_id')
    .select(['stashes.stash_id', 'stash_snapshots.items', 'base.items as base'])
    .execute()
  return new Map(rows.map(({ stash_id, ...stored }) => [stash_id, readIds(unpackItems(stored))]))
}

/** Compares stored and recomputed scores, like `npm run verify`. */
async function listDifferences(db = connection.db) {
  const found = await verifyStandings(db, event_id)
  if (!found) throw new Error('the event does not exist')
  return found.differences
}

test(`${kills} kills at random moments lose nothing and count nothing twice`, async () => {
  const draw = createDraws(20_261_121)
  await begin()
  for (let kill = 0; kill < kills; kill++) {
    // Short lives end during startup, long ones in the middle of a page.
    await wait(draw() * 1500)
    await world.kill()
    expect(await listDifferences()).toEqual([])
    await world.start()
  }
  await readToTheEnd()
  await world.kill()
  await expectNothingLost()
}, 600_000)

/** Starts the server and waits for its first read. */
async function begin(): Promise<void> {
  await world.start()
  await waitUntil(async () => (await getPosition()) !== undefined)
  if (from === '') from = (await getPosition()) as string
}

/** Waits until the server has read everything that the game shows now. */
async function readToTheEnd(): Promise<void> {
  const end = createStreamView(world.simulator.world).latestChangeId()
  await waitUntil(async () => isPast((await getPosition()) ?? from, end))
}

async function expectNothingLost(): Promise<void> {
  const { db } = connection
  expect(await listDifferences()).toEqual([])
  const account_names = new Set((await listParticipants(db, event_id)).map((one) => nameKey(one.account_name)))
  const shown = readWorld(from, (await getPosition()) as string, account_names)
  expect(shown.size).toBeGreaterThan(40)
  expect(await listStoredTabs()).toEqual(shown)

  const changes = await db
    .selectFrom('score_changes')
    .select('sequence')
    .where('event_id', '=', event_id)
    .orderBy('sequence')
    .execute()
  expect(changes.length).toBeGreaterThan(100)
  expect(changes.map((change) => change.sequence)).toEqual(changes.map((_, index) => index + 1))
}

/** Fencing numbers: how often each job, and the scores, changed owner. */
async function readFences(): Promise<number[]> {
  const jobs = await connection.db
    .selectFrom('jobs')
    .select('fence')
    .where('event_id', '=', event_id)
    .orderBy('job_type')
    .execute()
  const scores = await connection.db
    .selectFrom('score_cursors')
    .select('fence')
    .where('event_id', '=', event_id)
    .executeTakeFirst()
  return [...jobs.map(({ fence }) => fence), scores?.fence ?? 0]
}

test('the second of two servers, with a clock an hour off, takes over when the first hangs; the first does no harm when it wakes', async () => {
  await begin()
  const skew_file = join(world.data_dir, 'skew')
  writeFileSync(skew_file, String(3_600_000))
  const second = await startProgram({
    name: 'second',
    script: 'tools/rehearsal/server.ts',
    node_options: ['--import', join(root, 'tools/chaos/skewed-clock.ts')],
    env: { ...world.env, PORT: String(await findFreePort()), SKEW_FILE: skew_file },
    log_dir: world.data_dir,
    isReady: (line) => line.includes('"msg":"ready"'),
    show: false,
  })
  await second.ready
  const before = await readFences()
  world.hang()
  await waitUntil(async () => (await readFences()).every((fence, place) => fence > (before[place] ?? 0)))
  world.wake()
  await readToTheEnd()
  await world.kill()
  second.kill()
  await second.ended
  await expectNothingLost()
  const newest = await connection.db
    .selectFrom('facts')
    .select((of) => of.fn.max('timestamp').as('at'))
    .executeTakeFirstOrThrow()
  expect(newest.at?.getTime()).toBeLessThan(world.simulator.clock.now() + 3_600_000)
}, 600_000)

/** Runs an operator's command on a machine. */
async function run(script: string, machine: { database_url: string; data_dir: string }, ...args: string[]): Promise<string> {
  const env = { DATABASE_URL: machine.database_url, DATA_DIR: machine.data_dir }
  const { code, output } = await runProgram(process.execPath, [join(root, 'tools', `${script}.ts`), ...args], { env })
  expect(code, output).toBe(0)
  return output
}

/**
 * Opens a feed like a page that has seen change `since`.
 * @returns the code with which the server closes the feed
 */
async function follow(since: number): Promise<number> {
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/api/events/${event_id}/scores/ws?since=${since}`)
  const [{ code }] = (await once(socket, 'close')) as [CloseEvent]
  return code
}

const readSequence = async () =>
  Number((await fetch(`${world.url}/api/events/${event_id}/scores/latest`)).headers.get('x-score-sequence'))

test('a backup of a running server is restored on an empty machine in one command, and the server continues from it', async () => {
  const first = { database_url: database.url, data_dir: world.data_dir }
  const [empty, data_dir] = [await createTestDatabase(), mkdtempSync(join(tmpdir(), 'muster-restored-'))]
  const second = { database_url: empty.url, data_dir }
  await world.start()
  const file = join(data_dir, 'all.backup.gz')
  const [begins, sequence] = [(await getPosition()) as string, await readSequence()]
  await run('backup', first, file)
  await expect(run('restore', first, file)).rejects.toThrow('A server runs on this database')
  // Later changes are lost with the machine and read from the game again.
  await waitUntil(async () => (await readSequence()) > sequence)
  await world.kill()
  const cursor = await connection.db
    .selectFrom('score_cursors')
    .select('change_sequence')
    .where('event_id', '=', event_id)
    .executeTakeFirst()
  const seen = Number(cursor?.change_sequence)

  const said = await run('restore', second, file)
  expect(said).toMatch(/Restored the state of .*: 2 events, \d+ users, \d+ facts\./)
  expect(said).toMatch(/^0 of \d+ scores differ/m)
  const restored = connectDatabase(empty.url)
  expect(readFileSync(join(data_dir, 'secrets.json'), 'utf8')).toBe(readFileSync(join(first.data_dir, 'secrets.json'), 'utf8'))

  await world.start(second)
  // An open page has seen changes that the restored machine does not have, so it has to reload.
  expect(await follow(seen)).toBe(closeReload)
  const end = createStreamView(world.simulator.world).latestChangeId()
  await waitUntil(async () => isPast((await getPosition(restored.db)) ?? begins, end))
  await world.kill()
  expect(await listDifferences(restored.db)).toEqual([])
  const account_names = new Set((await listParticipants(restored.db, event_id)).map((one) => nameKey(one.account_name)))
  const shown = readWorld(begins, (await getPosition(restored.db)) as string, account_names)
  const stored = await listStoredTabs(restored.db)
  expect([...shown].filter(([id, items]) => stored.get(id) !== items)).toEqual([])
  await restored.close()
  await empty.drop()
  rmSync(data_dir, { recursive: true, force: true })
}, 600_000)
