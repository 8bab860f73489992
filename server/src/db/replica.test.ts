import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../refusal.ts'
import { type ReplicaFallback, replicableReads } from '../telemetry/points.ts'
import type { Db } from './connect.ts'
import { createReplica } from './replica.ts'

// Choice of the database for a call. For the check that a real standby is never older, see http/replica.test.ts.

const primary = { name: 'primary' } as unknown as Db
const db = { name: 'replica' } as unknown as Db
const nameOf = (from: Db) => Promise.resolve((from as unknown as { name: string }).name)

function aReader(reason: ReplicaFallback | null = null) {
  const failed: unknown[] = []
  const asked = { times: 0 }
  const caughtUp = () => {
    asked.times++
    return Promise.resolve(reason)
  }
  const { beginReading } = createReplica({ db, caughtUp, onFailed: (error) => failed.push(error), read_ms: 60_000 })
  return { read: beginReading(primary), failed, asked }
}
const ofDatabase = (code: string) => Object.assign(new pg.DatabaseError('no', 2, 'error'), { code })
const fails = (error: unknown) => (from: Db) => (from === db ? Promise.reject(error as Error) : nameOf(from))

it('reads from the replica if it has caught up, with one check per call', async () => {
  const { read, asked } = aReader()
  expect([await read(nameOf), await read(nameOf), asked.times]).toEqual(['replica', 'replica', 1])
})

it('reads from the primary if it has not', async () => {
  const before = replicableReads.fallbacks.get('behind') ?? 0
  const { read, asked } = aReader('behind')
  expect([await read(nameOf), await read(nameOf), asked.times]).toEqual(['primary', 'primary', 1])
  expect(replicableReads.fallbacks.get('behind')).toBe(before + 1)
})

describe('after a failure of the replica, the primary answers this read and the rest of the call', () => {
  const errors: [string, unknown, ReplicaFallback][] = [
    ['a connection that breaks', new Error('Connection terminated unexpectedly'), 'unreachable'],
    ['no connection', Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' }), 'unreachable'],
    ['a shutdown', ofDatabase('57P01'), 'unreachable'],
    ['a conflict with replay', ofDatabase('40001'), 'conflict'],
    ['a query that takes too long', ofDatabase('57014'), 'slow'],
    ['a table missing in the replica', ofDatabase('42P01'), 'failed'],
  ]
  it.each(errors)('%s', async (_, error, reason) => {
    const before = replicableReads.fallbacks.get(reason) ?? 0
    const { read, failed } = aReader()
    expect(await read(fails(error))).toBe('primary')
    expect(await read(nameOf)).toBe('primary')
    expect(replicableReads.fallbacks.get(reason)).toBe(before + 1)
    // A statement that a replica cannot execute is a bug and has to be reported.
    expect(failed).toEqual(reason === 'failed' ? [error] : [])
  })

  it('no answer in time', async () => {
    const { beginReading } = createReplica({ db, caughtUp: () => Promise.resolve(null), onFailed() {}, read_ms: 1 })
    expect(await beginReading(primary)((from) => (from === db ? new Promise(() => {}) : nameOf(from)))).toBe('primary')
  })
})

it('passes on errors that the primary would raise too: a refusal or a bug', async () => {
  for (const error of [new Refusal('team_not_found'), new TypeError('x is undefined')]) {
    const { read } = aReader()
    await expect(read(fails(error))).rejects.toBe(error)
  }
})

it('passes on a failure of the primary', async () => {
  const { read } = aReader('behind')
  await expect(read(() => Promise.reject(ofDatabase('57P03')))).rejects.toMatchObject({ code: '57P03' })
})
