import { type ChildProcess, spawn } from 'node:child_process'
import type { DrivenTo, QuietAt } from './driven-time.ts'
import { root } from '../places.ts'
import { awaitReady } from '../processes.ts'
import { heapGrowth, readUnitSettings } from '../production-settings.ts'
import { readCpuSeconds } from './processor.ts'

/** One process of the server with a driven event clock. */
export interface ServerProcess {
  start(now_ms: number): Promise<void>
  /** See `Product`. */
  moveTo(now_ms: number, options?: Pick<DrivenTo, 'one_by_one'>): Promise<QuietAt | null>
  /** The same without waiting. */
  tell(now_ms: number, options?: Pick<DrivenTo, 'one_by_one'>): void
  end(signal: NodeJS.Signals): Promise<void>
  /** Whether it has logged since its start that it keeps the scores of an event. */
  keepsScores(): boolean
  /** undefined if it does not run. */
  pid(): number | undefined
  /** Includes its dead predecessors. */
  cpuSeconds(): number
}

/** Real time for the server to stop on request; exceeding it is recorded in the report. */
const stopPatience_ms = 20_000

/** Settings for Node and the allocator. */
export interface Settings {
  readonly flags: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

/** A larger young generation keeps short-lived objects out of the old one, which saves a tenth of the time. */
export const settingsForSpeed: Settings = { flags: ['--max-semi-space-size=64'], env: {} }

/** The same settings as the systemd unit, so that memory and processor time match an installation. */
export const settingsOfProduction = (): Settings => ({ flags: [heapGrowth], env: readUnitSettings() })

const isQuietAt = (message: unknown): message is QuietAt =>
  typeof message === 'object' && message !== null && 'quiet_at_ms' in message

/**
 * @param readEnv called at each start.
 * @param hear called with each line of its log.
 * @param troubles lines reported if it ends unexpectedly.
 */
export function createServerProcess(
  program: string,
  readEnv: () => NodeJS.ProcessEnv,
  settings: Settings,
  hear: (line: string) => void,
  troubles: readonly string[],
): ServerProcess {
  let child: ChildProcess | null = null
  let cpu_seconds = 0
  let keeps_scores = false
  let onQuiet: ((quiet: QuietAt) => void) | null = null
  let onEnd: (() => void) | null = null
  let onKill: (() => void) | null = null

  // However a rehearsal ends, its server ends with it.
  process.once('exit', () => child?.kill('SIGKILL'))

  function start(now_ms: number): Promise<void> {
    const started = spawn(process.execPath, [...settings.flags, program], {
      cwd: root,
      env: { ...process.env, ...readEnv(), ...settings.env, DRIVEN_CLOCK: String(now_ms) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    child = started
    keeps_scores = false
    started.on('message', (message) => {
      if (isQuietAt(message) && child === started) onQuiet?.(message)
    })
    started.once('exit', () => {
      if (child === started) onEnd?.()
    })
    return awaitReady('the server', started, (line) => {
      hear(line)
      if (line.includes('"msg":"took over the scoring of the event"')) keeps_scores = true
    })
  }

  function moveTo(now_ms: number, options: Pick<DrivenTo, 'one_by_one'> = {}): Promise<QuietAt | null> {
    const running = child
    if (!running?.connected) return Promise.resolve(null)
    return new Promise((resolve, reject) => {
      onKill = () => resolve(null)
      onQuiet = (quiet) => quiet.quiet_at_ms >= now_ms && resolve(quiet)
      onEnd = () => reject(new Error(`the server ended unexpectedly:\n${troubles.slice(-10).join('\n')}`))
      running.send({ now_ms, ...options } satisfies DrivenTo)
    })
  }

  function tell(now_ms: number, options: Pick<DrivenTo, 'one_by_one'> = {}): void {
    onQuiet = null
    if (child?.connected) child.send({ now_ms, ...options } satisfies DrivenTo)
  }

  function end(signal: NodeJS.Signals): Promise<void> {
    const running = child
    child = null
    cpu_seconds += readCpuSeconds(running?.pid)
    onKill?.()
    if (!running || running.exitCode !== null || running.signalCode !== null) return Promise.resolve()
    return new Promise((resolve) => {
      const impatient = setTimeout(() => {
        hear(`The server did not stop within ${stopPatience_ms} ms of the request.`)
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
    start,
    moveTo,
    tell,
    end,
    keepsScores: () => keeps_scores,
    pid: () => child?.pid,
    cpuSeconds: () => cpu_seconds + readCpuSeconds(child?.pid),
  }
}
