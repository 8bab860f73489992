import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { DrivenTo, QuietAt } from './driven-time.ts'
import { root } from '../places.ts'
import { heapGrowth, readUnitSettings } from '../production-settings.ts'
import { readCpuSeconds } from './processor.ts'

/** One process of the server, whose event clock we move. */
export interface ServerProcess {
  start(now_ms: number): Promise<void>
  /** See `Product`. */
  moveTo(now_ms: number, options?: Pick<DrivenTo, 'one_by_one'>): Promise<QuietAt | null>
  /** The same, and does not wait. */
  tell(now_ms: number, options?: Pick<DrivenTo, 'one_by_one'>): void
  end(signal: NodeJS.Signals): Promise<void>
  /** Whether it has said since its start that it keeps the scores of an event. */
  keepsScores(): boolean
  /** undefined: it does not run. */
  pid(): number | undefined
  /** Its dead predecessors included. */
  cpuSeconds(): number
}

/** Real time that the server has to end when it is asked to; said in the report when it is not enough. */
const stopPatience_ms = 20_000

/** What Node and the allocator are told. */
export interface Settings {
  readonly flags: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

/** What lives for one request should not be taken for something that stays: with room for it a tenth less time is lost. */
export const settingsForSpeed: Settings = { flags: ['--max-semi-space-size=64'], env: {} }

/** As the unit starts it, so that memory and processor time are those of an installation. */
export const settingsOfProduction = (): Settings => ({ flags: [heapGrowth], env: readUnitSettings() })

const isQuietAt = (message: unknown): message is QuietAt =>
  typeof message === 'object' && message !== null && 'quiet_at_ms' in message

/**
 * @param hear takes each line of its log.
 * @param troubles said when it ends by itself.
 */
export function createServerProcess(
  program: string,
  env: NodeJS.ProcessEnv,
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

  // Whatever ends a rehearsal, its server does not stay behind.
  process.once('exit', () => child?.kill('SIGKILL'))

  function start(now_ms: number): Promise<void> {
    const started = spawn(process.execPath, [...settings.flags, program], {
      cwd: root,
      env: { ...process.env, ...env, ...settings.env, DRIVEN_CLOCK: String(now_ms) },
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
    return new Promise((resolve, reject) => {
      for (const stream of [started.stdout, started.stderr]) {
        if (stream === null) continue
        createInterface({ input: stream }).on('line', (line) => {
          hear(line)
          if (line.includes('"msg":"ready"')) resolve()
          if (line.includes('"msg":"keeping scores"')) keeps_scores = true
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
    start,
    moveTo,
    tell,
    end,
    keepsScores: () => keeps_scores,
    pid: () => child?.pid,
    cpuSeconds: () => cpu_seconds + readCpuSeconds(child?.pid),
  }
}
