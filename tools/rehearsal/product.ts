import { createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from '@muster/server/db/embedded/claims'
import { findFreePort } from '@muster/server/testing/free-port'
import { serverRoles } from '@muster/server/config'
import type { DrivenTo, QuietAt } from './driven-time.ts'
import type { Simulator } from '@muster/simulator/simulator'
import {
  DEFAULT_CLIENT_ID,
  DEFAULT_CLIENT_SECRET,
  DEFAULT_DISCORD_CLIENT,
  DEFAULT_TWITCH_CLIENT,
} from '@muster/simulator/options'
import { root } from '../places.ts'
import { runProgram } from '../processes.ts'
import { createServerProcess, type ServerProcess, type Settings, settingsForSpeed } from './server-process.ts'

type ServerRole = (typeof serverRoles)[number]

type MoveOptions = Pick<DrivenTo, 'one_by_one'> & { readonly asks_visits?: boolean }

/** The server as a program of its own, or several, whose event clock we move. */
export interface Product {
  readonly url: string
  start(now_ms: number): Promise<void>
  /**
   * Moves its clock and waits until all that can be done at that moment is done.
   * @param options.one_by_one see `DrivenTo`. `asks_visits`: whether visitors wait is asked as well.
   * @returns when it wants to go on by itself; null = it was killed meanwhile.
   */
  moveTo(now_ms: number, options?: MoveOptions): Promise<QuietAt | null>
  /** Processor time it has used, its dead processes included, seconds; 0 where the system does not tell. */
  cpuSeconds(): number
  /** One for each part of its division, in the same order. */
  readonly processes: readonly ServerProcess[]
  /** kill -9, now. */
  kill(): Promise<void>
  /** Asks it to end. */
  stop(): Promise<void>
  /** Lines of its log that are no information. */
  troubles(): readonly string[]
}

/** What each process of the server does; all of it in one, unless told otherwise. */
export type Division = readonly (readonly ServerRole[])[]
const undivided: Division = [serverRoles]

function readEnvironment(
  simulator: Simulator,
  database_url: string,
  data_dir: string,
  port: number,
  timeout_ms: number,
): NodeJS.ProcessEnv {
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
    POE_TIMEOUT_MS: String(timeout_ms),
    DISCORD_URL: simulator.discord_url,
    DISCORD_CLIENT_ID: DEFAULT_DISCORD_CLIENT.id,
    DISCORD_CLIENT_SECRET: DEFAULT_DISCORD_CLIENT.secret,
    TWITCH_ID_URL: simulator.twitch_id_url,
    TWITCH_API_URL: simulator.twitch_api_url,
    TWITCH_CLIENT_ID: DEFAULT_TWITCH_CLIENT.id,
    TWITCH_CLIENT_SECRET: DEFAULT_TWITCH_CLIENT.secret,
    LOG_LEVEL: 'info',
    // A server that is started hundreds of times need not compile itself each time.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(data_dir, 'compiled'),
  }
}

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

/**
 * Prepares the server; nothing runs before `start`. Its log is appended to `server.log` in the folder.
 * @param at.timeout_ms real time that the game has for an answer.
 */
export async function prepareProduct(
  simulator: Simulator,
  {
    program,
    database_url,
    data_dir,
    timeout_ms,
  }: { program: string; database_url: string; data_dir: string; timeout_ms: number },
  division: Division = undivided,
  settings: Settings = settingsForSpeed,
): Promise<Product> {
  const port = await findFreePort()
  const env = readEnvironment(simulator, database_url, data_dir, port, timeout_ms)
  const log = createWriteStream(join(data_dir, 'server.log'), { flags: 'a', mode: 0o600 })
  const troubles: string[] = []

  function hear(line: string): void {
    log.write(`${line}\n`)
    if (/"level":(40|50|60)/.test(line) || !line.startsWith('{')) troubles.push(line)
  }
  const processes = division.map((roles) =>
    createServerProcess(program, { ...env, ROLES: roles.join(',') }, settings, hear, troubles),
  )
  const isOf = (place: number, role: ServerRole) => division[place]?.includes(role) ?? false
  /** Others serve visitors or wait for somebody to die: they are told the time, and nobody waits for them. */
  const matters = (one: ServerProcess, place: number, asks_visits: boolean) =>
    isOf(place, 'jobs') || one.keepsScores() || (asks_visits && isOf(place, 'http'))
  /** Those that are told by others what there is to do, and tell nobody. */
  const last = processes.length > 1 ? processes.filter((_, place) => isOf(place, 'scoring')) : []

  async function moveTo(now_ms: number, { asks_visits = false, ...options }: MoveOptions = {}): Promise<QuietAt | null> {
    const awaited = processes.filter((one, place) => matters(one, place, asks_visits))
    for (const one of processes) if (!awaited.includes(one)) one.tell(now_ms, options)
    const rested = await Promise.all(awaited.map((one) => one.moveTo(now_ms, options)))
    // What the others have done at this moment is heard only now.
    await Promise.all(last.filter((one) => awaited.includes(one)).map((one) => one.moveTo(now_ms, options)))
    return joinAll(rested)
  }

  return {
    url: `http://127.0.0.1:${port}`,
    async start(now_ms) {
      for (const one of processes) await one.start(now_ms)
    },
    moveTo,
    processes,
    kill: async () => void (await Promise.all(processes.map((one) => one.end('SIGKILL')))),
    stop: async () => void (await Promise.all(processes.map((one) => one.end('SIGTERM')))),
    troubles: () => troubles,
    cpuSeconds: () => processes.reduce((sum, one) => sum + one.cpuSeconds(), 0),
  }
}

/** What several processes say of one moment; null when one of them was killed. */
function joinAll(said: readonly (QuietAt | null)[]): QuietAt | null {
  const all = said.filter((one) => one !== null)
  if (all.length < said.length) return null
  const wakes = all.flatMap(({ next_wake_ms }) => next_wake_ms ?? [])
  return {
    quiet_at_ms: Math.min(...all.map(({ quiet_at_ms }) => quiet_at_ms)),
    next_wake_ms: wakes.length === 0 ? null : Math.min(...wakes),
    turns_ms: all.flatMap(({ turns_ms }) => turns_ms).sort((a, b) => a - b),
    visits: all.reduce((sum, { visits }) => sum + visits, 0),
  }
}
