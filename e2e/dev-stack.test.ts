import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { EventId } from '@muster/contract/ids'
import { connectDatabase } from '@muster/server/db/connect'
import { createTestDatabase } from '@muster/server/testing/test-database'
import { verifyStandings } from '@muster/server/scoring/verify'
import { findFreePort } from '@muster/server/testing/free-port'
import { readStateFile } from '@muster/simulator/state-file'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../tools/places.ts'
import { logIn } from '../tools/rehearsal/people.ts'
import { findHoles } from './holes.ts'
import { killProcess } from '@muster/server/testing/kill-process'

// `npm start` as a separate process: its output, its recovery after the database is killed, and its next start once the demo
// event is over.

const patience_ms = 120_000
const recovers = { timeout: patience_ms }
let data_dir: string
const cleanups: (() => unknown)[] = []
beforeEach(() => {
  data_dir = mkdtempSync(join(tmpdir(), 'muster-start-'))
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  rmSync(data_dir, { recursive: true, force: true })
})

const isFree = (port: number) =>
  new Promise<boolean>((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })

/** Finds two adjacent free ports: the simulator uses the port after the server's. */
async function findPort(): Promise<number> {
  const port = await findFreePort()
  return (await isFree(port + 1)) ? port : findPort()
}

async function start(more: NodeJS.ProcessEnv = {}) {
  const port = await findPort()
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    // Only the first of these four starts has to compile.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    DATA_DIR: data_dir,
    PORT: String(port),
    HISTORY_HOURS: '0',
    ...more,
  }
  const child = spawn(process.execPath, ['tools/run.mjs', 'start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  const ended = new Promise<number | null>((done) => child.once('close', done))
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', (line) => said.push(line))
  const stop = () => {
    child.kill('SIGINT')
    return ended
  }
  cleanups.push(stop)
  const hear = (words: string) =>
    expect.poll(() => said.join('\n'), { timeout: patience_ms, message: `"${words}" is said` }).toContain(words)
  await Promise.race([
    hear('Ctrl-C stops everything'),
    ended.then((code) => Promise.reject(new Error(`${code}: ${said.join('\n')}`))),
  ])
  const ask = async <T>(path: string) => (await (await fetch(`http://127.0.0.1:${port}/api${path}`)).json()) as T
  return { port, said, hear, stop, ended, ask }
}

test('a fresh demo fills every page; a killed database is restarted with a message, and the server continues', async () => {
  const stack = await start({ SPEED: '30', HISTORY_HOURS: '12' })
  const words = stack.said.join('\n')
  expect(words).toContain('The simulated game runs 30 times real speed; use SPEED=')
  expect(words).toContain(`Its console: http://127.0.0.1:${stack.port + 1}/__sim/`)
  // Every public page has content, and all players are tracked except one, whose page explains why.
  const url = `http://localhost:${stack.port}`
  // The server polls Twitch once a minute of event time.
  await expect.poll(() => stack.ask('/events/current/streams'), recovers).toHaveProperty('length')
  expect(await findHoles(url)).toEqual([])
  const { client } = await logIn(url, /admin +(\S+)/.exec(words)?.[1] ?? '')
  const listTroubles = async () =>
    (await client.call('getTracking', { event_id: 1 as EventId })).flatMap(({ notes }) => {
      const [trouble] = notes.filter(({ state }) => state !== 'fine')
      return trouble ? [`${trouble.source}: ${trouble.finding}`] : []
    })
  await expect.poll(listTroubles, recovers).toEqual(['connection: consent_ended'])
  const cluster = join(data_dir, 'postgres', 'cluster')
  killProcess(Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]))
  await stack.hear('The database has died and is being restarted')
  await stack.hear('The database is running again')
  await expect.poll(() => stack.ask('/health').catch(() => null), recovers).toEqual({ status: 'ok' })
  // The same processes continue to write scores.
  const readBoard = async () => JSON.stringify(await stack.ask('/events/current/scores/latest'))
  const before = await readBoard()
  await expect.poll(readBoard, recovers).not.toBe(before)
  // The demo's leads continue too.
  await expect.poll(async () => (await stack.ask<unknown[]>('/1/guilds')).length, recovers).toBe(4)
  expect(readFileSync(join(data_dir, 'logs', 'database.log'), 'utf8')).toContain('The database has died')
  expect(await stack.stop()).toBe(0)
}, 300_000)

