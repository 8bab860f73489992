import { beforeAll, expect, it } from 'vitest'
import type { Row } from './db/schema.ts'
import { anEvent } from './testing/builders.ts'
import { useTestServer, useRole } from './testing/use-server.ts'
import { prepareMatcher } from './prepared-matcher.ts'

const server = useTestServer()
let event: Row<'events'>
const admin = useRole(server, 'admin')
beforeAll(async () => {
  event = await anEvent(server.db)
})

const addPreset = (name: string, event_id = event.id) =>
  server.send('PUT', `/events/${event_id}/scoring-presets`, admin, {
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

it('keeps the matchers of the most recently used events', async () => {
  const events = await Promise.all(Array.from({ length: 4 }, () => anEvent(server.db)))
  for (const { id } of events) expect((await addPreset('one', id)).statusCode).toBe(200)
  const [first, second, ...others] = events as [Row<'events'>, Row<'events'>, ...Row<'events'>[]]
  const [prepared, forgotten] = [await prepareMatcher(server.ctx, first), await prepareMatcher(server.ctx, second)]
  for (const other of others) {
    await prepareMatcher(server.ctx, other)
    expect(await prepareMatcher(server.ctx, first)).toBe(prepared)
  }
  expect(await prepareMatcher(server.ctx, second)).not.toBe(forgotten)
})
