import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, openApi } from '../api.ts'
import { openStage, type Stage } from '../ask.ts'

// Section 12 of the contract, which existing clients depend on: people, signups, submissions, characters.

let api: Api
let stage: Stage
beforeAll(async () => {
  api = openApi()
  stage = await openStage(api)
})
afterAll(() => api.close())

it('Q-03: maps keyed by id have text keys; every team has an entry, people without activity have none', async () => {
  const own = await openStage(api)
  const empty = (await own.ask('admin', 'PUT', '/events/{e}/teams', { name: 'Leer', allowed_classes: [] })).json as { id: number }
  const users = (await own.ask('nobody', 'GET', '/events/{e}/users')).json as Record<string, unknown[]>
  expect(Object.keys(users).toSorted()).toEqual([own.team_id, own.rival_team_id, empty.id].map(String).toSorted())
  expect(users[String(empty.id)]).toEqual([])
  expect((await own.ask('admin', 'GET', '/events/{e}/activity')).text).toBe('{}')
})

it('Q-04: some bodies are a bare text, number or list', async () => {
  const redirect = await stage.ask('nobody', 'GET', '/oauth2/poe/redirect')
  expect([redirect.type, typeof redirect.json]).toEqual(['application/json; charset=utf-8', 'string'])
  const bot = await stage.ask('nobody', 'POST', '/oauth2/discord/bot-login', { token: api.bot_secret })
  expect([bot.status, typeof bot.json]).toEqual([200, 'string'])
  const activity = await stage.ask('owner', 'GET', `/events/{e}/activity/${stage.people.owner.id}`)
  expect([activity.type, activity.text]).toEqual(['application/json; charset=utf-8', '0'])
  expect((await stage.ask('admin', 'PATCH', `/users/${stage.people.user.id}`, [])).status).toBe(200)
  expect((await stage.ask('admin', 'PUT', '/events/{e}/teams/users', [])).status).toBe(204)
})

it('Q-05: unknown fields sent by the bounty form are accepted', async () => {
  const own = await openStage(api)
  const body = {
    objective_id: own.bounty_id,
    timestamp: new Date(own.now - 60_000).toISOString(),
    'timestamp-date': '2026-01-16',
    'timestamp-time': '18:00',
    number: 1,
    proof: 'https://a.invalid',
    comment: '',
  }
  expect((await own.ask('player', 'PUT', '/events/{e}/submissions', body)).status).toBe(201)
})

it('Q-06: partner and free text may be null', async () => {
  const body = { expected_playtime: 4, partner_account_name: null, extra: null, needs_help: null, wants_to_help: null }
  const signup = await stage.ask('user', 'PUT', '/events/{e}/signups/self', body)
  expect([signup.status, signup.json]).toMatchObject([201, { expected_playtime: 4, extra: null, needs_help: false }])
})

it.each([
  ['/events/{e}/signups/self', { expected_playtime: 0 }],
  ['/events/{e}/signups/self/actual-playtime', { actual_playtime: 0 }],
])('Q-07: zero counts as missing in %s', async (path, body) => {
  expect((await stage.ask('user', 'PUT', path, body)).status).toBe(400)
})

it('Q-08: creating and updating a signup or submission are answered 201, a playtime report 200', async () => {
  const own = await openStage(api)
  await api.db
    .deleteFrom('signups')
    .where('event_id', '=', own.event_id as never)
    .execute()
  const signups = [4, 5].map((expected_playtime) => ({ expected_playtime }))
  for (const body of signups) expect((await own.ask('user', 'PUT', '/events/{e}/signups/self', body)).status).toBe(201)
  const body = {
    objective_id: own.bounty_id,
    timestamp: new Date(own.now - 60_000).toISOString(),
    number: 1,
    proof: '',
    comment: '',
  }
  const made = await own.ask('player', 'PUT', '/events/{e}/submissions', body)
  const { id } = made.json as { id: number }
  const changed = await own.ask('player', 'PUT', '/events/{e}/submissions', { ...body, id, comment: 'neu' })
  expect([made.status, changed.status, changed.json]).toMatchObject([201, 201, { id, comment: 'neu' }])
  const review = { approval_status: 'REJECTED' }
  expect((await own.ask('submission_judge', 'PUT', `/events/{e}/submissions/${id}/review`, review)).status).toBe(200)
  expect((await own.ask('user', 'PUT', '/events/{e}/signups/self/actual-playtime', { actual_playtime: 9 })).status).toBe(200)
})

it('Q-09, S-04: withdrawing a signup is answered 200 with an empty object, deleting a submission 204', async () => {
  const own = await openStage(api)
  const signup = await own.ask('manager', 'DELETE', `/events/{e}/signups/${own.people.user.id}`)
  expect([signup.status, signup.text]).toEqual([200, '{}'])
  const submission = await own.ask('owner', 'DELETE', `/events/{e}/submissions/${own.submission_id}`)
  expect([submission.status, submission.text]).toEqual([204, ''])
})

it('Q-13: the expiry of a user is that of the game token; null without a game account', async () => {
  const { user, rival } = stage.people
  const expires_at = new Date(stage.now + 86_400_000)
  await api.db.updateTable('accounts').set({ expires_at }).where('user_id', '=', user.id).where('provider', '=', 'poe').execute()
  await api.db.deleteFrom('accounts').where('user_id', '=', rival.id).where('provider', '=', 'poe').execute()
  expect((await stage.ask('user', 'GET', '/users/self')).json).toMatchObject({ token_expiry_timestamp: expires_at.toISOString() })
  expect((await stage.ask('rival', 'GET', '/users/self')).json).toMatchObject({
    token_expiry_timestamp: null,
    account_name: null,
  })
})

it("Q-18: a signup of one's own is 404 if there is none, and has no user or partner", async () => {
  const own = await openStage(api)
  await api.db.deleteFrom('signups').where('user_id', '=', own.people.user.id).execute()
  const none = await own.ask('user', 'GET', '/events/{e}/signups/self')
  expect([none.status, none.json]).toMatchObject([404, { error: 'Not signed up' }])
  expect((await own.ask('player', 'GET', '/events/{e}/signups/self')).json).toMatchObject({ user: null, partner: null })
})

it('Q-21: deleting a signup removes the user from the team', async () => {
  const own = await openStage(api)
  await own.ask('manager', 'DELETE', `/events/{e}/signups/${own.people.player.id}`)
  expect((await own.ask('player', 'GET', '/events/{e}/status')).json).toMatchObject({ team_id: null, application_status: 'none' })
})

it('Q-30: other users see only the id and name of a user', async () => {
  const { owner } = stage.people
  const answer = await stage.ask('admin', 'GET', `/users/${owner.id}`)
  expect(answer.json).toEqual({ id: owner.id, display_name: owner.display_name })
})

it('Q-31: changing permissions returns the user', async () => {
  const { rival_lead } = stage.people
  const answer = await stage.ask('admin', 'PATCH', `/users/${rival_lead.id}`, ['manager'])
  expect(answer.json).toMatchObject({ id: rival_lead.id, permissions: ['manager'] })
  const fields = ['account_name', 'discord_id', 'discord_name', 'twitch_id', 'twitch_name', 'token_expiry_timestamp']
  expect(Object.keys(answer.json as object)).toEqual(expect.arrayContaining(fields))
})

it('Q-36: a character names its nodes, and an export its text, as clients expect', async () => {
  const [character] = (await stage.ask('nobody', 'GET', `/users/${stage.people.owner.id}/characters`)).json as object[]
  expect(character).toMatchObject({ id: stage.character_id, atlas_node_count: 0, event_id: stage.event_id })
})
