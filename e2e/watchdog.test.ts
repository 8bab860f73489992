import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { useFolder } from '@muster/server/testing/folder'
import { findFreePort } from '@muster/server/testing/free-port'
import { useTestDatabase } from '@muster/server/testing/test-database'
import { expect, test } from 'vitest'
import { root } from '../tools/places.ts'

// A real server with a blocked event loop, under a supervisor that restarts it like systemd or a container engine.

/** Upper bound from the start of the block until another process is ready, for a process that has a processor to itself. */
const longest_ms = 15_000

/** `RestartSec` of deploy/muster.service. */
const restart_ms = 2000

const database = useTestDatabase()
const data_dir = useFolder('watchdog')

/** Loaded before the server. A signal blocks the event loop, like a harmful request would. */
const blocker = `data:text/javascript,${encodeURIComponent("process.on('SIGUSR2', function blockLoop() { for (;;); })")}`

/** Processor time of a process, in milliseconds. Linux counts it in ticks of 10 ms. */
function readUsed_ms(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Starts a server with these roles, and restarts it whenever it exits. */
async function supervise(roles: string) {
  const port = await findFreePort()
  const nobody = 'http://127.0.0.1:9'
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(data_dir, 'compiled'),
    DATABASE_URL: database.url,
    DATA_DIR: data_dir,
    ROLES: roles,
    PORT: String(port),
    POE_WEB_URL: nobody,
    POE_API_URL: nobody,
    POE_CLIENT_ID: 'muster-test',
    POE_CLIENT_SECRET: 'muster-test-secret',
    POE_CONTACT: 'tests@muster.invalid',
  }
  const lines: string[] = []
  let child: ChildProcess
  let isOver = false
  let ready = Promise.withResolvers<void>()
  const start = () => {
    child = spawn(process.execPath, ['--import', blocker, 'server/src/main.ts'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', (line) => {
        lines.push(line)
        if (line.includes('"msg":"ready"')) ready.resolve()
      })
    child.once('exit', () => {
      if (!isOver) setTimeout(start, restart_ms)
    })
  }
  start()
  await ready.promise
  return {
    address: `http://127.0.0.1:${port}/api/health`,
    /**
     * Blocks the event loop.
     * @returns the signal that ended the process, its last log line, the time until another process was ready, and the share of a
     * processor that the blocked one had
     */
    async block() {
      ready = Promise.withResolvers()
      const from = performance.now()
      const exit = once(child, 'exit')
      const pid = child.pid ?? 0
      const used_before_ms = readUsed_ms(pid)
      child.kill('SIGUSR2')
      let share = 1
      const looking = setInterval(() => {
        if (child.exitCode === null && child.signalCode === null)
          share = (readUsed_ms(pid) - used_before_ms) / (performance.now() - from)
      }, 1000)
      const [, signal] = await exit
      clearInterval(looking)
      const last = JSON.parse(lines.findLast((line) => line.includes('event loop')) ?? '{}') as { msg?: string }
      await ready.promise
      return { signal, last, elapsed_ms: performance.now() - from, share }
    },
    async stop() {
      isOver = true
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

test.each(['http', 'jobs', 'scoring'])(
  'a process with the roles %s and a blocked event loop is ended and replaced within 15 seconds',
  async (roles) => {
    const server = await supervise(roles)
    try {
      const { signal, last, elapsed_ms, share } = await server.block()
      expect(signal).toBe('SIGKILL')
      expect(last.msg).toMatch(/^the event loop was blocked for at least 6 s: this process ends now/)
      expect(elapsed_ms * share).toBeLessThan(longest_ms)
    } finally {
      await server.stop()
    }
  },
  240_000,
)
