import { endpoints, type EndpointName } from '@muster/contract/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDatabase } from '../db/connect.ts'
import { examineReplica } from '../db/examine.ts'
import { migrate } from '../db/migrate.ts'
import { openReplica } from '../db/replica.ts'
import { handlers } from '../features/handlers.ts'
import { type ReplicaFallback, replicableReads } from '../telemetry/points.ts'
import {
  type ExternalPostgres,
  findEmbedded,
  findInstalled,
  startExternalPostgres,
  startStandby,
} from '../testing/external-postgres.ts'
import { aPlayedEvent, type PlayedEvent } from '../testing/played-event.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

// A real standby that follows, stands still, is silent, dies, comes back and is promoted, in this order, during reads.

const programs = findInstalled() ?? findEmbedded()
/** Long, because the machine may be busy. */
const waits = { retry_ms: 20, patience_ms: 400 }

let primary: ExternalPostgres
let standby: ExternalPostgres
/** One server with the standby, and one without. */
let server: TestServer
let plain: TestServer
let event: PlayedEvent
let headers: { authorization: string }

const startServer = (replica_url: string | null) =>
  startTestServer({
    database: { url: primary.url, drop: () => Promise.resolve() },
    ...(replica_url !== null && {
      openReplica: (pool) =>
        openReplica(replica_url, { primary: pool, onUsed() {}, onLost() {}, onFailed: (error) => failed.push(error), ...waits }),
    }),
  })
const failed: unknown[] = []

beforeAll(async () => {
  primary = await startExternalPostgres(programs)
  await migrate(primary.url)
  plain = await startServer(null)
  event = await aPlayedEvent(plain, 'poe1')
  standby = await startStandby(programs, primary)
  server = await startServer(standby.url)
  server.setNow(plain.ctx.clock.now())
  headers = await server.as(event.ada)
})
afterAll(async () => {
  await server?.close()
  await plain?.close()
  await standby?.stop()
  await primary?.stop()
})

const count = () => ({ ...replicableReads, fallbacks: new Map(replicableReads.fallbacks) })

/** Finds which database answered the reads meanwhile, and why the replica did not. */
async function whoReads(act: () => Promise<unknown>) {
  const before = count()
  await act()
  const now = count()
  const why = [...now.fallbacks].flatMap(([reason, times]) => (times > (before.fallbacks.get(reason) ?? 0) ? [reason] : []))
  return { replica: now.replica - before.replica, primary: now.primary - before.primary, why }
}

const teamsPath = () => `/events/${event.event.id}/teams`
let writes = 0
/** Writes, and reads back at once. */
async function writeAndRead(): Promise<void> {
  const name = `Team ${writes++}`
  const { id } = event.red
  await server.db.updateTable('teams').set({ name }).where('id', '=', id).execute()
  const answer = await server.get(teamsPath())
  expect(answer.statusCode).toBe(200)
  expect((answer.json() as { id: number; name: string }[]).find((team) => team.id === id)?.name).toBe(name)
}
const isUsed = () => expect.poll(async () => (await whoReads(writeAndRead)).replica, { timeout: 60_000, interval: 5 }).toBe(1)
const isRefusedAs = (reason: ReplicaFallback) =>
  expect.poll(async () => (await whoReads(writeAndRead)).why, { timeout: 60_000, interval: 5 }).toEqual([reason])

async function onStandby(statement: string): Promise<void> {
  const { db, close } = connectDatabase(standby.url, { max_connections: 1 })
  await sql.raw(statement).execute(db)
  await close()
}

it('a replica gives the same answers as the primary, in every call that it may answer', async () => {
  await isUsed()
  const place: Record<string, number> = {
    event_id: event.event.id,
    eventId: event.event.id,
    team_id: event.red.id,
    user_id: event.ada.id,
  }
  const mayAnswer = Object.entries(handlers).flatMap(([name, handler]) => ('read' in handler ? [name as EndpointName] : []))
  const paths = mayAnswer.map((name) => endpoints[name].path.replace(/\{(\w+)\}/g, (_, part: string) => `${place[part]}`))
  expect(paths.length).toBeGreaterThan(15)
  for (const path of paths) {
    const theirs = await plain.get(path, headers)
    let ours = theirs
    const readFromReplica = async () => (await whoReads(async () => (ours = await server.get(path, headers)))).replica
    // Following may take a moment on a busy machine.
    await expect.poll(readFromReplica, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)
    expect([path, ours.statusCode, ours.body]).toEqual([path, 200, theirs.body])
  }
  expect(failed).toEqual([])
})

