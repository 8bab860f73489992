import type { TeamId } from '@muster/contract/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordDefinition } from '../../db/definition.ts'
import type { NewRow, Row } from '../../db/schema.ts'
import { openScorekeeper } from '../../scoring/scorekeeper.ts'
import {
  aMember,
  anEvent,
  anObjective,
  aPreset,
  aScoreChange,
  aTeam,
  aUser,
  eventStart,
  insertRows,
  testNow,
} from '../../testing/builders.ts'
import { type AskedCall, listCalls, listReads } from '../../testing/list-calls.ts'
import { type FeedServer, startFeedServer } from '../../testing/feeds.ts'

// Two events that have not started and differ in their hidden objectives only. Every call of the contract, and the pages, send a
// visitor and a player the same bytes and headers.

type Hidden = Partial<NewRow<'objectives'>> & { readonly asksFor?: string; readonly preset?: string }
const hour = 3_600_000

/** The second world has more objectives, other names, conditions and presets, and more edits. */
const secrets: readonly (readonly Hidden[])[] = [
  [{ name: 'Hoard of the dragon', asksFor: 'Chaos Orb', preset: 'Eight, six, four' }],
  [
    { name: 'A walk in the woods', asksFor: 'Mirror of Kalandra', hide_progress: true, preset: 'Bingo' },
    { name: 'A daily', asksFor: 'Divine Orb', valid_from: new Date(eventStart + 9 * hour), required_number: 5 },
    { name: 'A deed', objective_type: 'SUBMISSION', number_field: 'SUBMISSION_VALUE', note: 'secret rule' },
    { name: 'A set', objective_type: 'CATEGORY', aggregation: 'NONE', number_field: 'FINISHED_OBJECTIVES', tab: 'Bingo' },
  ],
]

interface World {
  readonly server: FeedServer
  readonly event: Row<'events'>
  readonly callers: Readonly<Record<Who, Record<string, string>>>
}
type Who = 'visitor' | 'player' | 'lead' | 'designer'

/** Identical in both worlds, including ids; the secrets come last. */
async function makeWorld(hidden: readonly Hidden[]): Promise<World> {
  const server = await startFeedServer()
  const { db, ctx } = server
  server.setNow(eventStart - hour)
  const event = await anEvent(db, { name: 'Winter Muster', is_current: true, objectives_shown: 'at_start' })
  const team = await aTeam(db, event.id, { name: 'Lanterns' })
  const users = []
  for (const display_name of ['Ada', 'Mara', 'Tom']) {
    const permissions: Row<'users'>['permissions'] = display_name === 'Tom' ? ['objective_designer'] : []
    users.push(await aUser(db, { display_name, permissions }))
  }
  const [player, lead, designer] = users as [Row<'users'>, Row<'users'>, Row<'users'>]
  await aMember(db, team, player.id)
  await aMember(db, team, lead.id, true)
  await insertRows(
    db,
    'signups',
    users.map(({ id }) => ({ event_id: event.id, user_id: id, timestamp: new Date(testNow), expected_playtime: 6 })),
  )
  const root = await anObjective(db, event.id, { name: 'default', objective_type: 'CATEGORY', aggregation: 'NONE' })
  for (const { asksFor, preset, ...objective } of hidden) {
    const scoring_preset_id = preset === undefined ? null : await aPreset(db, event.id, { name: preset })
    const { id } = await anObjective(db, event.id, { parent_id: root.id, scoring_preset_id, ...objective })
    if (asksFor !== undefined)
      await insertRows(db, 'conditions', { objective_id: id, field: 'BASE_TYPE', operator: 'EQ', value: asksFor })
    const change = { timestamp: new Date(eventStart - hour), author_id: designer.id, reason: `added ${objective.name}` }
    await db.transact((tx) => recordDefinition(tx, event.id, change))
  }
  // The scores of an event are computed as soon as it exists.
  await (await openScorekeeper(ctx, event.id)).step()
  const callers = {
    visitor: {},
    player: await server.as(player),
    lead: await server.as(lead),
    designer: await server.as(designer),
  }
  return { server, event, callers }
}

let worlds: [World, World]
beforeAll(async () => {
  worlds = [await makeWorld(secrets[0] ?? []), await makeWorld(secrets[1] ?? [])]
})
afterAll(async () => {
  for (const { server } of worlds) await server.close()
})

