import { keyScopes, type KeyScope } from '@muster/contract/keys'
import { makeKeyText } from '@muster/server/features/keys/key-text'
import { hashSecret } from '@muster/server/secret-hash'
import { aUser } from '@muster/server/testing/builders'
import { readRows } from '@muster/server/testing/rows'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Column, listAccess, listKeyCalls } from './access-table.ts'
import { type Api, openApi } from './api.ts'
import { addressOf, type Operation } from './operation.ts'
import { operations } from './operations.ts'
import { type Scene, setScene } from './scene.ts'

// Every call, made by every kind of caller, compared with the table in docs/access.md.

const access = listAccess()
const keyCalls = listKeyCalls()

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
  const { method, query, body } = operation
  if (operation.is_feed) {
    const asked = Object.entries(query(scene)).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    return (await api.listen(address, token, asked.length === 0 ? '' : `?${asked.join('&')}`)).status
  }
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
  // Keys are made below, and note their last use.
  rows.delete('own_keys by user_id')
  // The scheduled task removes devices whose address it cannot open.
  rows.delete('push_devices by user_id')
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

/** Keys by scope and owner. */
const keys = [
  { name: 'a public key of an admin', scope: 'public', who: 'admin' },
  { name: 'a team key of a player', scope: 'team', who: 'player' },
  { name: 'a team key of a lead of the rival team', scope: 'team', who: 'rival_lead' },
  { name: 'a team key of an admin', scope: 'team', who: 'admin' },
  { name: 'an own key of the owner', scope: 'own', who: 'owner' },
  { name: 'an own key of a rival', scope: 'own', who: 'rival' },
] as const satisfies readonly { name: string; scope: KeyScope; who: keyof Scene['people'] }[]
type Key = (typeof keys)[number]

/** The column of the table that applies to a key: a key never has its owner's rights from a role or as a lead. */
const columnOf: Readonly<Record<Key['who'], Column>> = {
  admin: 'user',
  player: 'player',
  rival_lead: 'rival',
  owner: 'owner',
  rival: 'rival',
}

async function attemptWithKey(operation: Operation, { scope, who }: Key, scene: Scene): Promise<number> {
  const secret = makeKeyText()
  const scopes = keyScopes.filter((one) => one === 'public' || one === scope)
  const row = { user_id: scene.people[who].id, name: 'Bot', key_hash: hashSecret(secret), scopes, made_at: new Date() }
  await api.db.insertInto('own_keys').values(row).execute()
  return attempt(operation, { name: '', column: 'nobody', token: async () => secret }, scene)
}

function mayAsk({ name }: Operation, { scope }: Key): boolean {
  const needed = keyCalls.get(name)
  return needed === 'public' || needed === scope
}

function expectedForKey(operation: Operation, key: Key): number {
  const { scope, who } = key
  if (!mayAsk(operation, key)) return 403
  return expected(operation, keyCalls.get(operation.name) === 'public' && scope !== 'team' ? 'nobody' : columnOf[who])
}

describe.each(operations)('$name with a key', (operation) => {
  it.each(keys)('answers $name', async (key) => {
    expect(await attemptWithKey(operation, key, shared)).toBe(expectedForKey(operation, key))
  })
})

it('every call that docs/access.md lists for keys exists, and is a read', () => {
  const reads = operations.filter(({ method }) => method === 'GET').map(({ name }) => name as string)
  expect(keyCalls.size).toBeGreaterThan(60)
  expect([...keyCalls.keys()].filter((name) => !reads.includes(name))).toEqual([])
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

describe.each(ofEvents.filter(({ name }) => keyCalls.has(name)))('$name about a hidden event with a key', (operation) => {
  it.each(keys)('answers $name', async (key) => {
    // The admin has no team, and the role is not part of the key.
    const isOfTeam = key.who !== 'admin' && (key.scope === 'team' || keyCalls.get(operation.name) !== 'public')
    const status = mayAsk(operation, key) && !isOfTeam ? expected(operation, 'hidden') : expectedForKey(operation, key)
    expect(await attemptWithKey(operation, key, hidden)).toBe(status)
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
