import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { ReplicaFallback } from '../telemetry/points.ts'
import type { PrimaryPosition, ReplicaPosition } from './replica-identity.ts'

// Decides when a replica may answer: once it has replayed everything that the primary had written when the call arrived. The
// primary shows a transaction only after its commit was flushed, a replica only after the commit was replayed: from that position
// on, the replica's answer is no older than the primary's.

export interface ConnectedReplica {
  /** The era of the primary when the replica was matched to it. */
  readonly era: string
  ask(): Promise<ReplicaPosition>
  /** Drops the replica because it is unreachable or not a replica of this primary. */
  lose(reason: ReplicaFallback, error?: unknown): void
}

export interface CaughtUpOptions {
  askPrimary(): Promise<PrimaryPosition>
  findReplica(): ConnectedReplica | { readonly missing: ReplicaFallback }
  /** Maximum wait for a replica that is behind or silent; wall clock, like all options here. */
  readonly patience_ms?: number
  /** Minimum interval between two position requests to the primary. */
  readonly apart_ms?: number
  /** After the replica was behind or silent, calls go straight to the primary for this period. */
  readonly rest_ms?: number
}

const poll_ms = 3
const late = Symbol('late')

/** Resolves to the promise's value, or to `late` after `ms`. Later results and errors are ignored. */
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
 * @returns a function that resolves to null if the replica has everything that the primary had at the time of the call, and
 * otherwise to the reason why the primary has to answer. Each call waits for a position requested after it; waiting calls share
 * one.
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
    // Groups at least the calls of one turn of the event loop.
    await (wait_ms > 0 ? sleep(wait_ms) : nextTurn())
    next = null
    begun_at = performance.now()
    return look()
  }

  return async () => {
    if (resting && performance.now() < resting.until) return resting.reason
    // Without a replica there is no wait.
    const replica = findReplica()
    if ('missing' in replica) return replica.missing
    return (next ??= begin())
  }
}
