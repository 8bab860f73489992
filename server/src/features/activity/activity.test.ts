import type { ActivityReport } from '@muster/contract/activity'
import type { UserId } from '@muster/contract/ids'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import {
  aMember,
  anEvent,
  anObjective,
  aScoreChange,
  aTeam,
  aUser,
  eventEnd,
  eventStart,
  insertRows,
} from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
let admin: Row<'users'>
beforeAll(async () => {
  admin = await aUser(server.db, { permissions: ['admin'] })
})

const minute_ms = 60_000

/** Samples at these minutes of the event. */
async function seen(event: Row<'events'>, user_id: UserId, minutes: readonly number[]): Promise<void> {
  const rows = minutes.map((minute) => ({ event_id: event.id, user_id, timestamp: new Date(eventStart + minute * minute_ms) }))
  await insertRows(server.db, 'activity_samples', rows)
}
const readAll = async (event: Row<'events'>, query = '') =>
  (await server.get(`/events/${event.id}/activity${query}`, await server.as(admin))).json<unknown>()
const readOne = async (event: Row<'events'>, user_id: number, by: Row<'users'>, query = '') =>
  server.get(`/events/${event.id}/activity/${user_id}${query}`, await server.as(by))

describe('activity', () => {
  it('adds up sessions without a break longer than half an hour, in milliseconds (Q-12)', async () => {
    const [event, ada, ben, eve] = [
      await anEvent(server.db),
      await aUser(server.db),
      await aUser(server.db),
      await aUser(server.db),
    ]
    await seen(event, ada.id, [0, 10, 40, 71, 80])
    await seen(event, ben.id, [5])
    expect(await readAll(event)).toEqual({ [ada.id]: 49 * minute_ms, [ben.id]: 0 })
    const own = await readOne(event, ada.id, ada)
    expect([own.statusCode, own.body, own.headers['content-type']]).toEqual([
      200,
      String(49 * minute_ms),
      'application/json; charset=utf-8',
    ])
    expect((await readOne(event, eve.id, eve)).json()).toBe(0)
  })

  it('accepts another threshold, with its exact length still within a session', async () => {
    const [event, ada] = [await anEvent(server.db), await aUser(server.db)]
    await seen(event, ada.id, [0, 10, 40, 71, 80])
    expect(await readAll(event, '?threshold_seconds=600')).toEqual({ [ada.id]: 19 * minute_ms })
    expect((await readOne(event, ada.id, ada, '?threshold_seconds=1860')).json()).toBe(80 * minute_ms)
  })

  it.each(['0', '-1', '1.5', 'x', '', '2147483648'])('refuses the threshold "%s"', async (text) => {
    const [event, ada] = [await anEvent(server.db), await aUser(server.db)]
    for (const path of [`/events/${event.id}/activity`, `/events/${event.id}/activity/${ada.id}`]) {
      const answer = await server.get(`${path}?threshold_seconds=${text}`, await server.as(admin))
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ code: 'invalid_request', problems: [{ field: 'threshold_seconds' }] })
    }
  })

  it('covers one event', async () => {
    const [event, other, ada] = [await anEvent(server.db), await anEvent(server.db), await aUser(server.db)]
    await seen(other, ada.id, [0, 10])
    expect(await readAll(event)).toEqual({})
    expect((await readOne(event, ada.id, ada)).json()).toBe(0)
  })

  it('D-47, S-12: only admins see the activity of another player', async () => {
    const [event, ada, eve] = [await anEvent(server.db), await aUser(server.db), await aUser(server.db)]
    const manager = await aUser(server.db, { permissions: ['manager'] })
    await seen(event, ada.id, [0, 10])
    const answers = []
    for (const user of [admin, eve, manager]) answers.push((await readOne(event, ada.id, user)).statusCode)
    expect(answers).toEqual([200, 403, 403])
  })

  it('of an unknown user is not found', async () => {
    const answer = await readOne(await anEvent(server.db), 999_999, admin)
    expect(answer.json()).toMatchObject({ code: 'user_not_found' })
  })
})

describe('the report of an event', () => {
  const report = async (event: Row<'events'>) =>
    (await server.get(`/events/${event.id}/activity/report`, await server.as(admin))).json<ActivityReport>()

  it('lists every member, including members never seen, and sums by team over the elapsed time', async () => {
    const { db } = server
    const event = await anEvent(db)
    const [foxes, owls] = [await aTeam(db, event.id), await aTeam(db, event.id)]
    const [ada, ben, eve] = [
      await aUser(db, { display_name: 'Ada' }),
      await aUser(db, { display_name: 'Ben' }),
      await aUser(db, { display_name: 'Eve' }),
    ]
    await aMember(db, foxes, ada.id)
    await aMember(db, foxes, ben.id)
    await aMember(db, owls, eve.id)
    await seen(event, ada.id, [0, 20, 40])
    // A user without a team is not in the report.
    await seen(event, (await aUser(db)).id, [0, 20])
    const character = { id: `${event.id}`.padStart(64, 'd'), name: 'AdaShoots', ascendancy: 'Ranger', level: 42, experience: 1 }
    await insertRows(db, 'characters', { ...character, event_id: event.id, user_id: ada.id, is_tracked: true })
    const root = await anObjective(db, event.id, { objective_type: 'CATEGORY', aggregation: 'NONE' })
    const below = await anObjective(db, event.id, { parent_id: root.id })
    await aScoreChange(db, { event_id: event.id, objective: root, team_id: owls.id, points: 12 })
    await aScoreChange(db, { event_id: event.id, objective: below, team_id: owls.id, points: 99 })
    server.setNow(eventStart + 60 * minute_ms)
    const found = await report(event)
    expect(found.elapsed_ms).toBe(60 * minute_ms)
    expect(found.teams).toEqual([
      { team_id: foxes.id, points: 0, members: 2, seen: 1, ten_hours_a_day: 1, active_ms: 40 * minute_ms },
      { team_id: owls.id, points: 111, members: 1, seen: 0, ten_hours_a_day: 0, active_ms: 0 },
    ])
    const never = { character_name: null, level: null, active_ms: 0, last_seen_at: null }
    expect(found.people).toEqual([
      {
        user_id: ada.id,
        display_name: 'Ada',
        team_id: foxes.id,
        character_name: 'AdaShoots',
        level: 42,
        active_ms: 40 * minute_ms,
        last_seen_at: new Date(eventStart + 40 * minute_ms).toISOString(),
      },
      { user_id: ben.id, display_name: 'Ben', team_id: foxes.id, ...never },
      { user_id: eve.id, display_name: 'Eve', team_id: owls.id, ...never },
    ])
    server.setNow(eventEnd + 60 * minute_ms)
    expect((await report(event)).elapsed_ms).toBe(eventEnd - eventStart)
  })
})
