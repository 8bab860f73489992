import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { killProcess } from '../testing/kill-process.ts'

const isRoot = process.getuid?.() === 0
const launcher = new URL('./embedded-postgres.ts', import.meta.url).href
const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-launcher-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function aDataDir(folder = aFolder()): string {
  const data_dir = join(folder, 'postgres')
  cleanups.push(async () => expect(await removeEmbeddedPostgres(data_dir)).toHaveProperty('removed'))
  return data_dir
}

async function start(data_dir: string, durable = false) {
  const started = await startEmbeddedPostgres({ data_dir, durable })
  cleanups.push(started.stop)
  return started
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<{ answer: unknown }>(sql)).rows.map((row) => row.answer)
  } finally {
    await client.end()
  }
}

/** Starts the server in another process, which reports the outcome and uses the server until it is killed or stopped. */
async function startInAnotherProcess(data_dir: string, env: NodeJS.ProcessEnv = {}) {
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(launcher)})
    const { url, adopted, stop } = await startEmbeddedPostgres({ data_dir: ${JSON.stringify(data_dir)}, durable: false })
    process.once('SIGTERM', () => stop().then(() => process.exit(0)))
    setInterval(() => {}, 60_000)
    console.log(JSON.stringify({ url, adopted }))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { env: { ...process.env, ...env } })
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  const end = (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    return exited
  }
  cleanups.push(() => end('SIGKILL'))
  const line = await new Promise<string>((done, fail) => {
    let complaint = ''
    child.stderr.on('data', (text: Buffer) => (complaint += text.toString()))
    child.stdout.once('data', (text: Buffer) => done(text.toString()))
    child.once('exit', () => fail(new Error(complaint)))
  })
  return { ...(JSON.parse(line) as { url: string; adopted: boolean }), end }
}

const postmasterPid = (cluster: string) => Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])

const waitUntilGone = (pid: number) =>
  expect.poll(() => statSync(`/proc/${pid}/exe`, { throwIfNoEntry: false }), { timeout: 10_000 }).toBeUndefined()

test('the first start creates a database, and the next one finds its data', async () => {
  const data_dir = aDataDir()
  const first = await start(data_dir)
  await ask(first.url, 'create table note as select 7 as answer')
  await first.stop()
  await expect(ask(first.url, 'select 1 as answer')).rejects.toThrow(/ENOENT|ECONNREFUSED/)

  const second = await start(data_dir)
  expect([first.adopted, second.adopted]).toEqual([false, false])
  expect(await ask(second.url, 'select answer from note')).toEqual([7])
})

test('the log of the server is readable by its owner only', async () => {
  const data_dir = aDataDir()
  await start(data_dir)
  expect(statSync(join(data_dir, 'postgres.log')).mode & 0o777).toBe(0o600)
})

test('a server is adopted with its data after its starter was killed', async () => {
  const data_dir = aDataDir()
  const other = await startInAnotherProcess(data_dir)
  await ask(other.url, 'create table note as select 7 as answer')
  await other.end('SIGKILL')

  const ours = await start(data_dir)
  expect(ours.adopted).toBe(true)
  expect(await ask(ours.url, 'select answer from note')).toEqual([7])
})

test('several starts at once start one server and share it', async () => {
  const data_dir = aDataDir()
  const all = await Promise.all([1, 2, 3].map(() => startInAnotherProcess(data_dir)))
  expect(all.filter((one) => one.adopted)).toHaveLength(2)
  expect(new Set(all.map((one) => one.url)).size).toBe(1)
})

test('the server stays for the others and stops with its last user', async () => {
  const data_dir = aDataDir()
  const ours = await start(data_dir)
  const other = await startInAnotherProcess(data_dir)
  await ours.stop()
  expect(await ask(ours.url, 'select 1 as answer')).toEqual([1])
  expect(await removeEmbeddedPostgres(data_dir)).toHaveProperty('in_use_by')
  await other.end('SIGTERM')
  await expect(ask(ours.url, 'select 1 as answer')).rejects.toThrow(/ENOENT|ECONNREFUSED/)
})

test('a killed server starts again immediately, with all committed data', async () => {
  const data_dir = aDataDir()
  const first = await start(data_dir, true)
  await ask(first.url, 'create table note as select 7 as answer')
  killProcess(postmasterPid(join(data_dir, 'cluster')))

  const second = await start(data_dir, true)
  expect(second.adopted).toBe(false)
  expect(await ask(second.url, 'select answer from note')).toEqual([7])
})

