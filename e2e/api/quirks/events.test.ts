import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, openApi } from '../api.ts'
import { openStage, type Stage } from '../ask.ts'
import { eventBody } from '../scene.ts'

// Section 12 of the contract, which existing clients depend on: events, teams, rights.

let api: Api
let stage: Stage
beforeAll(async () => {
  api = openApi()
  stage = await openStage(api)
})
afterAll(() => api.close())

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
interface Event {
  id: number
  name: string
  teams: { id: number }[]
}

it('Q-01: guild calls live under the event without /events', async () => {
  const there = await stage.ask('user', 'GET', '/{e}/guilds')
  expect([there.status, there.json]).toEqual([200, expect.any(Array)])
  expect((await stage.ask('user', 'GET', '/events/{e}/guilds')).status).toBe(404)
})

it('Q-05: an event and a team are edited by sending back the whole object', async () => {
  const own = await openStage(api)
  const event = (await own.ask('admin', 'GET', '/events/{e}')).json as Event
  expect(event.teams).toHaveLength(2)
  const saved = await own.ask('admin', 'PUT', '/events', { ...event, name: 'Umbenannt', waitlist_size: 5 })
  expect(saved.json).toMatchObject({ id: event.id, name: 'Umbenannt', waitlist_size: 5 })
  const [team] = event.teams
  const edited = await own.ask('admin', 'PUT', '/events/{e}/teams', { ...team, name: 'Neu' })
  expect(edited.json).toMatchObject({ id: team?.id, name: 'Neu', event_id: own.event_id })
  expect(((await own.ask('nobody', 'GET', '/events/{e}')).json as Event).teams).toHaveLength(2)
})

it('Q-05: an event is copied by sending the whole object', async () => {
  const event = (await stage.ask('admin', 'GET', '/events/{e}')).json as Event
  const copy = await stage.ask('admin', 'POST', '/events/{e}/duplicate', { ...event, name: `${event.name} (Copy)` })
  expect(copy.status).toBe(201)
  expect(copy.json).toMatchObject({ name: `${event.name} (Copy)`, teams: [] })
  expect((copy.json as Event).id).not.toBe(event.id)
})

it('Q-06: optional fields may be null', async () => {
  const made = await stage.ask('admin', 'PUT', '/events', { ...eventBody(stage), id: null, patch: null, is_locked: null })
  expect([made.status, made.json]).toMatchObject([201, { patch: null, is_locked: false }])
})

it('Q-07: a size of zero is refused; a waiting list of zero is allowed', async () => {
  const none = await stage.ask('admin', 'PUT', '/events', { ...eventBody(stage), max_size: 0 })
  expect(none.status).toBe(400)
  const noList = await stage.ask('admin', 'PUT', '/events', { ...eventBody(stage), waitlist_size: 0 })
  expect([noList.status, noList.json]).toMatchObject([201, { waitlist_size: 0 }])
})

it('Q-08: creating and updating by PUT are both answered 201', async () => {
  const own = await openStage(api)
  const pairs = [
    ['/events', { ...eventBody(own) }],
    ['/events/{e}/teams', { name: 'A', allowed_classes: [] }],
  ] as const
  for (const [path, body] of pairs) {
    const made = await own.ask('admin', 'PUT', path, body)
    const { id } = made.json as { id: number }
    const changed = await own.ask('admin', 'PUT', path, { ...body, id, name: 'B' })
    expect([made.status, changed.status, changed.json]).toMatchObject([201, 201, { id, name: 'B' }])
  }
})

it('Q-09: deleting an event or a team is answered 204 without a body', async () => {
  const own = await openStage(api)
  const team = await own.ask('admin', 'DELETE', `/events/{e}/teams/${own.team_id}`)
  const event = await own.ask('admin', 'DELETE', '/events/{e}')
  expect([team.status, team.text, event.status, event.text]).toEqual([204, '', 204, ''])
})

it('Q-14: the team in the status is null, not absent, for users without a team', async () => {
  const status = (await stage.ask('user', 'GET', '/events/{e}/status')).json
  expect(status).toMatchObject({ team_id: null, is_team_lead: false, partner: null })
  expect((await stage.ask('nobody', 'GET', '/events/{e}/status')).json).toMatchObject({
    team_id: null,
    is_team_lead: false,
    application_status: 'none',
    partner: null,
    number_of_signups_before: 0,
  })
})

it('Q-17: the root of a new event has no parent and is named default', async () => {
  const { id } = (await stage.ask('admin', 'PUT', '/events', eventBody(stage))).json as Event
  const tree = (await stage.ask('admin', 'GET', `/events/${id}/objectives`)).json
  expect(tree).toMatchObject({ parent_id: null, name: 'default', children: [], conditions: [] })
})

