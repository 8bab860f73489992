import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { anEvent, aUser } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { prepareMatcher } from './prepared-matcher.ts'

let server: TestServer
let event: Row<'events'>
let admin: { authorization: string }
beforeAll(async () => {
  server = await startTestServer()
  event = await anEvent(server.db)
  admin = await server.as(await aUser(server.db, { permissions: ['admin'] }))
})
afterAll(() => server.close())

const addPreset = (name: string) =>
  server.send('PUT', `/events/${event.id}/scoring-presets`, admin, {
    name,
    points: [1],
    scoring_method: 'PRESENCE',
    type: 'OBJECTIVE',
  })

it('D-72: the conditions of an event are compiled once, and again only after an edit', async () => {
  expect((await addPreset('one')).statusCode).toBe(200)
  const first = await prepareMatcher(server.ctx, event)
  expect(await prepareMatcher(server.ctx, event)).toBe(first)
  expect((await addPreset('two')).statusCode).toBe(200)
  expect(await prepareMatcher(server.ctx, event)).not.toBe(first)
})