test('a lock file whose process id now belongs to another program does not prevent a start', async () => {
  const data_dir = aDataDir()
  const first = await start(data_dir)
  const pid = postmasterPid(join(data_dir, 'cluster'))
  const lock = readFileSync(join(data_dir, 'cluster', 'postmaster.pid'), 'utf8')
  await first.stop()
  writeFileSync(join(data_dir, 'cluster', 'postmaster.pid'), lock.replace(String(pid), String(process.pid)))

  const second = await start(data_dir)
  expect(await ask(second.url, 'select 1 as answer')).toEqual([1])
})

test('a path too long for a socket works, and the temporary socket folder is removed', async () => {
  const deep = join(aFolder(), 'a-rather-long-name-of-a-folder'.repeat(3), 'and-another-one-below-it')
  mkdirSync(deep, { recursive: true })
  const started = await start(aDataDir(deep))
  const socket_dir = decodeURIComponent(started.url.split('host=')[1] ?? '')
  expect(socket_dir).toContain('muster-socket-')
  expect(statSync(socket_dir).mode & 0o077).toBe(0)
  expect(await ask(started.url, 'select 1 as answer')).toEqual([1])
  await started.stop()
  expect(statSync(socket_dir, { throwIfNoEntry: false })).toBeUndefined()
})

test('an unfinished cluster of a killed first start is replaced', async () => {
  const data_dir = aDataDir()
  mkdirSync(join(data_dir, 'new-half-made'), { recursive: true })
  writeFileSync(join(data_dir, 'new-half-made', 'PG_VERSION'), '18\n')
  const started = await start(data_dir)
  expect(await ask(started.url, 'select 1 as answer')).toEqual([1])
  expect(readdirSync(data_dir)).not.toContain('new-half-made')
})

test.skipIf(!isRoot)('as root without user namespaces the server runs as nobody, and root finds it again', async () => {
  const folder = aFolder()
  chmodSync(folder, 0o755)
  const data_dir = aDataDir(folder)
  const other = await startInAnotherProcess(data_dir, { PATH: '/nowhere' })
  const cluster = join(data_dir, 'cluster')
  expect(statSync(cluster).uid).toBe(65534)
  expect(statSync(`/proc/${postmasterPid(cluster)}`).uid).toBe(65534)
  await other.end('SIGTERM')

  const ours = await start(data_dir)
  expect(ours.adopted).toBe(false)
  expect(statSync(`/proc/${postmasterPid(cluster)}`).uid).toBe(65534)
})

test.skipIf(!isRoot)('as root in a closed home, the cluster and the programs move to a private folder within reach', async () => {
  const closed = aFolder() // mkdtemp creates it with mode 0700
  const data_dir = aDataDir(closed)
  const other = await startInAnotherProcess(data_dir, { PATH: '/nowhere' })
  expect(await ask(other.url, 'select 1 as answer')).toEqual([1])
  expect(readdirSync(data_dir)).toContain('elsewhere')
  await other.end('SIGTERM')

  const outcome = await removeEmbeddedPostgres(data_dir)
  expect(outcome).toEqual({ removed: [data_dir, expect.stringContaining('muster-postgres-')] })
})

test.skipIf(!isRoot)('a cluster of root moves, with its data, when user namespaces are no longer available', async () => {
  const data_dir = aDataDir() // in a folder of mode 0700
  const first = await start(data_dir)
  await ask(first.url, 'create table note as select 7 as answer')
  await first.stop()
  const other = await startInAnotherProcess(data_dir, { PATH: '/nowhere' })
  expect(await ask(other.url, 'select answer from note')).toEqual([7])
  expect(readdirSync(data_dir)).not.toContain('cluster')
})

test('removing stops a server without users', async () => {
  const data_dir = aDataDir()
  const other = await startInAnotherProcess(data_dir)
  const pid = postmasterPid(join(data_dir, 'cluster'))
  await other.end('SIGKILL')
  expect(await removeEmbeddedPostgres(data_dir)).toEqual({ removed: [data_dir] })
  expect(statSync(data_dir, { throwIfNoEntry: false })).toBeUndefined()
  await waitUntilGone(pid)
})
