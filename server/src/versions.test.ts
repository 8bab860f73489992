import { beforeAll, describe, expect, it } from 'vitest'
import { aUser } from './testing/builders.ts'
import { useTestServer } from './testing/use-server.ts'

const server = useTestServer()
let admin: Record<string, string>
let event_id: number
beforeAll(async () => {
  admin = await server.as(await aUser(server.db, { permissions: ['admin'] }))
  event_id = (await put('/events', anEvent())).json<Stored>().id
})

interface Stored {
  id: number
  version: number
}
const times = {
  application_start_time: '2026-01-02T18:00:00.000Z',
  application_end_time: '2026-01-16T18:00:00.000Z',
  event_start_time: '2026-01-16T20:00:00.000Z',
  event_end_time: '2026-01-18T20:00:00.000Z',
}
const anEvent = () => ({ name: 'League', game_version: 'poe1', max_size: 10, waitlist_size: 0, ...times, is_public: true })
const put = (path: string, body: object) => server.send('PUT', path, admin, body)
const root = async () => (await server.get(`/events/${event_id}/objectives`, admin)).json<Stored>().id

const resources: [name: string, path: () => string, body: () => Promise<object>][] = [
  ['event', () => '/events', async () => anEvent()],
  ['team', () => `/events/${event_id}/teams`, async () => ({ name: 'Falcons', allowed_classes: [] })],
  [
    'scoring preset',
    () => `/events/${event_id}/scoring-presets`,
    async () => ({ name: 'Ten', points: [10], scoring_method: 'PRESENCE', type: 'OBJECTIVE' }),
  ],
  [
    'objective',
    () => `/events/${event_id}/objectives`,
    async () => ({
      parent_id: await root(),
      name: 'Orb',
      objective_type: 'ITEM',
      aggregation: 'EARLIEST',
      number_field: 'STACK_SIZE',
      required_number: 1,
      conditions: [],
    }),
  ],
]

describe.each(resources)('editing one (%s)', (_, path, body) => {
  async function create(): Promise<[Stored, object]> {
    const given = await body()
    return [(await put(path(), given)).json<Stored>(), given]
  }

  it('raises its version, and is refused if based on an older version', async () => {
    const [made, given] = await create()
    expect(made.version).toBe(1)
    const edit = { ...given, id: made.id, base_version: 1, name: 'First' }
    expect((await put(path(), edit)).json()).toMatchObject({ name: 'First', version: 2 })
    const late = await put(path(), { ...edit, name: 'Second' })
    expect([late.statusCode, late.json()]).toMatchObject([409, { code: 'changed_meanwhile' }])
    expect((await put(path(), { ...edit, name: 'Second', base_version: 2 })).json()).toMatchObject({ name: 'Second', version: 3 })
  })

  it('without a version overwrites, as older clients do', async () => {
    const [made, given] = await create()
    await put(path(), { ...given, id: made.id, name: 'Third' })
    expect((await put(path(), { ...given, id: made.id, name: 'Fourth' })).json()).toMatchObject({ name: 'Fourth', version: 3 })
  })
})

it('conditions are part of their objective: adding, changing and removing one raises its version', async () => {
  const [, path, body] = resources[3] ?? []
  const objective = (await put(path?.() ?? '', (await body?.()) ?? {})).json<Stored>()
  const versionNow = async () =>
    (await server.get(`/events/${event_id}/objectives/${objective.id}`, admin)).json<Stored>().version
  const condition = { objective_id: objective.id, field: 'NAME', operator: 'EQ', value: 'Tabula Rasa' }
  const { id } = (await put(`/events/${event_id}/conditions`, condition)).json<Stored>()
  expect(await versionNow()).toBe(2)
  await put(`/events/${event_id}/conditions`, { ...condition, id, value: 'Goldrim' })
  expect(await versionNow()).toBe(3)
  await server.send('DELETE', `/events/${event_id}/conditions/${id}`, admin)
  expect(await versionNow()).toBe(4)
})

it('making another event current also changes the previous one: an edit based on its old version is refused', async () => {
  const current = { ...anEvent(), is_current: true }
  const old = (await put('/events', current)).json<Stored>()
  await put('/events', { ...current, name: 'New' })
  expect((await put('/events', { ...current, id: old.id, base_version: old.version })).statusCode).toBe(409)
})
