import { join, relative, resolve } from 'node:path'
import type { Clock } from '@muster/server/clock'
import { connectDatabase } from '@muster/server/db/connect'
import { migrate } from '@muster/server/db/migrate'
import { startActs } from './demo/acts.ts'
import { playHistory } from './demo/history.ts'
import { startLeads } from './demo/leads.ts'
import { describeLogins } from './demo/logins.ts'
import { type PreparedDemo, prepareDemo } from './demo/prepare.ts'
import { chooseWorld, type WorldChoice } from './demo/world.ts'
import { followClock } from './following-clock.ts'
import { clockOf, controlOf, describeGame, readSpeed, type SimulatorReady, startSimulator } from './simulated-game.ts'
import { openFolder, type Running, runStack, startDatabase } from './stack.ts'
import { dataDir, root } from './places.ts'
import { importSimulatedGameData } from './simulated-game-data.ts'
import { simulatedClock } from './simulated-clock.ts'

// All programs on one machine: database, simulator, server and, during development, the pages with live reload. They start in
// this order and stop in reverse.

export interface DevStackOptions {
  /** Restart on changes, show the programs' output, serve the pages with live reload. */
  watch: boolean
}

/** Starts the demo and keeps it running; see `runStack`. */
export const runDevStack = (options: DevStackOptions): Promise<void> => runStack((running) => startDemo(options, running))

async function startDemo({ watch }: DevStackOptions, running: Running): Promise<void> {
  const { closing } = running
  const speed = readSpeed(process.env['SPEED'])
  const history_hours = readHistoryHours(process.env['HISTORY_HOURS'])
  const data_dir = dataDir()
  const start = openFolder(data_dir, running, { shows: watch })

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
    const { state_file, start_at, league, second_league } = world
    const simulator = await startSimulator(start, {
      port: port + 1,
      state: state_file,
      start: new Date(start_at).toISOString(),
      league,
      'second-league': second_league,
      'quiet-hours': history_hours,
      speed,
    })
    const imported = importSimulatedGameData(data_dir)
    // The first failure is reported.
    imported.catch(() => undefined)
    Object.assign(env, describeGame(simulator))
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
      // Hours of the event pass in minutes; a sandbox that starts over all the time would only cost time.
      env: { ...env, PUBLIC_URL: address, SANDBOX: 'off' },
      control_url: controlOf(simulator),
      until_ms,
      log_dir: join(data_dir, 'logs'),
      signal: running.stopping,
      live: (clock) => live(clock, address),
    })
    Object.assign(env, simulatedClock(simulator.clock))
  }
  await start({
    name: 'server',
    script: simulated ? 'tools/rehearsal/server.ts' : 'server/src/main.ts',
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
  if (simulated) {
    const clock = followClock(simulated.simulator.clock, clockOf(simulated.simulator), ({ message }) =>
      console.error(`Could not read the clock of the simulated game: ${message}. The simulated players continue as before.`),
    )
    closing.push(clock.close, live(clock, env['PUBLIC_URL']), sayWhenOver(simulated.prepared, clock))
  }
  const more =
    simulated === null
      ? []
      : describeDemo(await describeLogins(`http://127.0.0.1:${port}`, simulated.prepared.cast), simulated.simulator)
  welcome(env['PUBLIC_URL'], more, join(relative(process.cwd(), data_dir), 'logs'))
}

/** Event time of a new event that is already over when it is first shown. */
const usualHistory_hours = 18
const longestHistory_hours = 48

function readHistoryHours(text: string | undefined): number {
  if (!text) return usualHistory_hours
  const hours = Number(text)
  if (Number.isInteger(hours) && hours >= 0 && hours <= longestHistory_hours) return hours
  throw new Error(`HISTORY_HOURS must be a whole number from 0 to ${longestHistory_hours}, not "${text}".`)
}

async function findWorld(database_url: string, data_dir: string, history_hours: number): Promise<WorldChoice> {
  const { db, close } = connectDatabase(database_url, { max_connections: 1 })
  try {
    return await chooseWorld(db, data_dir, history_hours)
  } finally {
    await close()
  }
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

/** @returns a function that ends the wait */
function sayWhenOver({ ends_at }: PreparedDemo, { now, sleep }: Clock): () => void {
  const stopping = new AbortController()
  void sleep(ends_at - now(), stopping.signal).then(() => {
    if (stopping.signal.aborted) return
    console.log('The current event is over; its board stays. If it is the demo event, press Ctrl-C and start again:')
    console.log('a new event starts, and this one is kept with its scores as a past event.')
  })
  return () => stopping.abort()
}
