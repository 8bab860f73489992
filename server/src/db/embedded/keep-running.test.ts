import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import { keepRunning } from './keep-running.ts'
import { killProcess } from '../../testing/kill-process.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function start(below = '') {
  const folder = mkdtempSync(join(tmpdir(), 'muster-keeping-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, below), { recursive: true })
  const data_dir = join(folder, below, 'postgres')
  const database = await startEmbeddedPostgres({ data_dir, durable: true })
  cleanups.push(database.stop)
  const said: string[] = []
  const keeper = keepRunning(database, (line) => void said.push(line), 1)
  cleanups.push(keeper.stop)
  const cluster = join(data_dir, 'cluster')
  const kill = () => killProcess(Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]))
  return { url: database.url, cluster, said, keeper, kill }
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ answer: unknown }>(sql)
  await client.end()
  return rows.map((row) => row.answer)
}

const again = 'The database is running again; committed data is intact.'

test('restarts a killed server under the same address after every kill, and reports it', async () => {
  const { url, said, kill } = await start()
  await ask(url, 'create table note as select 7 as answer')
  for (const times of [1, 2]) {
    kill()
    await expect.poll(() => said.filter((line) => line === again).length, { timeout: 60_000 }).toBe(times)
    expect(await ask(url, 'select answer from note')).toEqual([7])
  }
  expect(said[0]).toMatch(/^The database has died and is being restarted \(1 of at most 5 /)
}, 120_000)

test('restarts a killed server whose socket is in a temporary folder', async () => {
  const { url, said, kill } = await start('a-rather-long-name-of-a-folder'.repeat(4))
  expect(url).toContain('muster-socket-')
  kill()
  await expect.poll(() => said.at(-1), { timeout: 60_000 }).toBe(again)
  expect(await ask(url, 'select 1 as answer')).toEqual([1])
}, 120_000)

test('stops retrying a server that does not start, and reports the reason', async () => {
  const { cluster, said, keeper, kill } = await start()
  const version = join(cluster, 'PG_VERSION')
  renameSync(version, `${version}.away`)
  cleanups.push(() => renameSync(`${version}.away`, version))
  kill()
  expect(await keeper.gave_up).toBe('The database has died or failed to start 6 times within ten minutes.')
  const failures = said.filter((line) => line.startsWith('The database did not start: '))
  expect(failures).toHaveLength(5)
  expect(failures[0]).toContain('PG_VERSION')
}, 120_000)
