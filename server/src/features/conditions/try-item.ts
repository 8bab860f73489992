import { Worker } from 'node:worker_threads'
import type { GameItem } from '@muster/contract/game-api'
import type { Explanation } from '@muster/domain/conditions/explain'
import type { MatcherOptions } from '@muster/domain/conditions/matcher'
import type { ObjectiveDefinition } from '@muster/domain/objectives/definition'
import { Refusal, refuseField } from '../../refusal.ts'

/** The input of a thread. */
export interface Trial {
  readonly objectives: readonly ObjectiveDefinition[]
  readonly options: MatcherOptions
  readonly item: GameItem
  /** Explain this objective only. */
  readonly explain: number | undefined
}

export type Tried =
  | { readonly numbers: ReadonlyMap<number, number> }
  /** null: unknown objective. */
  | { readonly explanation: Explanation | null }

/** Real time; matching one item with the conditions of an event takes a few milliseconds. */
const deadline_ms = 5_000
/** Each thread occupies a processor for a mere test. */
const threadsAtOnce = 2
const memory_mib = 256

let running = 0

const isTooLong = new Error('an item took too long')

/**
 * Matches one item with the conditions of an event, in a thread with a timeout: the caller sends the item and may have written
 * the patterns, and a slow match here would block all other requests.
 * @throws Refusal invalid_request if the timeout or the memory is exceeded, rate_limited if all threads are busy
 */
export async function tryItem(trial: Trial, patience_ms = deadline_ms): Promise<Tried> {
  if (running >= threadsAtOnce) throw new Refusal('rate_limited', 'Too many items are being tested right now, please wait')
  running += 1
  const thread = new Worker(new URL('./try-item-thread.ts', import.meta.url), {
    workerData: trial,
    resourceLimits: { maxOldGenerationSizeMb: memory_mib },
  })
  try {
    return await listen(thread, patience_ms)
  } catch (error) {
    if (error !== isTooLong && (error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error
    const problem = 'is too large for the conditions of this event: testing it takes too long'
    throw refuseField('body', problem)
  } finally {
    await thread.terminate()
    running -= 1
  }
}

/** The answer from a thread; the timeout begins once everything is loaded. */
function listen(thread: Worker, patience_ms: number): Promise<Tried> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const end = (use: () => void) => {
      clearTimeout(timer)
      use()
    }
    thread.on('message', (said: 'begins' | Tried) => {
      if (said === 'begins') timer = setTimeout(() => reject(isTooLong), patience_ms)
      else end(() => resolve(said))
    })
    thread.on('error', (error) => end(() => reject(error)))
    thread.on('exit', (code) => end(() => reject(new Error(`the thread that tests an item ended with code ${code}`))))
  })
}
