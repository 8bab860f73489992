import { Refusal } from '../../refusal.ts'

interface TurnRules {
  /** Upper bound for simultaneous turns; at most one per key. */
  readonly at_once: number
  readonly most_waiting: number
  /** Real time: maximum wait before a refusal. */
  readonly patience_ms: number
}

/** Runs work of different keys in parallel, and work of one key in order of arrival. */
export interface Turns<K> {
  /**
   * Waits for a turn. @returns a function that ends the turn.
   * @throws Refusal preview_busy if too many wait, the wait is too long, or `signal` aborts
   */
  take(key: K, signal?: AbortSignal): Promise<() => void>
}

export function createTurns<K>({ at_once, most_waiting, patience_ms }: TurnRules): Turns<K> {
  const running = new Set<K>()
  const waiting: { readonly key: K; readonly begin: () => void }[] = []
  const isFree = (key: K) => running.size < at_once && !running.has(key)

  function start(key: K): () => void {
    running.add(key)
    return () => {
      running.delete(key)
      const next = waiting.find((one) => isFree(one.key))
      if (next) next.begin()
    }
  }

  return {
    take(key, signal) {
      if (isFree(key)) return Promise.resolve(start(key))
      if (waiting.length >= most_waiting) return Promise.reject(new Refusal('preview_busy'))
      return new Promise((resolve, reject) => {
        const leave = () => {
          waiting.splice(waiting.indexOf(entry), 1)
          clearTimeout(timer)
          signal?.removeEventListener('abort', giveUp)
        }
        const giveUp = () => {
          leave()
          reject(new Refusal('preview_busy'))
        }
        const timer = setTimeout(giveUp, patience_ms)
        const entry = {
          key,
          begin: () => {
            leave()
            resolve(start(key))
          },
        }
        waiting.push(entry)
        if (signal?.aborted) giveUp()
        else signal?.addEventListener('abort', giveUp)
      })
    },
  }
}
