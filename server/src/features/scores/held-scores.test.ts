import type { TeamId } from '@muster/contract/ids'
import type { QueryId, RootOperationNode } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCaches } from '../../caches.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import { anEvent, anObjective, aScoreChange, aTeam, testNow, insertRows } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { type HeldScores, holdScores } from './held-scores.ts'
import { listChangesAfter, listVisibleChanges, loadHistory, loadLatest } from './store.ts'

const server = useTestServer()
let db: Db
let event: Row<'events'>
let teams: TeamId[]
let open: Row<'objectives'>
let secret: Row<'objectives'>
let held: HeldScores

beforeAll(async () => {
  db = server.db
})
beforeEach(async () => {
  event = await anEvent(db)
  teams = [(await aTeam(db, event.id)).id, (await aTeam(db, event.id)).id]
  ;[secret, open] = [await anObjective(db, event.id, { hide_progress: true }), await anObjective(db, event.id)]
  held = holdScores({ db, caches: createCaches() }, event.id)
})

const change = (
  objective: Row<'objectives'>,
  team: 0 | 1,
  points: number | null,
  more: { finished?: boolean; at?: number } = {},
) => aScoreChange(db, { event_id: event.id, objective, team_id: teams[team] as TeamId, points, ...more })

/** The same database with a callback before the answer of each query. */
function watchQueries(onAnswer: (query: RootOperationNode) => void | Promise<void>): Db {
  const queries = new WeakMap<QueryId, RootOperationNode>()
  return db.withPlugin({
    transformQuery({ queryId, node }) {
      queries.set(queryId, node)
      return node
    },
    async transformResult({ queryId, result }) {
      const query = queries.get(queryId)
      if (query) await onAnswer(query)
      return result
    },
  }) as Db
}

/** Compares with the database's own answer, for every audience. */
async function expectSame(): Promise<void> {
  const seconds = testNow / 1000
  for (const audience of [null, ...teams]) {
    expect(held.listLatest(audience)).toEqual(await loadLatest(db, event.id, audience))
    for (const only of [undefined, 'points'] as const)
      expect(held.listNewest(audience, 5, only)).toEqual(await listVisibleChanges(db, event.id, audience, { limit: 5, only }))
    for (const [from, to] of [
      [seconds - 60, seconds + 3600],
      [seconds + 5, seconds + 20],
    ] as const)
      expect(await held.loadHistory(audience, { from, to })).toEqual(await loadHistory(db, event.id, audience, { from, to }))
  }
}

describe('scores in memory', () => {
  it('equal the scores in the database for every viewer, read whole and change by change', async () => {
    const steps = [
      () => change(open, 0, 5, { at: testNow }),
      () => change(secret, 1, 7, { finished: false, at: testNow + 1000 }),
      () => change(secret, 0, 3, { finished: false, at: testNow + 1200 }),
      () => change(open, 1, 4, { at: testNow + 9000 }),
      () => change(secret, 1, 9, { finished: true, at: testNow + 12_000 }),
      () => change(open, 0, null, { at: testNow + 30_000 }),
      () => change(secret, 0, 8, { finished: true, at: testNow + 31_000 }),
      () => change(open, 0, 6, { at: testNow + 31_500 }),
    ]
    for (const step of steps) {
      await step()
      await held.renew()
      await expectSame()
      const whole = held
      held = holdScores({ db, caches: createCaches() }, event.id)
      await held.renew()
      await expectSame()
      held = whole
    }
  })

  it('are the same object for all viewers with the same view, until a change', async () => {
    await change(open, 0, 5)
    await change(secret, 1, 7, { finished: false })
    await held.renew()
    const latest = held.listLatest(null)
    expect(held.listLatest(teams[0] as TeamId)).toBe(latest)
    expect(held.listLatest(teams[1] as TeamId)).not.toBe(latest)
    await change(secret, 1, 8, { finished: true })
    await held.renew()
    expect(held.listLatest(teams[1] as TeamId)).toBe(held.listLatest(null))
    expect(held.listLatest(null)).not.toBe(latest)
  })

  it('hide what an edit hides, before any rescoring', async () => {
    await change(open, 0, 5, { finished: false })
    await held.renew()
    expect(held.listLatest(null).diffs).toHaveLength(1)
    await db.updateTable('objectives').set({ hide_progress: true }).where('id', '=', open.id).execute()
    await insertRows(db, 'definition_changes', {
      event_id: event.id,
      sequence: 9,
      timestamp: new Date(testNow),
      author_id: null,
      reason: '',
      definition: '{}',
    })
    await held.renew()
    expect(held.listLatest(null).diffs).toHaveLength(0)
  })

  it('are never older than the messages of a feed', async () => {
    await change(open, 0, 5)
    await held.renew()
    const before = held.known_version
    await change(open, 0, 6)
    held.take(await listChangesAfter(db, event.id, 1, 10), 2)
    expect([held.known_version, held.version]).not.toContain(before)
    expect(held.listLatest(null)).toMatchObject({ sequence: 2, diffs: [{ score: { points: 6 } }] })
    // A feed that is ahead: the scores in memory are not used as an answer until the next look.
    await change(open, 0, 7)
    held.take([], 3)
    expect(held.known_version).not.toBe(held.version)
    await held.renew()
    expect(held.known_version).toBe(held.version)
    expect(held.listLatest(null)).toMatchObject({ sequence: 3, diffs: [{ score: { points: 7 } }] })
  })

  it('include messages of a feed during a read', async () => {
    await change(open, 0, 5)
    const { promise: isTold, resolve: tell } = Promise.withResolvers<void>()
    const { promise: isRead, resolve: hasRead } = Promise.withResolvers<void>()
    // Scores change after they were read but before the read has ended.
    const slow = watchQueries(async (query) => {
      if (query.kind !== 'SelectQueryNode' || !JSON.stringify(query).includes('"cursor"')) return
      hasRead()
      await isTold
    })
    held = holdScores({ db: slow, caches: createCaches() }, event.id)
    const reading = held.renew()
    await isRead
    await change(open, 0, 6)
    held.take([], 2)
    tell()
    await reading
    expect(held.listLatest(null).sequence).toBe(2)
  })

  it('are read whole again after a restored database, at lower, the same and higher numbers', async () => {
    for (const points of [1, 2, 3]) await change(open, 0, points)
    await held.renew()
    held.take([], 3)
    const restore = async (sequence: number, points: number) => {
      await db.deleteFrom('score_changes').where('event_id', '=', event.id).execute()
      await db.updateTable('score_cursors').set({ change_sequence: sequence }).where('event_id', '=', event.id).execute()
      return await change(open, 0, points, { at: testNow + points })
    }
    for (const [sequence, points] of [
      [0, 50],
      [9, 60],
      [4, 70],
    ] as const) {
      await restore(sequence, points)
      await held.renew()
      expect(held.listLatest(null)).toMatchObject({ sequence: sequence + 1, diffs: [{ score: { points } }] })
      expect(held.known_version).toBe(held.version)
    }
  })

  it('are read once for all simultaneous callers, and once more for callers during that read', async () => {
    await change(open, 0, 5)
    let asked = 0
    const counting = watchQueries(() => void asked++)
    held = holdScores({ db: counting, caches: createCaches() }, event.id)
    await held.renew()
    asked = 0
    await Promise.all(Array.from({ length: 50 }, () => held.renew()))
    expect(asked).toBe(2)
  })
})