const few = [1, 2, 3]
/** More ids than either world has objectives. */
const values = {
  event_id: [1, 'current'],
  eventId: [1],
  team_id: [1],
  user_id: few,
  objective_id: [1, 2, 3, 4, 5, 6],
  id: [1, 2, 3, 4, 5, 6],
  explain: [2, 3],
}
/** Calls about the objectives: designers may always see them, everyone else from the start on. */
const ofObjectives = () =>
  listReads(values).filter(({ address }) => /^\/events\/1\/(objectives|scoring-presets|definition)/.test(address))
const pages = ['/', '/scores/ladder', '/rules', '/admin/events/1/categories/root']

async function ask({ server, callers }: World, who: Who, { method, address }: AskedCall) {
  const headers = { ...callers[who], ...(method !== 'GET' && { 'content-type': 'application/json' }) }
  const url = `/api${address}`
  const answer = await server.app.inject({ method, url, headers, ...(method !== 'GET' && { payload: '{}' }) })
  const { date: _, 'x-request-id': __, ...sent } = answer.headers
  // Logins begin at a time of the wall clock, and each installation has a key of its own for push messages.
  const body = answer.body.replaceAll(/"(began_at|expires_at|push_key)":"[^"]*"/g, '')
  return { address: `${method} ${address}`, status: answer.statusCode, body, sent }
}

async function askAll(world: World, who: Who, calls: readonly AskedCall[]) {
  const answers = []
  for (const call of calls) answers.push(await ask(world, who, call))
  for (const url of pages) {
    const { body, statusCode } = await world.server.app.inject({ url, headers: { accept: 'text/html', ...world.callers[who] } })
    answers.push({ address: url, status: statusCode, body, sent: {} })
  }
  return answers
}

/** The addresses whose answers differ. */
async function listDifferences(who: Who, calls: readonly AskedCall[]): Promise<string[]> {
  const [one, two] = [await askAll(worlds[0], who, calls), await askAll(worlds[1], who, calls)]
  return one.flatMap((answer, at) => (JSON.stringify(answer) === JSON.stringify(two[at]) ? [] : [answer.address]))
}

describe('before the start, two events that differ in hidden objectives only', () => {
  it('are the same for a visitor, in every call of the contract and every page', async () => {
    expect(await listDifferences('visitor', listCalls(values))).toEqual([])
  })

  // Pending logins are listed in random order in the player's own data.
  it.each<Who>(['player', 'lead'])('are the same for a %s, in every read', async (who) => {
    expect(
      await listDifferences(
        who,
        listReads(values).filter(({ name }) => name !== 'oauthRedirect'),
      ),
    ).toEqual([])
  })

  it('are the same in a live feed of a visitor, which numbers its messages', async () => {
    const messages = []
    for (const { server } of worlds) {
      const client = await server.connect('/events/1/scores/ws?since=0')
      const [root] = await server.db.selectFrom('objectives').selectAll().where('parent_id', 'is', null).execute()
      if (!root) throw new Error('the event has no root')
      await aScoreChange(server.db, { event_id: root.event_id, objective: root, team_id: 1 as TeamId, points: 5 })
      await server.passUntil(client, 1)
      messages.push(client.texts)
      client.socket.terminate()
    }
    expect(messages[0]).toEqual(messages[1])
  })

  it('show the tree as its root alone, and no presets', async () => {
    const [{ server, callers }] = worlds
    const read = async (what: string, who: Who) => (await server.get(`/events/1/${what}`, callers[who])).json<{ children: [] }>()
    expect((await read('objectives', 'visitor')).children).toEqual([])
    expect(await read('scoring-presets', 'visitor')).toEqual([])
    expect((await read('objectives', 'designer')).children).toMatchObject([{ name: 'Hoard of the dragon' }])
    expect(await read('scoring-presets', 'designer')).toMatchObject([{ name: 'Eight, six, four' }])
  })

  // Without these two tests the comparison could be blind.
  it('differ for a designer', async () => {
    expect(await listDifferences('designer', ofObjectives())).toEqual(
      expect.arrayContaining(['GET /events/1/objectives', 'GET /events/1/scoring-presets', 'GET /events/1/definition/changes']),
    )
  })

  it('differ for a visitor from the moment of the start', async () => {
    for (const { server } of worlds) server.setNow(eventStart)
    expect(await listDifferences('visitor', ofObjectives())).toEqual(
      expect.arrayContaining(['GET /events/1/objectives', 'GET /events/1/scoring-presets']),
    )
  })
})
