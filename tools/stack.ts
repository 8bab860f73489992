import { appendFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { listClaims, makeClaim } from '@muster/server/db/embedded/claims'
import { keepRunning } from '@muster/server/db/embedded/keep-running'
import { startEmbeddedPostgres } from '@muster/server/db/embedded-postgres'
import { StartProblem } from '@muster/server/start-problems'
import { onStopSignals } from '@muster/server/stop-signals'
import { type Program, type ProgramOptions, startProgram } from './processes.ts'

// Several programs on one machine that start in order and stop in reverse: the demo and the trial.

/** Everything to stop and to watch. */
export interface Running {
  /** In the order of the starts. */
  readonly closing: (() => Promise<void> | void)[]
  readonly programs: Program[]
  /** Each resolves, with its reason, when everything has to stop. */
  readonly endings: Promise<string>[]
  /** Aborted when the user at the terminal stops everything. */
  readonly stopping: AbortSignal
}

/** Starts everything and keeps it running until Ctrl-C or until one of the programs ends; then stops it in order. */
export async function runStack(start: (running: Running) => Promise<void>): Promise<void> {
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
  const started = start(running)
  try {
    await Promise.race([started, interrupted])
    // If one program ends, the rest is stopped: it would look alive and score nothing.
    const words = await Promise.race([interrupted, ...running.endings])
    if (words !== undefined) fail(words)
    else console.log('\nStopping …')
  } catch (error) {
    fail(error instanceof StartProblem ? `${error.message}\n→ ${error.todo}` : (error as Error).message)
  }
  await Promise.allSettled([started])
  for (const close of running.closing.reverse()) await close()
}

function fail(message: string): void {
  console.error(`\n${message}`)
  process.exitCode = 1
}

/** Starts a program and returns its line of readiness. */
export type Start = (options: Omit<ProgramOptions, 'log_dir' | 'show'>) => Promise<string>

/**
 * Claims the folder for the programs of this stack, whose logs go there.
 * @throws Error if another stack runs in it
 */
export function openFolder(data_dir: string, running: Running, { shows }: { readonly shows: boolean }): Start {
  const log_dir = join(data_dir, 'logs')
  mkdirSync(log_dir, { recursive: true })
  const other = listClaims(data_dir, 'start')[0]
  if (other !== undefined) throw new Error(`Muster is already running from this folder (process ${other.pid}).`)
  running.closing.push(makeClaim(data_dir, 'start').release)
  return async (options) => {
    const program = await startProgram({ ...options, log_dir, show: shows })
    running.programs.push(program)
    running.endings.push(program.ended)
    running.closing.push(program.stop)
    return await program.ready
  }
}

/** Starts the embedded database of a folder and restarts it after a crash. @returns its address */
export async function startDatabase(data_dir: string, { closing, endings }: Running): Promise<string> {
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
  endings.push(keeper.gave_up.then((reason) => `${reason} Its last output is in ${folder}.`))
  return database.url
}
