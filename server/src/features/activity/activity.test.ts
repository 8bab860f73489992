import type { UserId } from '@muster/contract/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { anEvent, aUser, eventStart } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Row<'users'>
beforeAll(async () => {
  server = await startTestServer()
  admin = await aUser(server.db, { permissions: ['admin'] })
})
afterAll(() => server.close())

const minute_ms = 60_000

/** Samples at these minutes of the event. */
async function seen(event: Row<'events'>, user_id: UserId, minutes: readonly number[]): Promise<void> {
  const rows = minutes.map((minute) => ({ event_id: event.id, user_id, timestamp: new Date(eventStart + minute * minute_ms) }))
  await server.db.insertInto('activity_samples').values(rows).execute()
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

  it('takes another threshold, its own length still within a session', async () => {
    const [event, ada] = [await anEvent(server.db), await aUser(server.db)]
    await seen(event, ada.id, [0, 10, 40, 71, 80])
    expect(await readAll(event, '?threshold_seconds=600')).toEqual({ [ada.id]: 19 * minute_ms })
    expect((await readOne(event, ada.id, ada, '?threshold_seconds=1860')).json()).toBe(80 * minute_ms)
  })

  it.each(['0', '-1', '1.5', 'x', '', '2147483648'])('does not take the threshold "%s"', async (text) => {
    const [event, ada] = [await anEvent(server.db), await aUser(server.db)]
    for (const path of [`/events/${event.id}/activity`, `/events/${event.id}/activity/${ada.id}`]) {
      const answer = await server.get(`${path}?threshold_seconds=${text}`, await server.as(admin))
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ code: 'invalid_request', problems: [{ field: 'threshold_seconds' }] })
    }
  })

  it('is of one event', async () => {
    const [event, other, ada] = [await anEvent(server.db), await anEvent(server.db), await aUser(server.db)]
    await seen(other, ada.id, [0, 10])
    expect(await readAll(event)).toEqual({})
    expect((await readOne(event, ada.id, ada)).json()).toBe(0)
  })

  it("D-47: of others is an admin's to see, and nobody else's", async () => {
    const [event, ada, eve] = [await anEvent(server.db), await aUser(server.db), await aUser(server.db)]
    const manager = await aUser(server.db, { permissions: ['manager'] })
    await seen(event, ada.id, [0, 10])
    const answers = []
    for (const user of [admin, eve, manager]) answers.push((await readOne(event, ada.id, user)).statusCode)
    expect(answers).toEqual([200, 403, 403])
  })

  it('of somebody who does not exist is not found', async () => {
    const answer = await readOne(await anEvent(server.db), 999_999, admin)
    expect(answer.json()).toMatchObject({ code: 'user_not_found' })
  })
})
