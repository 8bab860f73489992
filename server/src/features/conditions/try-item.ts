import { once } from 'node:events'
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

/** Real time. A thread needs some tenths of a second to begin; conditions of an event and one item some milliseconds. */
const deadline_ms = 5_000
/** Each has a processor for itself, and is only somebody's try. */
const threadsAtOnce = 2
const memory_mib = 256

let running = 0

/**
 * Tries one item on the conditions of an event, in a thread that is ended when it takes too long: whoever tries conditions has
 * sent the item and may have written the patterns, and everybody else waits for what runs here.
 * @throws Refusal invalid_request when the deadline or the memory is not enough, rate_limited when others are trying
 */
export async function tryItem(trial: Trial, patience_ms = deadline_ms): Promise<Tried> {
  if (running >= threadsAtOnce) throw new Refusal('rate_limited', 'Others are testing items at the moment, please wait')
  running += 1
  const thread = new Worker(new URL('./try-item-thread.ts', import.meta.url), {
    workerData: trial,
    resourceLimits: { maxOldGenerationSizeMb: memory_mib },
  })
  const isOver = AbortSignal.timeout(patience_ms)
  try {
    const [answer] = (await once(thread, 'message', { signal: isOver })) as [Tried]
    return answer
  } catch (error) {
    const isOutOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (!isOver.aborted && !isOutOfMemory) throw error
    const problem = 'is too large for the conditions of this event: testing it takes too long'
    throw new Refusal('invalid_request', undefined, [{ field: 'body', problem }])
  } finally {
    await thread.terminate()
    running -= 1
  }
}
