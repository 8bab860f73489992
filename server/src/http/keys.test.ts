import { isFeed, type Endpoint } from '@muster/contract/endpoint'
import { type EndpointName, endpoints } from '@muster/contract/endpoints'
import { type KeyScope, keyScopes } from '@muster/contract/keys'
import { viewAsHeader } from '@muster/contract/view-as'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../db/schema.ts'
import { aMember, anEvent, aTeam, aUser } from '../testing/builders.ts'
import { makeKey } from '../testing/keys.ts'
import { type AskedCall, listCalls } from '../testing/list-calls.ts'
import { listDifferent, listNames, openReadScene, type ReadAnswer, type ReadScene } from '../testing/read-scene.ts'
import { useTestServer } from '../testing/use-server.ts'

// Every call of the contract, made with keys of each scope, compared with the calls of a visitor and of the keys' owner. The
// owner is an admin and leads their team: a key has neither right.

const server = useTestServer()
let scene: ReadScene
let reads: AskedCall[]
let owner: Row<'users'>
let hidden: Row<'events'>
let foreign: Row<'events'>
let event: Row<'events'>
type Headers = Record<string, string>
const keys = new Map<KeyScope, Headers>()
/** The owner's login before they got a role and the lead: all that a key may ever see. */
let asPlayer: Headers

beforeAll(async () => {
  const { db } = server
  scene = await openReadScene(server)
  ;({ player: owner, hidden, event } = scene)
  foreign = await anEvent(db, { is_public: false })
  await aMember(db, await aTeam(db, hidden.id), owner.id)
  await aMember(db, scene.team, (await aUser(db)).id)
  reads = scene.listReads([foreign])
  for (const scope of keyScopes) keys.set(scope, { ...(await makeKey(server, owner, [scope])).headers })
  asPlayer = await server.as(owner)
})

/** Makes the owner an admin and a lead, or neither. */
async function setRights(has: boolean): Promise<void> {
  const permissions = has ? (['admin'] as const) : []
  await server.db
    .updateTable('users')
    .set({ permissions: [...permissions] })
    .where('id', '=', owner.id)
    .execute()
  await server.db.updateTable('team_users').set({ is_team_lead: has }).where('user_id', '=', owner.id).execute()
}

const askAll = (headers: Headers) => scene.askAll(reads, headers)
const scopeOf = (name: string) => (endpoints as Readonly<Record<string, Endpoint>>)[name]?.keys ?? null
const codeOf = ({ body }: ReadAnswer) => (JSON.parse(body) as { code: string }).code