it('Q-19: a lead is called team_lead in a signup, and is_team_lead elsewhere', async () => {
  const signups = (await stage.ask('manager', 'GET', '/events/{e}/signups')).json as {
    team_lead: boolean
    user: { id: number }
  }[]
  const lead = signups.find(({ user }) => user.id === stage.people.lead.id)
  expect(lead).toMatchObject({ team_lead: true, team_id: stage.team_id })
  expect(lead).not.toHaveProperty('is_team_lead')
  expect((await stage.ask('lead', 'GET', '/events/{e}/status')).json).toMatchObject({ is_team_lead: true })
})

it('Q-20: one call assigns all players, and team 0 means no team', async () => {
  const own = await openStage(api)
  const { people, team_id, rival_team_id } = own
  const assigned = await own.ask('manager', 'PUT', '/events/{e}/teams/users', [
    { user_id: people.player.id, team_id: 0, is_team_lead: false },
    { user_id: people.user.id, team_id: rival_team_id, is_team_lead: true },
    { user_id: people.rival.id, team_id, is_team_lead: false },
  ])
  expect([assigned.status, assigned.text]).toEqual([204, ''])
  const users = (await own.ask('nobody', 'GET', '/events/{e}/users')).json as Record<string, { id: number }[]>
  const ids = (team: number) => (users[String(team)] ?? []).map(({ id }) => id)
  expect(ids(team_id)).not.toContain(people.player.id)
  expect(ids(team_id)).toContain(people.rival.id)
  expect(ids(rival_team_id)).toContain(people.user.id)
  expect((await own.ask('user', 'GET', '/events/{e}/status')).json).toMatchObject({ is_team_lead: true })
})

it('Q-28: a missing role is 403, even without a login', async () => {
  expect((await stage.ask('nobody', 'GET', '/jobs')).status).toBe(403)
  expect((await stage.ask('user', 'GET', '/jobs')).status).toBe(403)
  expect((await stage.ask('nobody', 'GET', '/users/self')).status).toBe(401)
})

it('Q-29: a hidden event is 404, like an event that does not exist', async () => {
  const hidden = await openStage(api, { is_public: false })
  for (const path of ['', '/teams', '/users', '/status', '/objectives', '/ladder', '/scores/latest']) {
    const there = await hidden.ask('nobody', 'GET', `/events/{e}${path}`)
    const nowhere = await hidden.ask('nobody', 'GET', `/events/2147483647${path}`)
    expect([there.status, there.text]).toEqual([404, nowhere.text])
  }
})

it('Q-33: the dates of events are RFC 3339', async () => {
  const event = (await stage.ask('nobody', 'GET', '/events/{e}')).json as Record<string, string>
  for (const field of ['application_start_time', 'application_end_time', 'event_start_time', 'event_end_time']) {
    expect(event[field]).toMatch(rfc3339)
  }
  const body = { ...eventBody(stage), event_end_time: '2099-07-01T20:00:00+02:00' }
  const saved = (await stage.ask('admin', 'PUT', '/events', body)).json as Record<string, string>
  expect(Date.parse(saved['event_end_time'] ?? '')).toBe(Date.UTC(2099, 6, 1, 18))
})

it('Q-35: an event is named like its league: with spaces and (PL12345), and not necessarily unique', async () => {
  const body = { ...eventBody(stage), name: 'Ein Name mit Leerzeichen (PL12345)' }
  const [one, other] = [await stage.ask('admin', 'PUT', '/events', body), await stage.ask('admin', 'PUT', '/events', body)]
  expect([one.status, other.status]).toEqual([201, 201])
  expect((one.json as Event).name).toBe(body.name)
  expect((one.json as Event).id).not.toBe((other.json as Event).id)
})

it('Q-36: columns of the older server have other names in the API', async () => {
  const event = (await stage.ask('admin', 'GET', '/events/{e}')).json as object
  expect(Object.keys(event)).toEqual(expect.arrayContaining(['is_public', 'is_locked', 'waitlist_size']))
  const tree = (await stage.ask('admin', 'GET', '/events/{e}/objectives')).json as object
  expect(Object.keys(tree)).toEqual(expect.arrayContaining(['required_number', 'scoring_preset_id']))
  const [signup] = (await stage.ask('admin', 'GET', '/events/{e}/signups')).json as object[]
  expect(Object.keys(signup ?? {})).toEqual(expect.arrayContaining(['expected_playtime', 'actual_playtime', 'team_lead']))
  const [character] = (await stage.ask('nobody', 'GET', '/events/{e}/characters')).json as object[]
  expect(Object.keys(character ?? {})).toEqual(expect.arrayContaining(['atlas_node_count', 'ascendancy_points']))
  const user = (await stage.ask('player', 'GET', '/users/self')).json as Record<string, unknown>
  expect(user['account_name']).toBe(`Player${stage.people.player.id}#0001`)
})
