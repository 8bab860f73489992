import { join } from 'node:path'
import type { Logger } from 'pino'
import type { CalculatedBuild, Calculator } from './calculator.ts'
import { type Program, type Reply, startWorker, type Worker, type WorkerLimits } from './worker.ts'

export interface WorkersSettings {
  /** Maximum number of workers across all programs. */
  readonly size: number
  readonly limits: WorkerLimits
  /** A worker is replaced after this number of builds, which bounds memory leaks of the program. */
  readonly builds_each: number
}

interface Slot {
  worker: Worker | null
  program: Program | null
  builds: number
}

export interface Workers {
  calculate(program: Program, xml: string, signal: AbortSignal): Promise<CalculatedBuild>
  /** Ends all workers; pending builds get the reply `unavailable`. */
  close(): void
}

/** Muster's driver in a checkout of Path of Building. */
export const programIn = (folder: string): Program => ({
  command: 'luajit',
  args: [join(import.meta.dirname, 'driver.lua')],
  folder: join(folder, 'src'),
})

const stopped: CalculatedBuild = { ok: false, reason: 'unavailable', detail: 'it was stopped' }

const describe = ({ kind, text }: Reply): CalculatedBuild => {
  if (kind === '+' || kind === '~') return { ok: true, xml: text, is_partial: kind === '~' }
  if (kind === 'stopped') return stopped
  if (kind === '-' || kind === 'late') return { ok: false, reason: 'refused', detail: text }
  return { ok: false, reason: 'interrupted', detail: text }
}

/**
 * Runs a few processes, each with one build at a time. They start on demand, stay while builds succeed, and are replaced after
 * any failure.
 */
export function createWorkers({ size, limits, builds_each }: WorkersSettings, log: Logger): Workers {
  const free: Slot[] = Array.from({ length: size }, () => ({ worker: null, program: null, builds: 0 }))
  const inLine: ((slot: Slot) => void)[] = []
  const all = [...free]
  let isClosed = false
  let hasSaid = false

  /** Prefers a worker that has already loaded the program. */
  function take(program: Program): Promise<Slot> {
    const place = free.findIndex((slot) => slot.program === program)
    const [slot] = free.splice(Math.max(0, place), 1)
    return slot ? Promise.resolve(slot) : new Promise((resolve) => inLine.push(resolve))
  }
  function giveBack(slot: Slot): void {
    const next = inLine.shift()
    if (next) next(slot)
    else free.push(slot)
  }
  function retire(slot: Slot): void {
    slot.worker?.stop()
    slot.worker = null
    slot.program = null
  }

  /** Logs once which program runs and whether it has network access. */
  function sayOnce(said: string): void {
    if (hasSaid) return
    hasSaid = true
    const [network, version] = said.split(' ')
    if (network === 'alone') log.info({ version }, 'Path of Building workers are ready and have no network access')
    else
      log.warn(
        { version },
        'Path of Building workers are ready; they have network access, because this machine does not support taking it away',
      )
  }

  async function readyWorker(slot: Slot, program: Program): Promise<Worker | string> {
    if (slot.worker && !slot.worker.isOver && slot.program === program && slot.builds < builds_each) return slot.worker
    retire(slot)
    const { worker, first } = await startWorker(program, limits)
    if (first.kind !== '!') return first.text
    sayOnce(first.text)
    Object.assign(slot, { worker, program, builds: 0 })
    return worker
  }

  async function calculate(slot: Slot, program: Program, xml: string, signal: AbortSignal): Promise<CalculatedBuild> {
    const worker = await readyWorker(slot, program)
    if (typeof worker === 'string') return { ok: false, reason: 'unavailable', detail: worker }
    if (isClosed) retire(slot)
    if (isClosed || signal.aborted) return stopped
    const stop = () => worker.stop()
    signal.addEventListener('abort', stop, { once: true })
    const reply = await worker.ask(xml)
    signal.removeEventListener('abort', stop)
    slot.builds++
    if (reply.kind !== '+' && reply.kind !== '~') {
      if (reply.kind !== 'stopped')
        log.warn({ kind: reply.kind, said: worker.complaint }, 'the calculation of a build failed; the worker is replaced')
      retire(slot)
    }
    return describe(reply)
  }

  return {
    async calculate(program, xml, signal) {
      const slot = await take(program)
      try {
        return isClosed || signal.aborted ? stopped : await calculate(slot, program, xml, signal)
      } finally {
        giveBack(slot)
      }
    },
    close() {
      isClosed = true
      for (const slot of all) retire(slot)
    },
  }
}

/** Workers as the calculator of one game. */
export const calculatorOf = (
  workers: Workers,
  program: Program,
  settings: Pick<Calculator, 'concurrency' | 'engine'>,
): Calculator => ({
  ...settings,
  reads: 'export',
  name: 'Path of Building',
  calculate: (xml, signal) => workers.calculate(program, xml, signal),
})