test('the end of the demo event is announced, and the next start begins a new event and keeps the old one', async () => {
  const database = await createTestDatabase()
  const { db, close } = connectDatabase(database.url)
  cleanups.push(() => database.drop(), close)
  // The game keeps running between starts: at a higher speed it would play hours of event time meanwhile.
  const env = { SPEED: '150', DATABASE_URL: database.url }
  const first = await start(env)
  const readBoard = (event_id: EventId) =>
    db.selectFrom('scores').selectAll().where('event_id', '=', event_id).orderBy('objective_id').orderBy('team_id').execute()
  const current = () =>
    db.selectFrom('events').select(['id', 'name', 'event_start_time']).where('is_current', '=', true).executeTakeFirstOrThrow()
  const readLedger = async (event_id: EventId) =>
    (await db.selectFrom('facts').select('sequence').where('event_id', '=', event_id).execute()).map(({ sequence }) => sequence)
  const event = await current()
  await expect.poll(async () => (await readBoard(event.id)).some(({ points }) => points > 0), { timeout: patience_ms }).toBe(true)
  // The demo's lead has a plan, a growing log, and stash tabs that are being read.
  const played = async () => ({
    plan: (await db.selectFrom('team_suggestions').select('extra').execute()).length > 0,
    log: (await db.selectFrom('guild_log_entries').select('position').limit(1).execute()).length > 0,
    tabs: (await db.selectFrom('guild_stash_tabs').select('id').where('fetched_at', 'is not', null).execute()).length > 0,
  })
  await expect.poll(played, { timeout: patience_ms }).toEqual({ plan: true, log: true, tabs: true })
  expect(await first.stop()).toBe(0)
  // The clock stops between two starts, so the second start finds the event still running, however slow the machine is.
  const clock = readStateFile(join(data_dir, 'simulator.json')).findLast((record) => record.k === 'clock')
  if (clock === undefined) throw new Error('The first start stored no clock.')
  const event_end_time = new Date(clock.virtual_ms + 15 * 60_000)
  await db.updateTable('events').set({ event_end_time }).where('id', '=', event.id).execute()

  const second = await start(env)
  await second.hear('The current event is over; its board stays.')
  expect((await current()).id).toBe(event.id)
  expect(await second.stop()).toBe(0)
  const board = await readBoard(event.id)
  const ledger = await readLedger(event.id)

  const third = await start(env)
  const next = await current()
  expect([event.name, next.name]).toEqual(['Winter Muster (PL48213)', 'Winter Muster 2 (PL48214)'])
  expect(next.event_start_time.getTime()).toBeGreaterThanOrEqual(event_end_time.getTime())
  await expect.poll(async () => (await readBoard(next.id)).some(({ points }) => points > 0), { timeout: patience_ms }).toBe(true)
  // Items found before the end may be processed late; existing facts remain.
  expect(await readLedger(event.id)).toEqual(expect.arrayContaining(ledger))
  const keys = (rows: typeof board) => rows.map(({ objective_id, team_id }) => `${objective_id} ${team_id}`)
  expect(keys(await readBoard(event.id))).toEqual(expect.arrayContaining(keys(board)))
  await expect.poll(async () => (await verifyStandings(db, event.id))?.differences, { timeout: patience_ms }).toEqual([])
  const listed = await third.ask<{ id: number; is_current: boolean }[]>('/events')
  const isCurrent = (id: number) => listed.find((one) => one.id === id)?.is_current
  expect([isCurrent(event.id), isCurrent(next.id)]).toEqual([false, true])
  expect(await third.stop()).toBe(0)
}, 600_000)
