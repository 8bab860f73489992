import { describe, expect, it } from 'vitest'
import type { ReplicaFallback } from '../telemetry/points.ts'
import { type CaughtUpOptions, createCaughtUp } from './replica-lag.ts'
import type { PrimaryPosition, ReplicaPosition } from './replica-identity.ts'

const era = 'the only one'

/** A primary and a replica with scripted positions; by default, calls do not wait. */
function aPair(options: Partial<CaughtUpOptions> = {}) {
  const pair = {
    primary: (): Promise<PrimaryPosition> => Promise.resolve({ at: 100, era }),
    replica: (): Promise<ReplicaPosition> => Promise.resolve({ is_standby: true, at: 100 }),
    asked: { primary: 0, replica: 0 },
    lost: [] as ReplicaFallback[],
    missing: null as ReplicaFallback | null,
  }
  const caughtUp = createCaughtUp({
    askPrimary() {
      pair.asked.primary++
      return pair.primary()
    },
    findReplica: () =>
      pair.missing === null
        ? {
            era,
            ask() {
              pair.asked.replica++
              return pair.replica()
            },
            lose: (reason) => void pair.lost.push(reason),
          }
        : { missing: pair.missing },
    patience_ms: 0,
    apart_ms: 0,
    rest_ms: 0,
    ...options,
  })
  return { pair, caughtUp }
}
const patient = { patience_ms: 60_000 }

describe('a replica may answer', () => {
  it('once it has replayed everything the primary had written', async () => {
    for (const at of [100, 101]) {
      const { pair, caughtUp } = aPair(patient)
      pair.replica = () => Promise.resolve({ is_standby: true, at })
      expect(await caughtUp()).toBe(null)
    }
  })

  it('as soon as it catches up while a call waits', async () => {
    const { pair, caughtUp } = aPair(patient)
    pair.replica = () => Promise.resolve({ is_standby: true, at: 97 + pair.asked.replica })
    expect(await caughtUp()).toBe(null)
    expect(pair.asked).toEqual({ primary: 1, replica: 3 })
  })

  it('not while it is behind, nor if it has replayed nothing', async () => {
    for (const at of [99, null]) {
      const { pair, caughtUp } = aPair()
      pair.replica = () => Promise.resolve({ is_standby: true, at })
      expect(['behind', 'slow']).toContain(await caughtUp())
      expect(pair.lost).toEqual([])
    }
  })

  it('not if either of them does not report its position', async () => {
    const { pair, caughtUp } = aPair()
    pair.replica = () => new Promise(() => {})
    expect(await caughtUp()).toBe('slow')
    const other = aPair()
    other.pair.primary = () => new Promise(() => {})
    expect(await other.caughtUp()).toBe('slow')
    expect([...pair.lost, ...other.pair.lost]).toEqual([])
  })
})

describe('a replica is lost', () => {
  it('when it was promoted, even if it has caught up', async () => {
    const { pair, caughtUp } = aPair(patient)
    pair.replica = () => Promise.resolve({ is_standby: false, at: 1000 })
    expect(await caughtUp()).toBe('not_standby')
    expect(pair.lost).toEqual(['not_standby'])
  })

  it('when the primary has restarted or changed its timeline since they were compared', async () => {
    const { pair, caughtUp } = aPair(patient)
    pair.primary = () => Promise.resolve({ at: 50, era: 'another' })
    expect(await caughtUp()).toBe('other_data')
    expect(pair.lost).toEqual(['other_data'])
  })

  it('when its connection breaks', async () => {
    const { pair, caughtUp } = aPair(patient)
    pair.replica = () => Promise.reject(new Error('Connection terminated'))
    expect(await caughtUp()).toBe('unreachable')
    expect(pair.lost).toEqual(['unreachable'])
  })

  it('not when the primary fails', async () => {
    const { pair, caughtUp } = aPair(patient)
    pair.primary = () => Promise.reject(new Error('too many connections'))
    expect(await caughtUp()).toBe('primary_silent')
    expect(pair.lost).toEqual([])
  })
})

describe('a call that asks for the position', () => {
  it('shares the position with simultaneous calls, and never uses one requested before the call', async () => {
    const { pair, caughtUp } = aPair(patient)
    let position = 100
    pair.primary = () => Promise.resolve({ at: position, era })
    expect(await Promise.all([caughtUp(), caughtUp(), caughtUp()])).toEqual([null, null, null])
    expect(pair.asked.primary).toBe(1)

    // A write happens while the first call waits for its position; later calls must see that write.
    const { promise: told, resolve: tell } = Promise.withResolvers<PrimaryPosition>()
    pair.primary = () => told
    const first = caughtUp()
    await expect.poll(() => pair.asked.primary).toBe(2)
    position = 101
    pair.primary = () => Promise.resolve({ at: position, era })
    const { promise: reached, resolve: reach } = Promise.withResolvers<ReplicaPosition>()
    pair.replica = () => reached
    const second = caughtUp()
    tell({ at: 100, era })
    expect(await first).toBe(null)
    reach({ is_standby: true, at: 101 })
    expect(await second).toBe(null)
    expect(pair.asked.primary).toBe(3)
  })

  it('goes straight to the primary for a while after the replica was behind', async () => {
    const { pair, caughtUp } = aPair({ rest_ms: 60_000 })
    pair.replica = () => Promise.resolve({ is_standby: true, at: 1 })
    const reason = await caughtUp()
    expect(await caughtUp()).toBe(reason)
    expect(pair.asked.primary).toBe(1)
  })

  it('does not wait if there is no replica', async () => {
    const { pair, caughtUp } = aPair(patient)
    pair.missing = 'starting'
    expect(await caughtUp()).toBe('starting')
    expect(pair.asked).toEqual({ primary: 0, replica: 0 })
  })
})
