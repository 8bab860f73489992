import { existsSync, mkdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { listClaims, makeClaim } from '@muster/server/db/embedded/claims'
import { startEmbeddedPostgres } from '@muster/server/db/embedded-postgres'
import { migrate } from '@muster/server/db/migrate'
import { hearStopSignals } from '@muster/server/stop-signals'
import { dataDir, root } from './places.ts'
import { type Program, type ProgramOptions, startProgram } from './processes.ts'

// All that runs on one machine: database, simulator, server and, while developing, the pages with live reload. They
// start in this order and end in the reverse one.

/** What the simulator says on stdout when it is ready, as one line of JSON. */
export interface SimulatorReady {
  web_url: string
  api_url: string
  client_id: string
  client_secret: string
  discord: { url: string; client: { id: string; secret: string } }
  twitch: { id_url: string; api_url: string; client: { id: string; secret: string } }
  /** The virtual clock: it showed `virtual_ms` when ours showed `real_ms`, and runs `speed` times as fast. */
  clock: { real_ms: number; virtual_ms: number; speed: number }
}

/**
 * Fills an empty database with the demo event, before the server starts; returns lines that say who can log in.
 * @param env what the server will be started with, on top of our own environment.
 */
export type Seed = (env: NodeJS.ProcessEnv, simulator: SimulatorReady) => Promise<readonly string[]>

export interface DevStackOptions {
  /** Restart on changes, show what the programs write, serve the pages with live reload. */
  watch: boolean
  seed?: Seed
}

/** Starts everything and keeps it running until Ctrl-C or until one of the programs ends by itself; then stops it in order. */
export async function runDevStack(options: DevStackOptions): Promise<void> {
  const closing: Closing = []
  const programs: Program[] = []
  const interrupted = new Promise<undefined>((done) =>
    hearStopSignals(
      () => done(undefined),
      () => {
        for (const program of programs) program.kill()
        process.exit(1)
      },
    ),
  )
  const opened = openStack(options, closing, programs)
  try {
    await Promise.race([opened, interrupted])
    // One that ends by itself ends the rest: what is left would look alive and score nothing.
    const words = await Promise.race([interrupted, ...programs.map((program) => program.ended)])
    if (words !== undefined) fail(words)
    else console.log('\nStopping …')
  } catch (error) {
    fail((error as Error).message)
  }
  await Promise.allSettled([opened])
  for (const close of closing.reverse()) await close()
}

function fail(message: string): void {
  console.error(`\n${message}`)
  process.exitCode = 1
}

/** Starts a program and returns the line that says it is ready. */
type Start = (options: Omit<ProgramOptions, 'log_dir' | 'show'>) => Promise<string>

type Closing = (() => Promise<void> | void)[]

async function openStack({ watch, seed }: DevStackOptions, closing: Closing, programs: Program[]): Promise<void> {
  const data_dir = dataDir()
  mkdirSync(data_dir, { recursive: true })
  const running = listClaims(data_dir, 'start')[0]
  if (running !== undefined) throw new Error(`Muster already runs from this folder (process ${running.pid}).`)
  closing.push(makeClaim(data_dir, 'start').release)

  const start: Start = async (options) => {
    const program = await startProgram({ ...options, log_dir: join(data_dir, 'logs'), show: watch })
    programs.push(program)
    closing.push(program.stop)
    return await program.ready
  }

  const port = Number(process.env['PORT'] ?? 3000)
  const database_url = process.env['DATABASE_URL'] ?? (await startDatabase(data_dir, closing))
  await migrate(database_url)

  const env: NodeJS.ProcessEnv = {
    DATABASE_URL: database_url,
    DATA_DIR: data_dir,
    PORT: String(port),
    NODE_COMPILE_CACHE: resolve(data_dir, 'compiled'),
  }
  env['PUBLIC_URL'] = process.env['PUBLIC_URL'] ?? (watch ? 'http://localhost:5173' : `http://localhost:${port}`)
  const logins: string[] = []
  if (!process.env['POE_CLIENT_ID']) {
    const simulator = await startSimulator(start, data_dir, port + 1)
    Object.assign(env, {
      POE_WEB_URL: simulator.web_url,
      POE_API_URL: simulator.api_url,
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
      CLOCK: JSON.stringify(simulator.clock),
    })
    logins.push(...((await seed?.(env, simulator)) ?? []))
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
  welcome(env['PUBLIC_URL'], logins, join(relative(process.cwd(), data_dir), 'logs'))
}

async function startDatabase(data_dir: string, closing: Closing): Promise<string> {
  const folder = join(data_dir, 'postgres')
  if (!existsSync(folder)) console.log('Making the database …')
  const { url, stop } = await startEmbeddedPostgres({ data_dir: folder, durable: true })
  closing.push(stop)
  return url
}

async function startSimulator(start: Start, data_dir: string, port: number): Promise<SimulatorReady> {
  // Only a new world begins now; one that has a state goes on where it stopped.
  const now = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000).toISOString()
  const said = await start({
    name: 'simulator',
    script: 'simulator/src/main.ts',
    port,
    args: ['--port', String(port), '--state', join(data_dir, 'simulator.json'), '--start', now],
    env: {},
    isReady: (line) => line.startsWith('{'),
  })
  return JSON.parse(said) as SimulatorReady
}

function welcome(address: string, logins: readonly string[], logs: string): void {
  const lines = ['', 'Muster is ready.', '', `  ${address}`, '', ...logins.map((login) => `  ${login}`)]
  if (logins.length > 0) lines.push('')
  console.log([...lines, `  Logs are in ${logs}. Ctrl-C stops everything.`, ''].join('\n'))
}
