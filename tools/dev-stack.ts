import { appendFileSync, existsSync, mkdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { type Clock, createClock } from '@muster/server/clock'
import { connectDatabase } from '@muster/server/db/connect'
import { listClaims, makeClaim } from '@muster/server/db/embedded/claims'
import { keepRunning } from '@muster/server/db/embedded/keep-running'
import { startEmbeddedPostgres } from '@muster/server/db/embedded-postgres'
import { migrate } from '@muster/server/db/migrate'
import { onStopSignals } from '@muster/server/stop-signals'
import { FASTEST, SLOWEST } from '@muster/simulator/clock'
import { startActs } from './demo/acts.ts'
import { playHistory } from './demo/history.ts'
import { startLeads } from './demo/leads.ts'
import { describeLogins } from './demo/logins.ts'
import { type PreparedDemo, prepareDemo } from './demo/prepare.ts'
import { chooseWorld, type WorldChoice } from './demo/world.ts'
import { dataDir, root } from './places.ts'
import { type Program, type ProgramOptions, startProgram } from './processes.ts'
import { importSimulatedGameData } from './simulated-game-data.ts'

// All that runs on one machine: database, simulator, server and, while developing, the pages with live reload. They
// start in this order and end in the reverse one.

/** What the simulator says on stdout when it is ready, as one line of JSON. */
export interface SimulatorReady {
  web_url: string
  api_url: string
  image_url: string
  client_id: string
  client_secret: string
  discord: { url: string; client: { id: string; secret: string } }
  twitch: { id_url: string; api_url: string; client: { id: string; secret: string } }
  /** Without the path that says of which game builds are. */
  calculator_url: string
  /** The virtual clock: it showed `virtual_ms` when ours showed `real_ms`, and runs `speed` times as fast. */
  clock: { real_ms: number; virtual_ms: number; speed: number }
}

export interface DevStackOptions {
  /** Restart on changes, show what the programs write, serve the pages with live reload. */
  watch: boolean
}

/** What is left to end and to watch. */
interface Running {
  /** In the order in which they were started. */
  readonly closing: (() => Promise<void> | void)[]
  readonly programs: Program[]
  /** Each resolves, with its reason, when everything has to end. */
  readonly endings: Promise<string>[]
  /** Somebody wants everything to end. */
  readonly stopping: AbortSignal
}

/** Starts everything and keeps it running until Ctrl-C or until one of the programs ends by itself; then stops it in order. */
export async function runDevStack(options: DevStackOptions): Promise<void> {
  const stopping = new AbortController()
  const running: Running = { closing: [], programs: [], endings: [], stopping: stopping.signal }
  const interrupted = new Promise<undefined>((done) =>
    onStopSignals(
      () => {
        stopping.abort()
        done(undefined)
      },
      () => {
        for (const program of running.programs) program.kill()
        process.exit(1)
      },
    ),
  )
  const started = startStack(options, running)
  try {
    await Promise.race([started, interrupted])
    // One that ends by itself ends the rest: what is left would look alive and score nothing.
    const words = await Promise.race([interrupted, ...running.endings])
    if (words !== undefined) fail(words)
    else console.log('\nStopping …')
  } catch (error) {
    fail((error as Error).message)
  }
  await Promise.allSettled([started])
  for (const close of running.closing.reverse()) await close()
}

function fail(message: string): void {
  console.error(`\n${message}`)
  process.exitCode = 1
}

/** Starts a program and returns the line that says it is ready. */
type Start = (options: Omit<ProgramOptions, 'log_dir' | 'show'>) => Promise<string>

async function startStack({ watch }: DevStackOptions, running: Running): Promise<void> {
  const { closing, programs, endings } = running
  const speed = readSpeed(process.env['SPEED'])
  const history_hours = readHistoryHours(process.env['HISTORY_HOURS'])
  const data_dir = dataDir()
  mkdirSync(join(data_dir, 'logs'), { recursive: true })
  const other = listClaims(data_dir, 'start')[0]
  if (other !== undefined) throw new Error(`Muster is already running from this folder (process ${other.pid}).`)
  closing.push(makeClaim(data_dir, 'start').release)

  const start: Start = async (options) => {
    const program = await startProgram({ ...options, log_dir: join(data_dir, 'logs'), show: watch })
    programs.push(program)
    endings.push(program.ended)
    closing.push(program.stop)
    return await program.ready
  }

  const port = Number(process.env['PORT'] ?? 3000)
  const database_url = process.env['DATABASE_URL'] ?? (await startDatabase(data_dir, running))
  await migrate(database_url)

  const env: NodeJS.ProcessEnv = {
    DATABASE_URL: database_url,
    DATA_DIR: data_dir,
    PORT: String(port),
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? resolve(data_dir, 'compiled'),
  }
  env['PUBLIC_URL'] = process.env['PUBLIC_URL'] ?? (watch ? 'http://localhost:5173' : `http://localhost:${port}`)
  let simulated: { simulator: SimulatorReady; prepared: PreparedDemo } | null = null
  if (!process.env['POE_CLIENT_ID']) {
    const world = await findWorld(database_url, data_dir, history_hours)
    const simulator = await startSimulator(start, world, { port: port + 1, speed, quiet_hours: history_hours })
    const imported = importSimulatedGameData(data_dir)
    // Whatever fails first is told.
    imported.catch(() => undefined)
    Object.assign(env, {
      POE_WEB_URL: simulator.web_url,
      POE_API_URL: simulator.api_url,
      POE_IMAGE_URL: simulator.image_url,
      POE_CLIENT_ID: simulator.client_id,
      POE_CLIENT_SECRET: simulator.client_secret,
      POE_CONTACT: 'local@muster.invalid',
      DISCORD_URL: simulator.discord.url,
      DISCORD_CLIENT_ID: simulator.discord.client.id,
      DISCORD_CLIENT_SECRET: simulator.discord.client.secret,
      TWITCH_ID_URL: simulator.twitch.id_url,
      TWITCH_API_URL: simulator.twitch.api_url,
      TWITCH_CLIENT_ID: simulator.twitch.client.id,
      TWITCH_CLIENT_SECRET: simulator.twitch.client.secret,
      POB_URL: `${simulator.calculator_url}/poe1/import-character`,
      POB_URL_POE2: `${simulator.calculator_url}/poe2/import-character`,
      POB_ENGINE_ID: 'simulated',
      CLOCK: JSON.stringify(simulator.clock),
    })
    simulated = { simulator, prepared: await prepareDemo(env, simulator, { imported, plays_past: history_hours > 0 }) }
    await imported
  }

  const live = (clock: Clock, address: string): (() => void) => {
    const parts = simulated?.prepared.parts
    if (!simulated || !parts) return () => undefined
    const control_url = controlOf(simulated.simulator)
    const options = { product_url: address, control_url, ...parts, clock }
    const endings = [startLeads, startActs].map((begin) => begin(options, join(data_dir, 'logs')))
    return () => {
      for (const end of endings) end()
    }
  }
  if (simulated?.prepared.isNew && history_hours > 0) {
    console.log(`Playing the first ${history_hours} hours of the event …`)
    const { simulator, prepared } = simulated
    const until_ms = (prepared.parts?.start_ms ?? 0) + history_hours * 3_600_000
    const address = `http://localhost:${port}`
    simulator.clock = await playHistory({
      env: { ...env, PUBLIC_URL: address },
      control_url: controlOf(simulator),
      until_ms,
      log_dir: join(data_dir, 'logs'),
      signal: running.stopping,
      live: (clock) => live(clock, address),
    })
    env['CLOCK'] = JSON.stringify(simulator.clock)
  }
  await start({
    name: 'server',
    script: 'server/src/main.ts',
    port,
    node_options: watch ? ['--watch', '--watch-preserve-output'] : [],
    env,
    isReady: (line) => /^\{.*"msg":"ready"/.test(line),
  })
  if (watch) {
    await start({
      name: 'pages',
      script: 'node_modules/vite/bin/vite.js',
      cwd: join(root, 'web'),
      env: { MUSTER_SERVER: `http://127.0.0.1:${port}` },
      isReady: (line) => line.includes('Local:'),
    })
  }
  if (simulated) closing.push(live(createClock(simulated.simulator.clock), env['PUBLIC_URL']))
  const more =
    simulated === null
      ? []
      : describeDemo(await describeLogins(`http://127.0.0.1:${port}`, simulated.prepared.cast), simulated.simulator)
  welcome(env['PUBLIC_URL'], more, join(relative(process.cwd(), data_dir), 'logs'))
  if (simulated !== null) closing.push(sayWhenOver(simulated.prepared, simulated.simulator))
}

function readSpeed(text: string | undefined): number | null {
  if (!text) return null
  const speed = Number(text)
  if (speed >= SLOWEST && speed <= FASTEST) return speed
  throw new Error(`SPEED must be a number from ${SLOWEST} to ${FASTEST}, not "${text}".`)
}

/** How much of a new event is over when somebody first looks; event time. */
const usualHistory_hours = 18
const longestHistory_hours = 48

function readHistoryHours(text: string | undefined): number {
  if (!text) return usualHistory_hours
  const hours = Number(text)
  if (Number.isInteger(hours) && hours >= 0 && hours <= longestHistory_hours) return hours
  throw new Error(`HISTORY_HOURS must be a whole number from 0 to ${longestHistory_hours}, not "${text}".`)
}

const controlOf = ({ web_url }: SimulatorReady): string => `${new URL(web_url).origin}/__sim`

async function startDatabase(data_dir: string, { closing, endings }: Running): Promise<string> {
  const folder = join(data_dir, 'postgres')
  if (!existsSync(folder)) console.log('Creating the database …')
  const database = await startEmbeddedPostgres({ data_dir: folder, durable: true })
  closing.push(database.stop)
  const keeper = keepRunning(database, (line) => {
    const at = new Date()
    console.log(`${at.toLocaleTimeString('en-GB')} ${line}`)
    appendFileSync(join(data_dir, 'logs', 'database.log'), `${at.toISOString()} ${line}\n`, { mode: 0o600 })
  })
  closing.push(keeper.stop)
  endings.push(keeper.gave_up.then((reason) => `${reason} Its last words are in ${folder}.`))
  return database.url
}

async function findWorld(database_url: string, data_dir: string, history_hours: number): Promise<WorldChoice> {
  const { db, close } = connectDatabase(database_url, { max_connections: 1 })
  try {
    return await chooseWorld(db, data_dir, history_hours)
  } finally {
    await close()
  }
}

async function startSimulator(
  start: Start,
  { state_file, start_at, league, second_league }: WorldChoice,
  { port, speed, quiet_hours }: { port: number; speed: number | null; quiet_hours: number },
): Promise<SimulatorReady> {
  const begins = ['--start', new Date(start_at).toISOString(), '--quiet-hours', String(quiet_hours)]
  const world = ['--preset', 'demo_both', '--state', state_file, '--league', league, '--second-league', second_league, ...begins]
  const said = await start({
    name: 'simulator',
    script: 'simulator/src/main.ts',
    port,
    args: ['--port', String(port), ...world, ...(speed === null ? [] : ['--speed', String(speed)])],
    env: {},
    isReady: (line) => line.startsWith('{'),
  })
  return JSON.parse(said) as SimulatorReady
}

function describeDemo(logins: readonly string[], { web_url, clock }: SimulatorReady): string[] {
  return [
    ...logins,
    '',
    `The simulated game runs ${clock.speed} times real speed; use SPEED=10 npm start for ten times.`,
    `Its console: ${new URL(web_url).origin}/__sim/`,
  ]
}

function welcome(address: string, more: readonly string[], logs: string): void {
  const lines = ['', 'Muster is ready.', '', `  ${address}`, '', ...more.map((line) => (line === '' ? '' : `  ${line}`))]
  if (more.length > 0) lines.push('')
  console.log([...lines, `  Logs are in ${logs}. Ctrl-C stops everything.`, ''].join('\n'))
}

/** @returns what ends the wait. */
function sayWhenOver({ ends_at }: PreparedDemo, { clock }: SimulatorReady): () => void {
  const stopping = new AbortController()
  const { now, sleep } = createClock(clock)
  void sleep(ends_at - now(), stopping.signal).then(() => {
    if (stopping.signal.aborted) return
    console.log('The current event is over; its board stays. If it is the demo event, press Ctrl-C and start again:')
    console.log('a new event starts, and this one is kept with its scores as a past event.')
  })
  return () => stopping.abort()
}
