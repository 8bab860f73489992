import { aUser } from '@muster/server/testing/builders'
import { readRows } from '@muster/server/testing/rows'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Column, listAccess } from './access-table.ts'
import { type Api, openApi } from './api.ts'
import { addressOf, type Operation } from './operation.ts'
import { operations } from './operations.ts'
import { type Scene, setScene } from './scene.ts'

// Every call, made by every kind of caller, compared with the table in docs/access.md.

const access = listAccess()

/** A caller, its column in the table, and its credentials. */
interface Caller {
  readonly name: string
  readonly column: Column
  token(api: Api, scene: Scene): Promise<string | null>
}

const person = (name: string, column: Column, who: keyof Scene['people']): Caller => ({
  name,
  column,
  token: (api, { people }) => api.tokenOf(people[who]),
})

const weeks_ms = 22 * 86_400_000
const callers: readonly Caller[] = [
  { name: 'no login', column: 'nobody', token: async () => null },
  { name: 'nonsense', column: 'nobody', token: async () => 'a.b.c' },
  {
    name: 'an expired login of an admin',
    column: 'nobody',
    token: (api, { people }) => api.tokenOf(people.admin, { age_ms: weeks_ms }),
  },
  {
    name: 'a forged login of an admin',
    column: 'nobody',
    token: (api, { people }) => api.tokenOf(people.admin, { secret: 'x'.repeat(40) }),
  },
  {
    name: 'an ended login of an admin',
    column: 'nobody',
    token: (api, { people }) => api.tokenOf({ ...people.admin, token_version: people.admin.token_version - 1 }),
  },
  {
    name: 'a user whose role was taken away',
    column: 'user',
    token: (api, { people }) =>
      api.tokenOf({ ...people.user, permissions: ['admin', 'manager', 'objective_designer', 'submission_judge'] }),
  },
  person('a user', 'user', 'user'),
  person('a player', 'player', 'player'),
  person('a lead', 'lead', 'lead'),
  person('a rival', 'rival', 'rival'),
  person('a lead of the rival team', 'rival-lead', 'rival_lead'),
  person('an admin', 'admin', 'admin'),
  person('a manager', 'manager', 'manager'),
  person('a designer', 'designer', 'objective_designer'),
  person('a judge', 'judge', 'submission_judge'),
  person('the owner', 'owner', 'owner'),
]

let api: Api
/** Used by all reads and all refused calls; the last test checks that they changed nothing. */
let shared: Scene
let hidden: Scene
let before: Map<string, string[]>
beforeAll(async () => {
  api = openApi()
  ;[shared, hidden] = [await setScene(api), await setScene(api, { is_public: false })]
  before = await readScenes()
})
afterAll(() => api.close())

async function attempt(operation: Operation, caller: Caller, scene: Scene): Promise<number> {
  const address = addressOf(operation, scene)
  const token = await caller.token(api, scene)
  if (operation.is_feed) return (await api.listen(address, token)).status
  const { method, query, body } = operation
  return (await api.send(method, address, token, { query: query(scene), ...(body && { body: body(scene) }) })).status
}

function expected(operation: Operation, column: Column): number {
  const cell = access.get(operation.name)?.[column]
  return cell === 'yes' ? operation.status : Number(cell)
}

async function readScenes(): Promise<Map<string, string[]>> {
  const scenes = [shared, hidden]
  const people = scenes.flatMap((scene) => Object.values(scene.people).map(({ id }) => id))
  const rows = await readRows(
    api.db,
    scenes.map(({ event_id }) => event_id),
    people,
  )
  // Every caller may begin a login, which stores a state.
  rows.delete('login_states by user_id')
  return rows
}

it('the table has one row for every call and no others', () => {
  expect([...access.keys()].toSorted()).toEqual(operations.map(({ name }) => name as string).toSorted())
})

describe.each(operations)('$name', (operation) => {
  const admitted = (column: Column) => access.get(operation.name)?.[column] === 'yes'

  it.each(callers.filter(({ column }) => !admitted(column)))('refuses $name', async (caller) => {
    expect(await attempt(operation, caller, shared)).toBe(expected(operation, caller.column))
  })

  it.each(callers.filter(({ column }) => admitted(column)))('lets $name in', async (caller) => {
    const own = operation.method === 'GET' ? shared : await setScene(api)
    expect(await attempt(operation, caller, own)).toBe(expected(operation, caller.column))
  })
})

const ofEvents = operations.filter(({ name }) => access.get(name)?.hidden !== '–')

describe.each(ofEvents)('$name about a hidden event', (operation) => {
  const of = (wanted: (column: Column) => boolean) => callers.filter(({ column }) => wanted(column))
  // A logo needs only its address.
  const isHidden = access.get(operation.name)?.hidden !== 'yes'
  const isGranted = (column: Column) => access.get(operation.name)?.[column] === 'yes'
  const open = (column: Column) => (isHidden && isGranted(column) ? 404 : expected(operation, column))

  it.each(of((column) => column === 'user'))('is hidden from $name', async (caller) => {
    expect(await attempt(operation, caller, hidden)).toBe(expected(operation, 'hidden'))
  })

  it.each(of((column) => column === 'nobody'))('is hidden from $name', async (caller) => {
    expect(await attempt(operation, caller, hidden)).toBe(open('nobody'))
  })

  it.each(of((column) => !['nobody', 'user'].includes(column)))('answers $name as for any other event', async (caller) => {
    const writes = operation.method !== 'GET' && isGranted(caller.column)
    const own = writes ? await setScene(api, { is_public: false }) : hidden
    expect(await attempt(operation, caller, own)).toBe(expected(operation, caller.column))
  })
})

describe('what was refused', () => {
  it('has changed nothing', async () => {
    expect(before.size).toBeGreaterThan(30)
    const after = await readScenes()
    // The server records an outage when it falls behind, which can happen on a busy machine.
    const outages = 'outages by event_id'
    const idOf = (row: string) => row.split(',', 1)[0]
    const known = new Set(before.get(outages)?.map(idOf))
    expect(known.size).toBeGreaterThan(0)
    after.set(
      outages,
      (after.get(outages) ?? []).filter((row) => known.has(idOf(row))),
    )
    expect(after).toEqual(before)
  })
})

describe('a right', () => {
  it('D-06: ends with the next call after the role is taken away or the login ended', async () => {
    const admin = await aUser(api.db, { permissions: ['admin'] })
    const token = await api.tokenOf(admin)
    const ask = async () => (await api.send('GET', '/jobs', token)).status
    expect(await ask()).toBe(200)
    await api.db.updateTable('users').set({ permissions: [] }).where('id', '=', admin.id).execute()
    expect(await ask()).toBe(403)
    await api.db
      .updateTable('users')
      .set({ token_version: admin.token_version + 1 })
      .where('id', '=', admin.id)
      .execute()
    expect((await api.send('GET', '/users/self', token)).status).toBe(401)
  })
})
