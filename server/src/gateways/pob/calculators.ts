import { availableParallelism } from 'node:os'
import type { GameVersion } from '@muster/contract/events'
import type { Logger } from 'pino'
import type { CalculatorSettings } from '../../config.ts'
import type { Calculator } from './calculator.ts'
import { createCalculatorService } from './http-calculator.ts'
import { calculatorOf, createWorkers, programIn } from './workers.ts'

export type Calculators = Readonly<Record<GameVersion, Calculator | null>>

// Several times the measured need of a worker.
const memory_mb = 1024
const start_ms = 30_000
const builds_each = 100

/** The configured calculators of each game. The two games together start no more workers than there are processors. */
export function createCalculators(
  settings: Readonly<Record<GameVersion, CalculatorSettings | null>>,
  log: Logger,
): { readonly calculators: Calculators; close(): void } {
  const known = settings.poe1 ?? settings.poe2
  if (known === null) return { calculators: { poe1: null, poe2: null }, close: () => {} }
  const size = Math.min(known.concurrency, availableParallelism())
  const limits = { memory_mb, start_ms, timeout_ms: known.timeout_ms }
  const workers = createWorkers({ size, limits, builds_each }, log)
  const create = (one: CalculatorSettings | null): Calculator | null => {
    if (one === null) return null
    return 'url' in one
      ? createCalculatorService(one)
      : calculatorOf(workers, programIn(one.folder), { concurrency: size, engine: one.engine })
  }
  return { calculators: { poe1: create(settings.poe1), poe2: create(settings.poe2) }, close: () => workers.close() }
}