describe.each(keyScopes)('a key with the scope %s', (scope) => {
  const held: readonly (KeyScope | null)[] = ['public', scope]

  it('is refused by every read that needs another scope, and by every read that is not for keys', async () => {
    const outside = (await askAll(keys.get(scope) ?? {})).filter(({ name }) => !held.includes(scopeOf(name)))
    expect(listNames(outside).length).toBeGreaterThan(50)
    expect(outside.filter((answer) => answer.status !== 403 || codeOf(answer) !== 'key_not_enough')).toEqual([])
  })

  it('changes nothing and makes no key: every other call is refused', async () => {
    const calls = listCalls({}).filter(({ method }) => method !== 'GET')
    expect(calls.length).toBeGreaterThan(90)
    for (const { method, address } of calls) {
      const url = `/api${address.replace('current', String(event.id))}`
      const headers = { ...keys.get(scope), 'content-type': 'application/json' }
      const answer = await server.app.inject({ method, url, headers, ...(method !== 'GET' && { payload: '{}' }) })
      expect([address, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([address, 403, 'key_not_enough'])
    }
  })

  it('sees the same when its owner is an admin and leads the team', async () => {
    const before = await askAll(keys.get(scope) ?? {})
    await setRights(true)
    const after = await askAll(keys.get(scope) ?? {})
    await setRights(false)
    // These name the roles of people and the leads of teams.
    const withRoles = ['getEventTable', 'getPersonalSignup', 'getTeamRoom', 'getTeamStash', 'getUser', 'getUsersForEvent']
    expect(listNames(listDifferent(after, before)).filter((name) => !withRoles.includes(name))).toEqual([])
  })
})

it('a public key answers in every read exactly as a visitor is answered', async () => {
  const ofKey = (await askAll(keys.get('public') ?? {})).filter(({ name }) => scopeOf(name) === 'public')
  const ofVisitor = (await askAll({})).filter(({ name }) => scopeOf(name) === 'public')
  expect(listNames(ofKey).length).toBeGreaterThan(35)
  expect(listDifferent(ofKey, ofVisitor)).toEqual([])
})

it('a key with the scope own also sees in public reads what a visitor sees', async () => {
  const ofKey = (await askAll(keys.get('own') ?? {})).filter(({ name }) => scopeOf(name) === 'public')
  const ofVisitor = (await askAll({})).filter(({ name }) => scopeOf(name) === 'public')
  expect(listDifferent(ofKey, ofVisitor)).toEqual([])
})

it('a team key sees what its owner sees as a member, except data about the owner', async () => {
  const ofTeam = ({ name }: ReadAnswer) => ['public', 'team'].includes(scopeOf(name) ?? '')
  const ofKey = (await askAll(keys.get('team') ?? {})).filter(ofTeam)
  const ofOwner = (await askAll(asPlayer)).filter(ofTeam)
  const different = listDifferent(ofKey, ofOwner)
  // Players always see their own record.
  expect(listNames(different)).toEqual(['getPlayerRecord'])
  expect(different.filter(({ body }) => body.includes(`of ${owner.id}`))).toEqual([])
})

it('a key with the scope own sees what its owner sees about themselves', async () => {
  const isOwn = ({ name }: ReadAnswer) => scopeOf(name) === 'own'
  const ofKey = (await askAll(keys.get('own') ?? {})).filter(isOwn)
  const ofOwner = (await askAll(asPlayer)).filter(isOwn)
  expect(listNames(ofKey).length).toBeGreaterThan(5)
  expect(ofKey.filter(({ status }) => status === 200).length).toBeGreaterThan(4)
  expect(listDifferent(ofKey, ofOwner)).toEqual([])
})

it('a hidden event is seen with the scope of the team only, and only in its team', async () => {
  const statusOf = async (scope: KeyScope, { id }: Row<'events'>) =>
    (await server.get(`/events/${id}`, keys.get(scope))).statusCode
  expect([await statusOf('team', hidden), await statusOf('public', hidden), await statusOf('own', hidden)]).toEqual([
    200, 404, 404,
  ])
  expect(await statusOf('team', foreign)).toBe(404)
})

it('no key can view the site as someone else', async () => {
  const answer = await server.get('/clock', { ...keys.get('team'), [viewAsHeader]: 'visitor' })
  expect(answer.json()).toMatchObject({ code: 'not_allowed' })
})

it('the scope of each call is a decision: no write has one, and calls that keys may make need no role', () => {
  const table = Object.entries<Endpoint>(endpoints) as [EndpointName, Endpoint][]
  expect(table.filter(([, { method, keys: scope }]) => method !== 'GET' && scope !== undefined)).toEqual([])
  expect(table.filter(([, { method, keys: scope }]) => method === 'GET' && scope === undefined)).toEqual([])
  const own = ['user', 'team_member', 'self', 'owner']
  const forOthers = table.filter(
    ([, { keys: scope, access }]) =>
      scope && (scope === 'public' ? access !== 'public' : access === 'public' || !access.some((grant) => own.includes(grant))),
  )
  expect(forOthers.map(([name]) => name)).toEqual([])
  expect(table.filter(([, endpoint]) => isFeed(endpoint) && endpoint.keys).map(([name]) => name)).toEqual([
    'scoreWebSocket',
    'scoreStream',
    'simpleScoreWebSocket',
  ])
})
