import type { Endpoint } from '@muster/contract/endpoint'
import { type EndpointName, endpoints } from '@muster/contract/endpoints'
import type { EventId } from '@muster/contract/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../db/schema.ts'
import { aMember, anEvent, anObjective, aScoreChange, aStream, aTeam, aUser, testNow, insertRows } from '../testing/builders.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

// The cost of a read in database statements: not higher for a large event than for a small one, and zero for repeated reads.

const reads = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
  ([, { method, status }]) => method === 'GET' && status === 200,
)
const withEvent = reads.filter(([, { event }]) => event !== 'none').map(([name, endpoint]) => ({ name, endpoint }))
/** Calls that every open page repeats. */
const hot = [
  'getEvents',
  'getEvent',
  'getTeams',
  'getUsersForEvent',
  'getObjectiveTreeForEvent',
  'getScoringPresetsForEvent',
  'getLatestScoresForEvent',
  'getScoreChanges',
  'getScoreHistory',
  'getLadder',
  'getStreams',
] as const satisfies readonly EndpointName[]

const server = useTestServer({ twitch: {} })
let small: Row<'events'>
let large: Row<'events'>
/** The player's team in each event, by the event's id. */
const teamOf = new Map<number, number>()
let admin: { authorization: string }
let player: Row<'users'>

/** Pretends that Twitch reported a stream of this user. */
async function goLive({ id: user_id, display_name }: Row<'users'>): Promise<void> {
  const account_id = `${user_id}`
  await insertRows(server.db, 'accounts', { user_id, provider: 'twitch', account_id, name: display_name })
  await aStream(server.db, { twitch_id: account_id, user_login: account_id, user_name: display_name })
}

/** Teams of players with signups, and an objective for each. */
async function fill(event_id: EventId, players: number): Promise<Row<'users'>[]> {
  const { db } = server
  const root = await anObjective(db, event_id, { objective_type: 'CATEGORY', name: 'default' })
  const users = []
  for (let place = 0; place < players; place++) {
    const [team, user] = [await aTeam(db, event_id), await aUser(db)]
    await aMember(db, team, user.id, true)
    const objective = await anObjective(db, event_id, { parent_id: root.id })
    await aScoreChange(db, { event_id, objective, team_id: team.id, points: place, user_id: user.id })
    await insertRows(db, 'accounts', { user_id: user.id, provider: 'poe', account_id: `${user.id}`, name: `P${user.id}#0001` })
    await insertRows(db, 'signups', { event_id, user_id: user.id, timestamp: new Date(), expected_playtime: 5 })
    const character = { event_id, id: `c${user.id}`, name: `C${user.id}`, level: 90, experience: 1 }
    await insertRows(db, 'characters', { ...character, user_id: user.id, ascendancy: 'Witch' })
    await insertRows(db, 'ladder_entries', {
      event_id,
      rank: place + 1,
      character_id: character.id,
      character_name: character.name,
      character_class: 'Witch',
      account_name: `P${user.id}#0001`,
      level: 90,
      experience: 1,
      delve: 0,
      twitch_account: null,
      user_id: user.id,
    })
    await goLive(user)
    users.push(user)
  }
  return users
}

beforeAll(async () => {
  await insertRows(server.db, 'scheduled_tasks', { name: 'FollowStreams', last_success_at: new Date(testNow) })
  ;[small, large] = [await anEvent(server.db), await anEvent(server.db)]
  const [first] = await fill(small.id, 2)
  if (!first) throw new Error('the event has players')
  player = first
  const others = await fill(large.id, 40)
  const [team] = await server.db.selectFrom('teams').selectAll().where('event_id', '=', large.id).execute()
  if (!team || others.length === 0) throw new Error('the event has teams')
  await aMember(server.db, team, player.id, true)
  const signup = { event_id: large.id, user_id: player.id, timestamp: new Date(), expected_playtime: 5 }
  await insertRows(server.db, 'signups', signup)
  const memberships = await server.db.selectFrom('team_users').selectAll().where('user_id', '=', player.id).execute()
  for (const { event_id, team_id } of memberships) teamOf.set(event_id, team_id)
  admin = await server.as(await aUser(server.db, { permissions: ['admin'] }))
}, 60_000)

const pathOf = (endpoint: Endpoint, event_id: number) =>
  endpoint.path
    .replace(/\{event_?[iI]d\}/, String(event_id))
    .replace('{user_id}', String(player.id))
    .replace('{team_id}', String(teamOf.get(event_id)))
    .replace(/\{\w+\}/g, '1')

async function count(of: TestServer, path: string, headers: Record<string, string> = {}): Promise<number> {
  const before = of.statements()
  const answer = await of.get(path, headers)
  expect(answer.statusCode).not.toBe(500)
  return of.statements() - before
}

it.each(withEvent)('D-73, D-74: $name makes the same number of queries for forty players as for two', async ({ endpoint }) => {
  for (const headers of [{}, admin, await server.as(player)]) {
    // Expensive calls are counted in the database, where the first one of a minute cleans up.
    if (endpoint.costs_much) await server.get(pathOf(endpoint, small.id), headers)
    const [few, many] = [
      await count(server, pathOf(endpoint, small.id), headers),
      await count(server, pathOf(endpoint, large.id), headers),
    ]
    expect(many).toBe(few)
  }
})

describe('for repeated calls within a second', () => {
  let busy: TestServer
  let event: Row<'events'>
  beforeAll(async () => {
    busy = await startTestServer({ freshness: 1000 })
    event = await anEvent(busy.db)
    const root = await anObjective(busy.db, event.id, { objective_type: 'CATEGORY', name: 'default' })
    await aTeam(busy.db, event.id)
    expect(root.parent_id).toBeNull()
  })
  afterAll(() => busy.close())

  it.each(hot)('D-70, D-71: %s makes no query, and sends no body to clients that have it', async (name) => {
    const path = pathOf(endpoints[name], event.id)
    const first = await busy.get(path)
    expect(await count(busy, path)).toBe(0)
    const again = await busy.get(path, { 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(first.headers['cache-control']).toBe('no-cache')
  })

  it('D-71: a login is looked up once a call, as is the place in the event', async () => {
    const headers = await busy.as(await aUser(busy.db))
    await busy.get(`/events/${event.id}/scores/latest`, headers)
    expect(await count(busy, `/events/${event.id}/scores/latest`, headers)).toBe(2)
    expect(await count(busy, `/events/${event.id}/teams`, headers)).toBe(1)
  })
})

const long = [
  'getTeams',
  'getUsersForEvent',
  'getObjectiveTreeForEvent',
  'getLatestScoresForEvent',
  'getScoreChanges',
  'getLadder',
  'getStreams',
] as const

it.each(long)('D-77: %s is compressed for clients that accept it', async (name) => {
  const path = pathOf(endpoints[name], large.id)
  const plain = await server.get(path)
  const small_ones = ['br', 'gzip'].map((encoding) => server.get(path, { 'accept-encoding': encoding }))
  const [br, gzip] = await Promise.all(small_ones)
  expect([plain.headers['content-encoding'], br?.headers['content-encoding'], gzip?.headers['content-encoding']]).toEqual([
    undefined,
    'br',
    'gzip',
  ])
  expect(br?.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  expect(gzip?.headers.etag).toBe(plain.headers.etag)
})
