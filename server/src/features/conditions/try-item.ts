import { Worker } from 'node:worker_threads'
import type { GameItem } from '@muster/contract/game-api'
import type { Explanation } from '@muster/domain/conditions/explain'
import type { MatcherOptions } from '@muster/domain/conditions/matcher'
import type { ObjectiveDefinition } from '@muster/domain/objectives/definition'
import { Refusal } from '../../refusal.ts'

/** Everything a thread is given. */
export interface Trial {
  readonly objectives: readonly ObjectiveDefinition[]
  readonly options: MatcherOptions
  readonly item: GameItem
  /** Explain this objective alone. */
  readonly explain: number | undefined
}

export type Tried =
  | { readonly numbers: ReadonlyMap<number, number> }
  /** null: there is no such objective. */
  | { readonly explanation: Explanation | null }

/** Real time; the conditions of an event and one item need some milliseconds. */
const deadline_ms = 5_000
/** Each has a processor for itself, and is only somebody's try. */
const threadsAtOnce = 2
const memory_mib = 256

let running = 0

const isTooLong = new Error('an item took too long')

/**
 * Tries one item on the conditions of an event, in a thread that is ended when it takes too long: whoever tries conditions has
 * sent the item and may have written the patterns, and everybody else waits for what runs here.
 * @throws Refusal invalid_request when the deadline or the memory is not enough, rate_limited when others are trying
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
    throw new Refusal('invalid_request', undefined, [{ field: 'body', problem }])
  } finally {
    await thread.terminate()
    running -= 1
  }
}

/** The answer of a thread; it has so long from the moment in which everything is loaded and it begins. */
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
    thread.on('exit', (code) => end(() => reject(new Error(`the thread that tries an item ended with code ${code}`))))
  })
}
