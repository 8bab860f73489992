import type { Readiness } from '@muster/contract/health'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { anEvent, anObjective, aTeam, insertRows } from '../testing/builders.ts'
import { startFeedServer } from '../testing/feeds.ts'

it('readiness reports listeners that fall behind, with the start time, until they have caught up', async () => {
  const server = await startFeedServer()
  const { db, hub, timer } = server
  const { id: event_id } = await anEvent(db)
  const [objective, team] = [await anObjective(db, event_id), await aTeam(db, event_id)]
  const client = await server.connect(`/events/${event_id}/scores/ws?since=0`)
  const feeds = async () => (await server.get('/ready')).json<Readiness>().roles.http.behind
  expect([hub.behindSince(), await feeds()]).toEqual([null, []])

  const before = Date.now()
  const at = new Date(before)
  const score = { points: 10, rank: 1, number: 1, finished: true }
  const change = { event_id, sequence: 1, changed_at: at, objective_id: objective.id, team_id: team.id, hide_progress: false }
  // Without a notification.
  await insertRows(db, 'score_changes', { ...change, ...score, diff_type: 'Added' })
  await insertRows(db, 'score_cursors', { event_id, change_sequence: 1 })
  // The feed sees the new sequence number, but cannot read the change.
  await db.transact(async (tx) => {
    await sql`lock table score_changes in access exclusive mode`.execute(tx)
    await server.pass(() => expect(hub.behindSince()).toBeGreaterThanOrEqual(before), 5000)
    const first = hub.behindSince() ?? 0
    expect(await feeds()).toEqual([{ part: 'feeds', event_id: null, reason: 'late', since: new Date(first).toISOString() }])
    timer.advance(5000)
    expect(hub.behindSince()).toBe(first)
  })
  await client.has(1)
  await server.pass(() => expect(hub.behindSince()).toBeNull(), 5000)
  expect(await feeds()).toEqual([])
  await server.close()
})
