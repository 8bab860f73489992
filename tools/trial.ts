import { existsSync, mkdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { createClock } from '@muster/server/clock'
import { connectDatabase } from '@muster/server/db/connect'
import { migrate } from '@muster/server/db/migrate'
import { markDatabase } from '@muster/server/db/trial-mark'
import { explainDatabase, explained, StartProblem } from '@muster/server/start-problems'
import { presets } from '@muster/simulator/options'
import type { SimulatedAccount } from './demo/people.ts'
import { environmentFile } from './environment.ts'
import { escapeOutput } from './output.ts'
import { buildPages } from './pages.ts'
import { root } from './places.ts'
import { runProgram } from './processes.ts'
import { heapGrowth, readUnitSettings } from './production-settings.ts'
import { logIn } from './rehearsal/people.ts'
import { controlOf, describeGame, readSpeed, startSimulator } from './simulated-game.ts'
import { importSimulatedGameData } from './simulated-game-data.ts'
import { openFolder, type Running, runStack, startDatabase } from './stack.ts'
import { startSignups } from './trial/signups.ts'

// The server of `npm run serve` against the simulated games: an empty Muster for organisers who try it without an account at any
// provider. A real server refuses its database, and it listens on this machine only.

const { league, second_game } = presets.demo_both

/** @throws Error in a folder with settings of a real server, whose commands would reach the real database */
function refuseRealFolder(): void {
  if (existsSync(environmentFile()))
    throw new Error(`${environmentFile()} has the settings of a real server. Unpack Muster into another folder for a trial.`)
}

/** @throws Error about a database of a real server */
async function claimDatabase(database_url: string): Promise<void> {
  await migrate(database_url)
  const { db, close } = connectDatabase(database_url, { max_connections: 1 })
  try {
    const problem = await markDatabase(db, true)
    if (problem) throw new StartProblem(problem)
  } finally {
    await close()
  }
}

/** Logs the account in once, as the command for roles requires, and makes it an admin. */
async function makeAdmin(product_url: string, name: string, env: NodeJS.ProcessEnv): Promise<void> {
  await logIn(product_url, name)
  const { code, output } = await runProgram(process.execPath, ['tools/admin.ts', 'grant', name, 'admin'], { env })
  if (code !== 0) throw new Error(output)
}

async function startTrial(running: Running): Promise<void> {
  refuseRealFolder()
  const speed = readSpeed(process.env['SPEED'])
  const data_dir = resolve(root, process.env['DATA_DIR'] ?? join('.data', 'trial'))
  // It contains secrets of the server.
  mkdirSync(data_dir, { recursive: true, mode: 0o700 })
  const start = openFolder(data_dir, running, { shows: false })
  const log_dir = join(data_dir, 'logs')
  const port = Number(process.env['PORT'] ?? 3000)
  const address = `http://localhost:${port}`
  const database_url = process.env['DATABASE_URL'] ?? (await startDatabase(data_dir, running))
  await explained(
    () => claimDatabase(database_url),
    (error) => explainDatabase(error, database_url),
  )

  const simulator = await startSimulator(start, {
    port: port + 1,
    state: join(data_dir, 'simulator.json'),
    start: new Date().toISOString(),
    speed,
  })
  await importSimulatedGameData(data_dir)
  const env = {
    ...readUnitSettings(),
    ...describeGame(simulator),
    NODE_COMPILE_CACHE: join(data_dir, 'compiled'),
    TRIAL: 'true',
    DATABASE_URL: database_url,
    DATA_DIR: data_dir,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: address,
  }
  await start({
    name: 'server',
    script: 'tools/rehearsal/server.ts',
    node_options: [heapGrowth],
    port,
    env,
    isReady: (line) => /^\{.*"msg":"ready"/.test(line),
  })

  const answer = await fetch(`${controlOf(simulator)}/accounts`)
  const { accounts } = (await answer.json()) as { accounts: readonly SimulatedAccount[] }
  const [admin = '', ...people] = accounts.map(({ name }) => name)
  await makeAdmin(address, admin, { DATABASE_URL: database_url, DATA_DIR: data_dir })
  running.closing.push(startSignups({ product_url: address, people, clock: createClock(simulator.clock) }, log_dir))
  console.log(
    [
      '',
      'Muster is ready, as a trial.',
      '',
      `  ${address}`,
      '',
      '  The server runs as in production. The games, the players and their logins are simulated, and every page says so.',
      `  Log in as ${admin}, who is an admin, and create an event. Its name is that of a league:`,
      `    ${league}   Path of Exile`,
      `    ${second_game.league}    Path of Exile 2`,
      '  Players sign up automatically while signups are open. Anyone else on the consent page can log in as well.',
      '',
      `  Time runs ${simulator.clock.speed} times as fast as on your clock; SPEED=1 before the command gives real time.`,
      '  docs/operations.md, "A trial", describes the next steps, and how to end it.',
      '',
      `  Logs are in ${join(relative(process.cwd(), log_dir))}. Ctrl-C stops everything; the next start continues.`,
      '',
    ].join('\n'),
  )
}

escapeOutput()
await buildPages()
await runStack(startTrial)
