import type { OwnReading } from '@muster/contract/tracking'
import { beforeEach, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { aMember, anEvent, aTeam, aUser, insertRows, testNow } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
let event: Row<'events'>
let player: Row<'users'>

const seconds = (offset: number) => new Date(testNow + offset * 1000)
const now = seconds(0).toISOString()

beforeEach(async () => {
  const { db } = server
  server.setNow(testNow)
  event = await anEvent(db)
  player = await aUser(db)
  await aMember(db, await aTeam(db, event.id), player.id)
})

const connect = () =>
  insertRows(server.db, 'accounts', { user_id: player.id, provider: 'poe', account_id: `${player.id}`, name: 'P#0001' })
const path = () => `/events/${event.id}/tracking/self`
const request = async (by = player) => server.send('POST', path(), await server.as(by))
const read = async (): Promise<OwnReading> => (await server.get(path(), await server.as(player))).json()
const pollOf = (user_id = player.id) =>
  server.db.selectFrom('character_polls').selectAll().where('user_id', '=', user_id).executeTakeFirst()
const settle = (asked_at: Date) => server.db.updateTable('character_polls').set({ asked_at, wanted_at: null }).execute()

it('a request puts the player first, and a second press changes nothing', async () => {
  await connect()
  expect((await request()).json()).toMatchObject({ wanted_at: now, possible_at: null, is_connected: true })
  server.setNow(testNow + 5000)
  expect((await request()).json()).toMatchObject({ wanted_at: now })
  expect((await pollOf())?.wanted_at).toEqual(seconds(0))
})

it('a request shortly after the last reading is refused, with the time from which it is possible', async () => {
  await connect()
  await request()
  await settle(seconds(0))
  server.setNow(testNow + 89_000)
  const refused = await request()
  expect(refused.statusCode).toBe(429)
  const possible_at = seconds(90).toISOString()
  expect(refused.json()).toMatchObject({ code: 'read_recently', error: expect.stringContaining(possible_at) })
  expect(await read()).toMatchObject({ wanted_at: null, asked_at: now, possible_at })
  server.setNow(testNow + 90_000)
  expect((await read()).possible_at).toBeNull()
  expect((await request()).json()).toMatchObject({ wanted_at: possible_at })
})

it('the page data says whether the last attempt failed, and whether characters are being read', async () => {
  await connect()
  await request()
  expect(await read()).toMatchObject({ has_failed: false, is_running: false })
  await server.db.updateTable('character_polls').set({ failures_in_a_row: 1, last_error: 'secret detail' }).execute()
  await insertRows(server.db, 'jobs', {
    event_id: event.id,
    job_type: 'FetchCharacterData',
    end_date: seconds(3600),
    lease_owner: 'a process',
    lease_expires_at: new Date(Date.now() + 60_000),
  })
  const answer = await read()
  expect(answer).toMatchObject({ has_failed: true, is_running: true })
  expect(JSON.stringify(answer)).not.toContain('secret')
})

it('without a connected game account nothing can be read', async () => {
  expect(await read()).toMatchObject({ is_connected: false, asked_at: null })
  expect((await request()).json()).toMatchObject({ code: 'not_connected' })
  expect(await pollOf()).toBeUndefined()
})

it('players can ask for themselves only', async () => {
  await connect()
  const rival = await aUser(server.db)
  expect((await request(rival)).statusCode).toBe(403)
  await request()
  const rows = await server.db.selectFrom('character_polls').select('user_id').where('event_id', '=', event.id).execute()
  expect(rows).toEqual([{ user_id: player.id }])
})
