import type { EventId, UserId } from '@muster/contract/ids'
import type { Signup } from '@muster/contract/signups'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { aMember, anEvent, aTeam, aUser, testNow, insertRows } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
let manager: Row<'users'>
beforeAll(async () => {
  manager = await aUser(server.db, { permissions: ['manager'] })
})

/** An event with one place and this many signups. */
async function prepare(count: number, max_size = 1) {
  const event = await anEvent(server.db, { max_size, waitlist_size: 9 })
  const users: UserId[] = []
  for (let n = 0; n < count; n++) {
    const { id } = await aUser(server.db)
    users.push(id)
    const signup = { event_id: event.id, user_id: id, timestamp: new Date(testNow - 1000 + n), expected_playtime: 3 + n }
    await insertRows(server.db, 'signups', signup)
  }
  return { event, users: users as [UserId, UserId, ...UserId[]] }
}
const list = async (event_id: EventId) =>
  (await server.get(`/events/${event_id}/signups`, await server.as(manager)))
    .json<Signup[]>()
    .map((one) => [one.user?.id, one.application_status])
const put = async (event_id: EventId, user_id: UserId, queue_place: string | null) =>
  server.send('PUT', `/events/${event_id}/signups/${user_id}/queue-place`, await server.as(manager), { queue_place })
const remove = async (event_id: EventId, user_id: UserId) =>
  server.send('DELETE', `/events/${event_id}/signups/${user_id}`, await server.as(manager))
const restore = async (event_id: EventId, user_id: UserId) =>
  server.send('POST', `/events/${event_id}/signups/${user_id}/restore`, await server.as(manager))
const codeOf = (answer: { statusCode: number; json<T>(): T }) => [answer.statusCode, answer.json<{ code: string }>().code]

describe('an organiser', () => {
  it('accepts a waitlisted player, and moves the last accepted one to the waitlist', async () => {
    const {
      event,
      users: [one, two, three],
    } = await prepare(3, 2)
    expect((await put(event.id, three as UserId, 'front')).json()).toMatchObject({
      queue_place: 'front',
      application_status: 'applied',
    })
    expect(await list(event.id)).toEqual([
      [three, 'applied'],
      [one, 'applied'],
      [two, 'waitlisted'],
    ])
    await put(event.id, three as UserId, null)
    expect(await list(event.id)).toEqual([
      [one, 'applied'],
      [two, 'applied'],
      [three, 'waitlisted'],
    ])
  })

  it('moves a player to the waitlist even with free places, and shows it to the player', async () => {
    const {
      event,
      users: [one, two],
    } = await prepare(2, 5)
    await put(event.id, one, 'back')
    expect(await list(event.id)).toEqual([
      [two, 'applied'],
      [one, 'waitlisted'],
    ])
    const person = await server.db.selectFrom('users').selectAll().where('id', '=', one).executeTakeFirstOrThrow()
    const status = await server.get(`/events/${event.id}/status`, await server.as(person))
    expect(status.json()).toMatchObject({ application_status: 'waitlisted', number_of_signups_before: 1 })
  })

  it('refuses a player without a signup, and unknown places', async () => {
    const {
      event,
      users: [one],
    } = await prepare(1)
    expect(codeOf(await put(event.id, (await aUser(server.db)).id, 'front'))).toEqual([404, 'signup_not_found'])
    expect(codeOf(await put(event.id, one, 'middle'))).toEqual([400, 'invalid_request'])
  })

  it('restores a signup unchanged: place in the queue, answers and team', async () => {
    const {
      event,
      users: [one, two],
    } = await prepare(2)
    const team = await aTeam(server.db, event.id)
    await aMember(server.db, team, one, true)
    const load = async () => (await server.get(`/events/${event.id}/signups`, await server.as(manager))).json()
    const before = await load()
    await remove(event.id, one)
    expect(await list(event.id)).toEqual([[two, 'applied']])
    expect((await restore(event.id, one)).statusCode).toBe(200)
    expect(await load()).toEqual(before)
    expect(codeOf(await restore(event.id, one))).toEqual([404, 'signup_not_found'])
  })

  it('does not restore over a new signup, nor a signup withdrawn by its player', async () => {
    const {
      event,
      users: [one, two],
    } = await prepare(2)
    await remove(event.id, one)
    const signup = { event_id: event.id, user_id: one, timestamp: new Date(testNow), expected_playtime: 9 }
    await insertRows(server.db, 'signups', signup)
    expect(codeOf(await restore(event.id, one))).toEqual([409, 'changed_meanwhile'])
    const person = await server.db.selectFrom('users').selectAll().where('id', '=', two).executeTakeFirstOrThrow()
    await server.send('DELETE', `/events/${event.id}/signups/${two}`, await server.as(person))
    expect(codeOf(await restore(event.id, two))).toEqual([404, 'signup_not_found'])
  })

  it('logs each change with its author', async () => {
    const {
      event,
      users: [one],
    } = await prepare(1)
    await put(event.id, one, 'back')
    await remove(event.id, one)
    await restore(event.id, one)
    const changes = await server.db
      .selectFrom('signup_changes')
      .select(['kind', 'author_id'])
      .where('event_id', '=', event.id)
      .orderBy('id')
      .execute()
    expect(changes).toEqual(['back', 'removed', 'restored'].map((kind) => ({ kind, author_id: manager.id })))
  })
})
