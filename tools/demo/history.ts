import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Clock, ClockSetting } from '@muster/server/clock'
import type { DrivenTo, QuietAt } from '../rehearsal/driven-time.ts'
import { root } from '../places.ts'
import { awaitReady } from '../processes.ts'

// The first hours of the demo event, played before it is shown: game and server move from moment to moment as fast as the machine
// can, as in a rehearsal, so that a visitor sees an event that has run for a day.

/** Event time from one moment to the next. */
const step_ms = 5 * 60_000
/**
 * Real time for the server at each moment. Unfinished work continues while time moves on, as on a server that is behind; so a
 * slow machine sees fewer moments, and the history takes hardly longer.
 */
const patience_ms = 100
/** The same at the beginning, when leads register their guilds and no tabs are known. */
const firstPatience_ms = 300
const beginning_ms = 2 * 3_600_000
/** Real time at the end, until everything seen has been counted. */
const lastPatience_ms = 5000

/** Real time for the server to shut down. */
const stopPatience_ms = 3000

export interface HistoryOptions {
  /** The environment of the server, as in its later start. */
  readonly env: NodeJS.ProcessEnv
  /** The simulator's control plane. */
  readonly control_url: string
  readonly until_ms: number
  readonly log_dir: string
  readonly signal: AbortSignal
  /** Starts the actions of players on the clock of the history. @returns a function that stops them */
  readonly live: (clock: Clock) => () => void
}

const isQuietAt = (message: unknown): message is QuietAt =>
  typeof message === 'object' && message !== null && 'quiet_at_ms' in message

/** Waiting timers of the history. */
function createMoments(start_ms: number) {
  let now_ms = start_ms
  const waiting = new Set<{ at: number; wake: () => void }>()
  const clock: Clock = {
    speed: 1,
    now: () => now_ms,
    sleep: (ms, signal) =>
      new Promise((done) => {
        if (signal?.aborted) return done()
        const sleeper = { at: now_ms + ms, wake: () => (waiting.delete(sleeper), done()) }
        waiting.add(sleeper)
        signal?.addEventListener('abort', sleeper.wake, { once: true })
      }),
  }
  return {
    clock,
    moveTo(at: number): void {
      now_ms = at
      for (const sleeper of waiting) if (sleeper.at <= at) sleeper.wake()
    },
  }
}

function startServer({ env, log_dir }: HistoryOptions, now_ms: number): { child: ChildProcess; ready: Promise<void> } {
  const log = createWriteStream(join(log_dir, 'history.log'), { mode: 0o600 })
  const child = spawn(process.execPath, [resolve(root, 'tools/rehearsal/server.ts')], {
    cwd: root,
    env: { ...process.env, ...env, DRIVEN_CLOCK: String(now_ms) },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  return { child, ready: awaitReady('The server of the history', child, (line) => log.write(`${line}\n`)) }
}

/**
 * Moves game and server from the game's current time to `until_ms`, and ends the server.
 * @returns the clock of the game, which then runs on its own
 */
export async function playHistory(options: HistoryOptions): Promise<ClockSetting> {
  const { control_url, until_ms, signal, live } = options
  const command = async (body: object) => {
    const answer = await fetch(`${control_url}/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${answer.status} from the simulator's clock: ${await answer.text()}`)
    return (await answer.json()) as ClockSetting
  }
  const { virtual_ms } = await command({ pause: true })
  const { clock, moveTo } = createMoments(virtual_ms)
  const { child, ready } = startServer(options, virtual_ms)
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  // A stopping server reports it by signal.
  let quiet: (() => void) | null = null
  child.on('message', (message) => {
    if (isQuietAt(message) && message.quiet_at_ms >= clock.now()) quiet?.()
  })
  const rest = (now_ms: number, within_ms: number) =>
    new Promise<void>((done) => {
      const impatient = setTimeout(done, within_ms)
      quiet = () => (clearTimeout(impatient), done())
      child.send({ now_ms } satisfies DrivenTo)
    })
  let endLives: (() => void) | null = null
  try {
    await ready
    endLives = live(clock)
    for (let at = virtual_ms; at < until_ms && child.connected && !signal.aborted; ) {
      at = Math.min(until_ms, at + step_ms)
      await command({ until: at })
      moveTo(at)
      const isBeginning = at < virtual_ms + beginning_ms
      await rest(at, at === until_ms ? lastPatience_ms : isBeginning ? firstPatience_ms : patience_ms)
    }
    if (!child.connected && !signal.aborted) await ready
  } finally {
    endLives?.()
    child.kill('SIGTERM')
    // Timers on this clock never fire again. Committed data is kept, as after a power cut.
    const impatient = setTimeout(() => child.kill('SIGKILL'), stopPatience_ms)
    await ended
    clearTimeout(impatient)
  }
  return command({ pause: false })
}
