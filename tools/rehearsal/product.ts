import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { withLock } from '@muster/server/db/embedded/claims'
import { findFreePort } from '@muster/server/testing/free-port'
import type { DrivenTo, QuietAt } from '@muster/server/driven-time'
import type { Simulator } from '@muster/simulator/simulator'
import {
  DEFAULT_CLIENT_ID,
  DEFAULT_CLIENT_SECRET,
  DEFAULT_DISCORD_CLIENT,
  DEFAULT_TWITCH_CLIENT,
} from '@muster/simulator/options'
import { root } from '../places.ts'
import { runProgram } from '../processes.ts'
import { readCpuSeconds } from './processor.ts'

/** The server as a program of its own, whose event clock we move. */
export interface Product {
  readonly url: string
  start(now_ms: number): Promise<void>
  /**
   * Moves its clock and waits until all that can be done at that moment is done.
   * @param options.one_by_one see `DrivenTo`.
   * @returns when it wants to go on by itself; null = it was killed meanwhile.
   */
  moveTo(now_ms: number, options?: Pick<DrivenTo, 'one_by_one'>): Promise<QuietAt | null>
  /** Processor time it has used, its dead processes included, seconds; 0 where the system does not tell. */
  cpuSeconds(): number
  /** kill -9, now. */
  kill(): Promise<void>
  /** Asks it to end. */
  stop(): Promise<void>
  /** Lines of its log that are no information. */
  troubles(): readonly string[]
}

/** Real time that the server has to end when it is asked to; said in the report when it is not enough. */
const stopPatience_ms = 20_000

/** What lives for one request should not be taken for something that stays: with room for it a tenth less time is lost. */
const youngGeneration = '--max-semi-space-size=64'

function readEnvironment(simulator: Simulator, database_url: string, data_dir: string, port: number): NodeJS.ProcessEnv {
  return {
    DATABASE_URL: database_url,
    DATA_DIR: data_dir,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    POE_WEB_URL: simulator.web_url,
    POE_API_URL: simulator.api_url,
    POE_CLIENT_ID: DEFAULT_CLIENT_ID,
    POE_CLIENT_SECRET: DEFAULT_CLIENT_SECRET,
    POE_CONTACT: 'rehearsal@muster.invalid',
    // Nothing else happens while an answer hangs.
    POE_TIMEOUT_MS: '2500',
    DISCORD_URL: simulator.discord_url,
    DISCORD_CLIENT_ID: DEFAULT_DISCORD_CLIENT.id,
    DISCORD_CLIENT_SECRET: DEFAULT_DISCORD_CLIENT.secret,
    TWITCH_ID_URL: simulator.twitch_id_url,
    TWITCH_API_URL: simulator.twitch_api_url,
    TWITCH_CLIENT_ID: DEFAULT_TWITCH_CLIENT.id,
    TWITCH_CLIENT_SECRET: DEFAULT_TWITCH_CLIENT.secret,
    LOG_LEVEL: 'info',
    // A server that is started hundreds of times need not compile itself each time.
    NODE_COMPILE_CACHE: join(data_dir, 'compiled'),
  }
}

const isQuietAt = (message: unknown): message is QuietAt =>
  typeof message === 'object' && message !== null && 'quiet_at_ms' in message

/**
 * The server as one file: it starts in half the time.
 * @param folder where it is made, unless `npm test` names one that all its tests share.
 * @returns where it is.
 */
export async function bundleServer(folder: string): Promise<string> {
  const shared = process.env['SHARED_SERVER']
  if (shared === undefined) return makeBundle(folder)
  mkdirSync(shared, { recursive: true })
  const made = join(shared, 'server.mjs')
  await withLock(shared, 'bundling', async () => {
    if (existsSync(made)) return
    renameSync(await makeBundle(join(shared, 'new')), made)
  })
  return made
}

async function makeBundle(folder: string): Promise<string> {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const config = join(root, 'tools/rehearsal/server.config.ts')
  const { code, output } = await runProgram(process.execPath, [vite, 'build', '--config', config, '--outDir', folder])
  if (code !== 0) throw new Error(`the server could not be made one file:\n${output}`)
  return join(folder, 'server.mjs')
}

/** Prepares the server; nothing runs before `start`. Its log is appended to `server.log` in the folder. */
export async function prepareProduct(
  simulator: Simulator,
  { program, database_url, data_dir }: { program: string; database_url: string; data_dir: string },
): Promise<Product> {
  const port = await findFreePort()
  const env = readEnvironment(simulator, database_url, data_dir, port)
  const log = createWriteStream(join(data_dir, 'server.log'), { flags: 'a', mode: 0o600 })
  const troubles: string[] = []
  let child: ChildProcess | null = null
  let cpu_seconds = 0
  let onQuiet: ((quiet: QuietAt) => void) | null = null
  let onEnd: (() => void) | null = null
  let onKill: (() => void) | null = null

  // Whatever ends a rehearsal, its server does not stay behind.
  process.once('exit', () => child?.kill('SIGKILL'))

  function hear(line: string): void {
    log.write(`${line}\n`)
    if (/"level":(40|50|60)/.test(line) || !line.startsWith('{')) troubles.push(line)
  }

  function start(now_ms: number): Promise<void> {
    const started = spawn(process.execPath, [youngGeneration, program], {
      cwd: root,
      env: { ...process.env, ...env, DRIVEN_CLOCK: String(now_ms) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    child = started
    started.on('message', (message) => {
      if (isQuietAt(message) && child === started) onQuiet?.(message)
    })
    started.once('exit', () => {
      if (child === started) onEnd?.()
    })
    return new Promise((resolve, reject) => {
      for (const stream of [started.stdout, started.stderr]) {
        if (stream === null) continue
        createInterface({ input: stream }).on('line', (line) => {
          hear(line)
          if (line.includes('"msg":"ready"')) resolve()
        })
      }
      started.once('exit', () => reject(new Error(`the server ended:\n${troubles.slice(-10).join('\n')}`)))
    })
  }

  function moveTo(now_ms: number, options: Pick<DrivenTo, 'one_by_one'> = {}): Promise<QuietAt | null> {
    const running = child
    if (!running?.connected) return Promise.resolve(null)
    return new Promise((resolve, reject) => {
      onKill = () => resolve(null)
      onQuiet = (quiet) => quiet.quiet_at_ms >= now_ms && resolve(quiet)
      onEnd = () => reject(new Error(`the server ended by itself:\n${troubles.slice(-10).join('\n')}`))
      running.send({ now_ms, ...options } satisfies DrivenTo)
    })
  }

  function end(signal: NodeJS.Signals): Promise<void> {
    const running = child
    child = null
    cpu_seconds += readCpuSeconds(running?.pid)
    onKill?.()
    if (!running || running.exitCode !== null || running.signalCode !== null) return Promise.resolve()
    return new Promise((resolve) => {
      const impatient = setTimeout(() => {
        hear(`The server was asked to end and did not within ${stopPatience_ms} ms.`)
        running.kill('SIGKILL')
      }, stopPatience_ms)
      running.once('exit', () => {
        clearTimeout(impatient)
        resolve()
      })
      running.kill(signal)
    })
  }

  return {
    url: `http://127.0.0.1:${port}`,
    start,
    moveTo,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    troubles: () => troubles,
    cpuSeconds: () => cpu_seconds + readCpuSeconds(child?.pid),
  }
}
