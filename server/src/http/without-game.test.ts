import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Signup } from '@muster/contract/signups'
import type { Status } from '@muster/contract/status'
import type { PlayerTracking } from '@muster/contract/tracking'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../db/schema.ts'
import { observe } from '../features/server-state/observe.ts'
import { judgeReadiness } from '../features/server-state/readiness.ts'
import { createGateways } from '../gateways/gateways.ts'
import { keepConnections } from '../jobs/keep-connections.ts'
import { runTaskOnce } from '../jobs/scheduled-tasks.ts'
import { aGuild, aMember, anEvent, anObjective, aTeam, aUser, insertRows, testNow } from '../testing/builders.ts'
import { listReads } from '../testing/list-calls.ts'
import { useTestServer } from '../testing/use-server.ts'

// A server with Discord and without a client of the game's API.

const server = useTestServer({
  game: null,
  environment: { POE_CLIENT_ID: '', POE_CLIENT_SECRET: '', POE_CONTACT: '' },
  discord: {},
})

/** Requests of this process to any host. */
const asked: unknown[] = []
const note = (message: unknown) => void asked.push(message)
const channels = ['undici:request:create', 'http.client.request.start']
let event: Row<'events'>
let team: Row<'teams'>
let player: Row<'users'>
let admin: Record<string, string>

beforeAll(async () => {
  for (const channel of channels) subscribe(channel, note)
  const { db } = server
  event = await anEvent(db, { is_current: true })
  team = await aTeam(db, event.id)
  player = await aUser(db, { permissions: ['admin'] })
  admin = await server.as(player)
  await aMember(db, team, player.id, true)
  const category = { objective_type: 'CATEGORY', aggregation: 'NONE', number_field: 'FINISHED_OBJECTIVES' } as const
  const { id: parent_id } = await anObjective(db, event.id, category)
  const goldrim = await anObjective(db, event.id, { parent_id, name: 'Goldrim' })
  await insertRows(db, 'conditions', { objective_id: goldrim.id, field: 'NAME', operator: 'EQ', value: 'Goldrim' })
  await anObjective(db, event.id, { parent_id, name: 'All levels', objective_type: 'TEAM', number_field: 'PLAYER_LEVEL' })
  await anObjective(db, event.id, { parent_id, objective_type: 'SUBMISSION', number_field: 'SUBMISSION_VALUE' })
  await aGuild(db, team, 77)
  // A game account from the time of an earlier key, whose token is due.
  await insertRows(db, 'accounts', {
    user_id: player.id,
    provider: 'poe',
    account_id: 'uuid',
    name: 'Wren#1234',
    renew_at: new Date(testNow - 1000),
  })
})
afterAll(() => {
  for (const channel of channels) unsubscribe(channel, note)
  expect(asked).toEqual([])
})

const startJob = (job_type: string) =>
  server.send('POST', '/jobs', admin, { event_id: event.id, job_type, duration_in_seconds: 3600 })

it('a server without the game has no gateway to the game', () => {
  expect(createGateways(server.ctx.config, server.ctx.clock).game).toBeNull()
})

it('a server without the game answers every read of an admin, and sends no request', async () => {
  const reads = listReads({
    event_id: [event.id, 'current'],
    eventId: [event.id],
    team_id: [team.id],
    user_id: [player.id],
    guildId: [77],
  })
  const answers = []
  for (const { name, address } of reads) answers.push({ name, status: (await server.get(address, admin)).statusCode })
  expect(answers.length).toBeGreaterThan(90)
  // oEmbed requires 501 for a format that a server does not write.
  expect(answers.filter(({ status }) => status >= 500)).toEqual([{ name: 'getOEmbed', status: 501 }])
  expect((await server.get('/clock')).json()).toMatchObject({ reads_game: false })
})

describe('a call that would ask the game', () => {
  it.each([
    ['the check of a league', () => server.get('/leagues/check?name=Winter', admin), 200, { state: 'cannot_tell' }],
    ['a login with the game', () => server.get('/oauth2/poe/redirect'), 404, { code: 'provider_not_found' }],
    [
      'a move to the end of the stream',
      () => server.send('PUT', `/events/${event.id}/stream-position`, admin, { to: 'newest' }),
      502,
      { error: "This server has no client of the game's API", code: 'provider_unavailable' },
    ],
  ] as const)('%s says that there is no client', async (_, call, status, body) => {
    const answer = await call()
    expect(answer.json()).toMatchObject(body)
    expect(answer.statusCode).toBe(status)
  })
})

it('a server without the game lets a person with a Discord account sign up', async () => {
  const address = await server.get('/oauth2/discord/redirect')
  expect(address.statusCode).toBe(200)
  const user = await aUser(server.db, { display_name: 'Robin' })
  await insertRows(server.db, 'accounts', { user_id: user.id, provider: 'discord', account_id: '78', name: 'robin' })
  const open = await anEvent(server.db, { application_end_time: new Date(testNow + 3_600_000) })
  const answer = await server.send('PUT', `/events/${open.id}/signups/self`, await server.as(user), { expected_playtime: 8 })
  expect(answer.statusCode).toBe(201)
  expect(answer.json<Signup>().user).toMatchObject({ account_name: null, discord_name: 'robin' })
})

it('a server without the game counts jobs that read the game neither as late nor as failing, and has no idle warning', async () => {
  for (const job_type of ['FetchStashChanges', 'FetchCharacterData', 'FetchGuildStashes', 'DetermineGuildStashAccess'])
    expect((await startJob(job_type)).statusCode).toBe(201)
  await insertRows(server.db, 'stream_cursors', { event_id: event.id, next_change_id: '1-1', moved_at: new Date(0) })
  await runTaskOnce(server.ctx, keepConnections, new AbortController().signal)
  expect(judgeReadiness(await observe(server.ctx), server.ctx.clock, Date.now()).roles.jobs.behind).toEqual([])
  const { shown } = (await server.get('/status', admin)).json<Status>()
  expect(shown?.parts.find(({ part }) => part === 'game_data')).toMatchObject({ state: 'off', behind: [] })
  const { lines } = (await server.get(`/events/${event.id}/readiness`, admin)).json<{ lines: { code: string }[] }>()
  // Players report items and submissions; the sum of a team needs a judge.
  expect(lines.find(({ code }) => code === 'by_hand')).toMatchObject({ count: 1, total: 3, names: ['All levels'] })
  const codes = lines.map(({ code }) => code)
  for (const code of ['league', 'connections', 'stream_job', 'character_job', 'guild_jobs', 'passive_tree'])
    expect(codes).not.toContain(code)
})

it('a server without the game tells players that nothing is read, and what they can do instead', async () => {
  const [tracked] = (await server.get(`/events/${event.id}/tracking`, admin)).json<PlayerTracking[]>()
  expect(tracked?.notes).toMatchObject([
    { finding: 'not_set_up', state: 'waiting', advice: expect.stringContaining('Submissions') },
  ])
})
