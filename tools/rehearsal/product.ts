import { createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Provider } from '@muster/contract/auth'
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

/** The server as one or more separate processes with a driven event clock. */
export interface Product {
  readonly url: string
  start(now_ms: number): Promise<void>
  /**
   * Moves the clock and waits until all possible work of that moment is done.
   * @param options.one_by_one see `DrivenTo`. `asks_visits`: also counts waiting visitors.
   * @returns when the server wants to continue; null if it was killed meanwhile.
   */
  moveTo(now_ms: number, options?: MoveOptions): Promise<QuietAt | null>
  /** Processor time so far, including dead processes, in seconds; 0 if unknown. */
  cpuSeconds(): number
  /** One for each part of the division, in the same order. */
  readonly processes: readonly ServerProcess[]
  /** Adds a client at this provider to the settings; the next start uses it. */
  addClient(provider: Provider): void
  /** Kills the server (kill -9). */
  kill(): Promise<void>
  /** Asks the server to stop. */
  stop(): Promise<void>
  /** Log lines above the level of information. */
  troubles(): readonly string[]
}

/** The roles of each process; by default one process has all. */
export type Division = readonly (readonly ServerRole[])[]
const undivided: Division = [serverRoles]

const clients: Readonly<Record<Provider, NodeJS.ProcessEnv>> = {
  poe: {
    POE_CLIENT_ID: DEFAULT_CLIENT_ID,
    POE_CLIENT_SECRET: DEFAULT_CLIENT_SECRET,
    POE_CONTACT: 'rehearsal@muster.invalid',
  },
  discord: { DISCORD_CLIENT_ID: DEFAULT_DISCORD_CLIENT.id, DISCORD_CLIENT_SECRET: DEFAULT_DISCORD_CLIENT.secret },
  twitch: { TWITCH_CLIENT_ID: DEFAULT_TWITCH_CLIENT.id, TWITCH_CLIENT_SECRET: DEFAULT_TWITCH_CLIENT.secret },
}

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
    SANDBOX: 'off',
    // Passkeys need the name of a host.
    PUBLIC_URL: `http://localhost:${port}`,
    POE_WEB_URL: simulator.web_url,
    POE_API_URL: simulator.api_url,
    POE_TIMEOUT_MS: String(timeout_ms),
    POB_URL: `${simulator.calculator_url}/poe1/import-character`,
    POB_URL_POE2: `${simulator.calculator_url}/poe2/import-character`,
    POB_ENGINE_ID: 'simulated',
    DISCORD_URL: simulator.discord_url,
    TWITCH_ID_URL: simulator.twitch_id_url,
    TWITCH_API_URL: simulator.twitch_api_url,
    LOG_LEVEL: 'info',
    // A server that is started hundreds of times should not compile its code each time.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(data_dir, 'compiled'),
  }
}

/**
 * Bundles the server into one file, which halves its startup time.
 * @param folder for the bundle, unless `npm test` names a shared one.
 * @returns the path of the bundle.
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
  if (code !== 0) throw new Error(`could not bundle the server:\n${output}`)
  return join(folder, 'server.mjs')
}

/**
 * Prepares the server; `start` runs it. Its log is appended to `server.log` in the folder.
 * @param at.providers at which the server has a client.
 * @param at.timeout_ms real time allowed for an answer from the game.
 */
export async function prepareProduct(
  simulator: Simulator,
  {
    program,
    database_url,
    data_dir,
    providers,
    timeout_ms,
  }: { program: string; database_url: string; data_dir: string; providers: readonly Provider[]; timeout_ms: number },
  division: Division = undivided,
  settings: Settings = settingsForSpeed,
): Promise<Product> {
  const port = await findFreePort()
  const env = readEnvironment(simulator, database_url, data_dir, port, timeout_ms)
  const addClient = (provider: Provider): void => void Object.assign(env, clients[provider])
  for (const provider of providers) addClient(provider)
  const log = createWriteStream(join(data_dir, 'server.log'), { flags: 'a', mode: 0o600 })
  const troubles: string[] = []

  function hear(line: string): void {
    log.write(`${line}\n`)
    if (/"level":(40|50|60)/.test(line) || !line.startsWith('{')) troubles.push(line)
  }
  const processes = division.map((roles) =>
    createServerProcess(program, () => ({ ...env, ROLES: roles.join(',') }), settings, hear, troubles),
  )
  const isOf = (place: number, role: ServerRole) => division[place]?.includes(role) ?? false
  /** The other processes only serve visitors or are on standby: they receive the time, but nothing waits for them. */
  const matters = (one: ServerProcess, place: number, asks_visits: boolean) =>
    isOf(place, 'jobs') || one.keepsScores() || (asks_visits && isOf(place, 'http'))
  /** Processes that receive work from the others and give them none. */
  const last = processes.length > 1 ? processes.filter((_, place) => isOf(place, 'scoring')) : []

  async function moveTo(now_ms: number, { asks_visits = false, ...options }: MoveOptions = {}): Promise<QuietAt | null> {
    const awaited = processes.filter((one, place) => matters(one, place, asks_visits))
    for (const one of processes) if (!awaited.includes(one)) one.tell(now_ms, options)
    const rested = await Promise.all(awaited.map((one) => one.moveTo(now_ms, options)))
    // They learn only now about the others' work at this moment.
    await Promise.all(last.filter((one) => awaited.includes(one)).map((one) => one.moveTo(now_ms, options)))
    return joinAll(rested)
  }

  return {
    url: `http://localhost:${port}`,
    async start(now_ms) {
      for (const one of processes) await one.start(now_ms)
    },
    moveTo,
    processes,
    addClient,
    kill: async () => void (await Promise.all(processes.map((one) => one.end('SIGKILL')))),
    stop: async () => void (await Promise.all(processes.map((one) => one.end('SIGTERM')))),
    troubles: () => troubles,
    cpuSeconds: () => processes.reduce((sum, one) => sum + one.cpuSeconds(), 0),
  }
}

/** Combines the replies of several processes for one moment; null if one was killed. */
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
