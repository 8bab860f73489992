import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'

// Covers every process that a test run starts and that could outlive a killed run.

const at = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)

/** Zombies count as ended: they only wait to be reaped. */
function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Runs a program that prints the ids of its child processes and then ends itself with a signal. @returns these ids */
async function startAndEnd(program: string, signal: NodeJS.Signals): Promise<number[]> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const pids = JSON.parse(line) as number[]
  expect(pids.map(isAlive)).toEqual(pids.map(() => true))
  child.kill(signal)
  await once(child, 'exit')
  return pids
}

const sleeper = `
  import { spawn } from 'node:child_process'
  import { endWithUs } from ${at('end-with-us.ts')}
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
  endWithUs(child, 'SIGTERM')
  setInterval(() => undefined, 1000)
  console.log(JSON.stringify([child.pid]))`

test.each<NodeJS.Signals>(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'])(
  'a process ends when its starter gets %s',
  async (signal) => {
    const pids = await startAndEnd(sleeper, signal)
    await expect.poll(() => pids.map(isAlive)).toEqual([false])
  },
)

const databases = `
  import { readFileSync } from 'node:fs'
  import { mkdtempSync } from 'node:fs'
  import { tmpdir } from 'node:os'
  import { join } from 'node:path'
  import { startEmbeddedPostgres } from ${at('../embedded-postgres.ts')}
  import { findEmbedded, startExternalPostgres } from ${at('../../testing/external-postgres.ts')}
  const data_dir = mkdtempSync(join(tmpdir(), 'muster-test-'))
  await startEmbeddedPostgres({ data_dir, durable: false, ends_with_starter: true })
  const external = await startExternalPostgres(findEmbedded())
  const embedded = Number(readFileSync(join(data_dir, 'cluster', 'postmaster.pid'), 'utf8').split('\\n')[0])
  console.log(JSON.stringify([embedded, ...external.pids()]))`

test.each<NodeJS.Signals>(['SIGTERM', 'SIGKILL'])('no test PostgreSQL is left running after %s', async (signal) => {
  const pids = await startAndEnd(databases, signal)
  expect(pids.length).toBeGreaterThan(3)
  await expect.poll(() => pids.filter(isAlive), { timeout: 20_000 }).toEqual([])
})

test('the watcher ends with the watched process, and does not keep its starter alive', async () => {
  const program = sleeper.replace(`['60']`, `['0']`).replace('setInterval(() => undefined, 1000)', '')
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' })
  expect(await once(child, 'exit')).toEqual([0, null])
})