it('a replica shows every write at once, for any number of writes, and refuses like the primary', async () => {
  const reads = await whoReads(async () => {
    for (let time = 0; time < 100; time++) await writeAndRead()
  })
  expect(reads.replica + reads.primary).toBe(100)
  expect(reads.replica).toBeGreaterThan(0)
  await isUsed()
  expect((await server.get(`${teamsPath()}/999999`)).statusCode).toBe(404)
})

it('a replica answers while a migration locks a table', async () => {
  for (const change of [`set default 'none'`, `set default ''`]) {
    const reading = Array.from({ length: 20 }, () => server.get(teamsPath()))
    await sql.raw(`alter table teams alter column abbreviation ${change}`).execute(server.db)
    for (const { statusCode } of await Promise.all(reading)) expect(statusCode).toBe(200)
    await writeAndRead()
  }
})

it('a replica is reported by the doctor as following, or as not following', async () => {
  expect(await examineReplica(standby.url, primary.url)).toMatchObject({ is_standby: true, is_same: true, is_private: true })
  const other = standby.url.replace(/\/postgres$/, '/template1')
  expect(await examineReplica(other, primary.url)).toMatchObject({ is_standby: true, is_same: false })
  expect(await examineReplica(primary.url, primary.url)).toMatchObject({ is_standby: false })
})

it('a replica leaves reads to the primary while it does not follow, and is used again afterwards', async () => {
  await onStandby('select pg_wal_replay_pause()')
  await isRefusedAs('behind')
  const reads = await whoReads(async () => {
    for (let time = 0; time < 20; time++) await writeAndRead()
  })
  expect(reads).toMatchObject({ replica: 0, primary: 20 })
  await onStandby('select pg_wal_replay_resume()')
  await isUsed()
})

it('a replica leaves reads to the primary while it is silent', async () => {
  standby.signal('SIGSTOP')
  await isRefusedAs('slow')
  standby.signal('SIGCONT')
  await isUsed()
})

it('a replica leaves reads to the primary when it dies during reads, and is used again afterwards', async () => {
  const reading = Array.from({ length: 50 }, () => server.get(teamsPath()))
  await standby.end('SIGKILL')
  for (const { statusCode } of await Promise.all(reading)) expect(statusCode).toBe(200)
  await isRefusedAs('unreachable')
  await standby.again()
  await isUsed()
})

it('the server checks which primary the replica follows after another process took over, without an error on the way', async () => {
  await primary.end('SIGINT')
  await primary.again()
  await expect.poll(async () => (await server.get(teamsPath())).statusCode, { timeout: 60_000 }).toBe(200)
  await isUsed()
})

describe('another server', () => {
  async function whyRefused(url: string): Promise<ReplicaFallback> {
    const { promise, resolve } = Promise.withResolvers<ReplicaFallback>()
    const { pool, close } = connectDatabase(primary.url, { max_connections: 1 })
    const replica = openReplica(url, {
      primary: pool,
      onUsed() {},
      onLost: ({ reason }) => resolve(reason),
      onFailed() {},
    })
    const reason = await promise
    await replica.close()
    await close()
    return reason
  }
  it('is never used: the primary itself, another database, a refused login, an invalid address', async () => {
    const other = standby.url.replace(/\/postgres$/, '/template1')
    const refused = [primary.url, other, standby.url.replace('correct', 'wrong'), 'postgres://[', 'postgres://127.0.0.1:1/x']
    expect(await Promise.all(refused.map(whyRefused))).toEqual([
      'not_standby',
      'other_data',
      'unreachable',
      'unreachable',
      'unreachable',
    ])
  })
})

it('a replica is never used again after it was promoted, whatever is written to it', async () => {
  await onStandby('select pg_promote()')
  await isRefusedAs('not_standby')
  await onStandby(`update teams set name = 'Written on the wrong server'`)
  expect(await whoReads(writeAndRead)).toMatchObject({ replica: 0, primary: 1 })
})
