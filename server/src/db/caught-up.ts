import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { ReplicaFallback } from '../telemetry/points.ts'
import type { PrimaryPosition, ReplicaPosition } from './replica-identity.ts'

// When a replica may answer: once it has replayed what the primary had written when the call arrived. A transaction is seen on the
// primary only after its end was flushed there, and on a replica only after that was replayed: from then on the replica's answer is
// no older than the primary's would have been.

export interface ConnectedReplica {
  /** Of the primary when it was found to be its replica. */
  readonly era: string
  ask(): Promise<ReplicaPosition>
  /** It is away, or not what it was taken for. */
  lose(reason: ReplicaFallback, error?: unknown): void
}

export interface CaughtUpOptions {
  askPrimary(): Promise<PrimaryPosition>
  findReplica(): ConnectedReplica | { readonly missing: ReplicaFallback }
  /** How long a call waits for a replica that is behind or silent; wall clock, as all of these. */
  readonly patience_ms?: number
  /** The primary is asked for its position at most this often. */
  readonly apart_ms?: number
  /** After a replica was behind or silent, calls go to the primary at once for so long. */
  readonly rest_ms?: number
}

const poll_ms = 3
const late = Symbol('late')

/** What a promise says in time. Whatever it says later is nobody's concern any more. */
export async function inTime<T>(promise: Promise<T>, ms: number): Promise<T | typeof late> {
  promise.catch(() => undefined)
  const over = new AbortController()
  try {
    return await Promise.race([promise, sleep(ms, late, { signal: over.signal })])
  } finally {
    over.abort()
  }
}
export const isLate = (answer: unknown): answer is typeof late => answer === late

/**
 * @returns what says whether the replica has everything that the primary had at the time of asking, or why the primary has to answer.
 * Whoever asks waits for a position that is asked for after that; all who wait share it.
 */
export function createCaughtUp(options: CaughtUpOptions): () => Promise<ReplicaFallback | null> {
  const { askPrimary, findReplica, patience_ms = 60, apart_ms = 10, rest_ms = 500 } = options
  let resting: { readonly until: number; readonly reason: ReplicaFallback } | null = null

  async function compare(until: number): Promise<ReplicaFallback | null> {
    const replica = findReplica()
    if ('missing' in replica) return replica.missing
    const wanted = askPrimary().catch(() => null)
    for (;;) {
      let seen
      try {
        seen = await replica.ask()
      } catch (error) {
        replica.lose('unreachable', error)
        return 'unreachable'
      }
      if (!seen.is_standby) {
        replica.lose('not_standby')
        return 'not_standby'
      }
      const primary = await wanted
      if (!primary) return 'primary_silent'
      if (primary.era !== replica.era) {
        replica.lose('other_data')
        return 'other_data'
      }
      if (seen.at !== null && seen.at >= primary.at) return null
      if (performance.now() >= until) return 'behind'
      await sleep(poll_ms)
    }
  }

  async function look(): Promise<ReplicaFallback | null> {
    const found = await inTime(compare(performance.now() + patience_ms), patience_ms + poll_ms)
    const reason = isLate(found) ? 'slow' : found
    if (reason === 'behind' || reason === 'slow') resting = { until: performance.now() + rest_ms, reason }
    return reason
  }

  let next: Promise<ReplicaFallback | null> | null = null
  let begun_at = Number.NEGATIVE_INFINITY
  async function begin(): Promise<ReplicaFallback | null> {
    const wait_ms = begun_at + apart_ms - performance.now()
    // At least those who come in the same turn of the loop go together.
    await (wait_ms > 0 ? sleep(wait_ms) : nextTurn())
    next = null
    begun_at = performance.now()
    return look()
  }

  return async () => {
    if (resting && performance.now() < resting.until) return resting.reason
    // Without a replica nobody waits.
    const replica = findReplica()
    if ('missing' in replica) return replica.missing
    return (next ??= begin())
  }
}
