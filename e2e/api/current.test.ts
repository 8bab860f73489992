import { useTestDatabase } from '@muster/server/testing/test-database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, openApi } from './api.ts'
import { addressOf } from './operation.ts'
import { operations } from './operations.ts'
import { type ApiProgram, startApi } from './program.ts'
import { eventBody, type Scene, setScene } from './scene.ts'

// Only one event can be current, so these tests use a server of their own.

const database = useTestDatabase()
let program: ApiProgram
let api: Api
beforeAll(async () => {
  program = await startApi(database.url)
  api = openApi(program)
}, 60_000)
afterAll(async () => {
  await api.close()
  await program.stop()
})

const ofEvents = operations.filter(({ path }) => /\{event_?id\}/i.test(path))

/** Through the server, which caches the current event for a moment. */
async function setCurrent(scene: Scene, is_current: boolean): Promise<void> {
  const body = { ...eventBody(scene), id: scene.event_id, name: scene.event_name, is_current }
  const { status } = await api.send('PUT', '/events', await api.tokenOf(scene.people.admin), { body })
  expect(status).toBe(201)
}

it.each(ofEvents)('Q-02: $name takes the word current', async (operation) => {
  const scene = await setScene(api)
  await setCurrent(scene, true)
  const token = operation.by === null ? null : await api.tokenOf(scene.people[operation.by])
  const address = addressOf(operation, scene, { event_id: 'current', eventId: 'current' })
  const { method, query, body, status, is_feed } = operation
  const answer = is_feed
    ? await api.listen(address, token, `?${new URLSearchParams(query(scene) as Record<string, string>)}`)
    : await api.send(method, address, token, { query: query(scene), ...(body && { body: body(scene) }) })
  // Calls that need another event are refused because the current event does not fit them, not because of the word.
  const isOfAnother = operation.at(scene).event_id !== scene.event_id && operation.at(scene).event_id !== undefined
  expect(answer.status).toBe(isOfAnother ? 400 : status)
})

describe('without a current event', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await setScene(api)
    await setCurrent(scene, true)
    await setCurrent(scene, false)
  })

  it.each(ofEvents)('Q-02: $name finds no event', async (operation) => {
    const token = await api.tokenOf(scene.people.admin)
    const address = addressOf({ ...operation }, scene, { event_id: 'current', eventId: 'current' })
    const answer = operation.is_feed ? await api.listen(address, token) : await api.send(operation.method, address, token)
    // Only leads may make some of these calls: an admin is refused for any event.
    expect([404, 403]).toContain(answer.status)
  })
})
