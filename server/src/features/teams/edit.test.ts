import type { Team } from '@muster/contract/teams'
import { beforeEach, describe, expect, it } from 'vitest'
import { findDefinition } from '../../db/definition.ts'
import { appendFacts } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { aMember, anEvent, anObjective, aScoreChange, aTeam, aUser, testNow, insertRows } from '../../testing/builders.ts'
import { useTestServer, useRole } from '../../testing/use-server.ts'

type Headers = { authorization: string }
const server = useTestServer()
const admin = useRole(server, 'admin')
const manager = useRole(server, 'manager')
let event: Row<'events'>
let other: Row<'events'>
beforeEach(async () => {
  ;[event, other] = [await anEvent(server.db), await anEvent(server.db)]
})

const aBody = (more: object = {}) => ({
  name: 'Lanterns',
  abbreviation: 'LAN',
  color: '#F2C230',
  allowed_classes: ['Slayer'],
  ...more,
})
const put = (body: unknown, event_id = event.id) => server.send('PUT', `/events/${event_id}/teams`, admin, body)
const remove = (team_id: number, event_id = event.id) => server.send('DELETE', `/events/${event_id}/teams/${team_id}`, admin)
const lock = () => server.db.updateTable('events').set({ is_locked: true }).where('id', '=', event.id).execute()
const teamIds = async () => (await findDefinition(server.db, event.id))?.definition.team_ids

describe('a team', () => {
  it('is created as sent, and the scoring rules know it', async () => {
    const answer = await put(aBody())
    expect(answer.statusCode).toBe(201)
    const team = answer.json<Team>()
    expect(team).toEqual({ ...aBody(), id: team.id, event_id: event.id, version: 1, logo: null })
    expect((await server.get(`/events/${event.id}/teams/${team.id}`)).json()).toEqual(team)
    expect(await teamIds()).toEqual([team.id])
  })

  it('Q-05: is changed by sending it back whole, with 201', async () => {
    const team = await aTeam(server.db, event.id)
    const answer = await put({ ...team, name: 'Renamed', color: '', allowed_classes: [], event_id: other.id, users: [] })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({ ...team, name: 'Renamed', color: '', allowed_classes: [], version: 2, logo: null })
    expect(await teamIds()).toBeUndefined()
  })

  it('needs little: colour and abbreviation default to empty, id 0 means new', async () => {
    const answer = await put({ id: 0, name: ' Lanterns ', allowed_classes: ['Slayer', 'Slayer'], color: null })
    expect(answer.json()).toMatchObject({ name: 'Lanterns', abbreviation: '', color: '', allowed_classes: ['Slayer'] })
  })

  it.each([
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(201) }],
    ['color', { color: 'red' }],
    ['color', { color: '#12345g' }],
    ['abbreviation', { abbreviation: 'x'.repeat(21) }],
    ['allowed_classes', { allowed_classes: null }],
    ['allowed_classes.1', { allowed_classes: ['Slayer', ''] }],
    ['id', { id: 2 ** 31 }],
  ])('D-45: is refused with the field %s: %j', async (field, wrong) => {
    const answer = await put(aBody(wrong))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'invalid_request', problems: [{ field }] })
  })

  const taken = {
    code: 'invalid_request',
    problems: [{ field: 'name', problem: 'is already taken, or looks like another name' }],
  }
  it.each(['Lanterns', 'LANTERNS', 'Lаnterns', 'Lan\u200Bterns', 'Lantеrns'])(
    'cannot have the name of another one: %j',
    async (name) => {
      const [own] = [await aTeam(server.db, event.id, { name: 'Ravens' }), await put(aBody())]
      expect((await put(aBody({ name }))).json()).toMatchObject(taken)
      expect((await put({ ...own, name })).json()).toMatchObject(taken)
      expect((await put(aBody({ name }), other.id)).statusCode).toBe(201)
    },
  )

  it('may keep its name, even in another case and if another team has it', async () => {
    const [one, two] = [await aTeam(server.db, event.id, { name: 'Old' }), await aTeam(server.db, event.id, { name: 'Old' })]
    expect((await put({ ...two, color: '#000000' })).statusCode).toBe(201)
    expect((await put({ ...one, name: 'New' })).statusCode).toBe(201)
    expect((await put({ ...one, name: 'NEW' })).statusCode).toBe(201)
  })

  it('has a unique name, even for simultaneous requests', async () => {
    const answers = await Promise.all(['Lanterns', 'LANTERNS', 'Lаnterns', 'lanterns'].map((name) => put(aBody({ name }))))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400])
  })

  it.each<[string, object]>([
    ['name', { name: 'turned \u202E around' }],
    ['name', { name: 'two\nlines' }],
    ['name', { name: '\u200B' }],
    ['abbreviation', { abbreviation: '\u001B[2J' }],
    ['allowed_classes.0', { allowed_classes: ['a\u2067b'] }],
  ])('is a single line without effect on its neighbours: %s of %j', async (field, more) => {
    expect((await put(aBody(more))).json()).toMatchObject({ code: 'invalid_request', problems: [{ field }] })
  })

  it('is neither created nor changed in a locked event', async () => {
    const team = await aTeam(server.db, event.id)
    await lock()
    for (const body of [aBody(), { ...team, name: 'Renamed' }]) {
      expect((await put(body)).json()).toEqual({ error: 'Event is locked', code: 'event_locked' })
    }
    expect((await server.get(`/events/${event.id}/teams`)).json()).toEqual([{ ...team, logo: null }])
  })

  it('D-11: is not reachable through another event, which would also bypass its lock', async () => {
    const team = await aTeam(server.db, event.id)
    const gone = { error: 'Team not found', code: 'team_not_found' }
    const answers = [await put({ ...team, name: 'Stolen' }, other.id), await remove(team.id, other.id)]
    expect(answers.map((answer) => [answer.statusCode, answer.json()])).toEqual([
      [404, gone],
      [404, gone],
    ])
    expect((await server.get(`/events/${other.id}/teams/${team.id}`)).json()).toEqual(gone)
    expect((await server.get(`/events/${event.id}/teams/${team.id}`)).json()).toEqual({ ...team, logo: null })
  })

  it('D-16: of a hidden event is hidden with it', async () => {
    const hidden = await anEvent(server.db, { is_public: false })
    const team = await aTeam(server.db, hidden.id)
    expect((await server.get(`/events/${hidden.id}/teams/${team.id}`)).json()).toMatchObject({ code: 'event_not_found' })
  })

  it('D-65: is deleted with its members, facts and scores, and leaves the rules', async () => {
    const { db } = server
    const [team, rival] = [(await put(aBody())).json<Team>(), (await put(aBody({ name: 'Rivals' }))).json<Team>()]
    const objective = await anObjective(db, event.id)
    await aMember(db, team, (await aUser(db)).id)
    await aScoreChange(db, { event_id: event.id, objective, team_id: team.id, points: 5 })
    const answer = await remove(team.id)
    expect(answer.statusCode).toBe(204)
    expect((await server.get(`/events/${event.id}/users`)).json()).toEqual({ [rival.id]: [] })
    expect(await db.selectFrom('scores').select('points').where('event_id', '=', event.id).execute()).toEqual([])
    expect(await teamIds()).toEqual([rival.id])
  })

  it('D-38: can be deleted twice, and in a locked event', async () => {
    const team = await aTeam(server.db, event.id)
    await lock()
    expect((await remove(team.id)).statusCode).toBe(204)
    expect((await remove(team.id)).statusCode).toBe(204)
    expect((await remove(0)).statusCode).toBe(400)
  })

  it('after deletion accepts no members, and blocks nobody', async () => {
    const { db } = server
    const [gone, rival] = [await aTeam(db, event.id), await aTeam(db, event.id)]
    const objective = await anObjective(db, event.id)
    await remove(gone.id)
    const seen = { objective_id: objective.id, user_id: null, number: 1, timestamp: new Date(testNow) }
    const observations = [gone, rival].map((team) => ({ ...seen, team_id: team.id, source: `stash:${team.id}` }))
    expect(await db.transact((tx) => appendFacts(tx, event.id, observations))).toBe(1)
  })
})

describe('putting users into teams', () => {
  const assign = (rows: unknown, headers: Headers = manager) =>
    server.send('PUT', `/events/${event.id}/teams/users`, headers, rows)
  const members = () =>
    server.db
      .selectFrom('team_users')
      .select(['user_id', 'team_id', 'is_team_lead'])
      .where('event_id', '=', event.id)
      .orderBy('user_id')
      .execute()
  async function aSignedUpUser() {
    const user = await aUser(server.db)
    const signup = { event_id: event.id, user_id: user.id, timestamp: new Date(testNow), expected_playtime: 5 }
    await insertRows(server.db, 'signups', signup)
    return user
  }

  it('Q-20: accepts a bare list of users; team 0 or none removes a user', async () => {
    const [one, two] = [await aTeam(server.db, event.id), await aTeam(server.db, event.id)]
    const [a, b, c, d] = [await aSignedUpUser(), await aSignedUpUser(), await aSignedUpUser(), await aSignedUpUser()]
    await aMember(server.db, one, b.id, true)
    await aMember(server.db, one, c.id)
    await aMember(server.db, one, d.id)
    const answer = await assign([
      { user_id: a.id, team_id: one.id, is_team_lead: true, extra: 1 },
      { user_id: b.id, team_id: two.id },
      { user_id: c.id, team_id: 0, is_team_lead: true },
      { user_id: d.id },
    ])
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect(await members()).toEqual([
      { user_id: a.id, team_id: one.id, is_team_lead: true },
      { user_id: b.id, team_id: two.id, is_team_lead: false },
    ])
    expect((await assign([])).statusCode).toBe(204)
  })

  it('D-46: refuses a team of another event, names the row, and moves nobody', async () => {
    const [own, foreign] = [await aTeam(server.db, event.id), await aTeam(server.db, other.id)]
    const [a, b] = [await aSignedUpUser(), await aSignedUpUser()]
    await aMember(server.db, own, b.id)
    const answer = await assign([
      { user_id: a.id, team_id: own.id },
      { user_id: b.id, team_id: foreign.id },
    ])
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({
      error: 'Team not found',
      code: 'team_not_found',
      problems: [{ field: '1.team_id', problem: 'is not a team of this event' }],
    })
    expect(await members()).toEqual([{ user_id: b.id, team_id: own.id, is_team_lead: false }])
  })

  it('D-46: only admins may add a user without a signup', async () => {
    const team = await aTeam(server.db, event.id)
    const [stranger, kept] = [await aUser(server.db), await aUser(server.db)]
    await aMember(server.db, team, kept.id)
    const rows = [
      { user_id: kept.id, team_id: team.id, is_team_lead: true },
      { user_id: stranger.id, team_id: team.id },
    ]
    const answer = await assign(rows)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ problems: [{ field: '1.user_id', problem: 'has not signed up for this event' }] })
    expect((await assign(rows, admin)).statusCode).toBe(204)
    expect(await members()).toHaveLength(2)
  })

  it('refuses unknown users, repeated users, and a body that is not a list', async () => {
    const team = await aTeam(server.db, event.id)
    const user = await aSignedUpUser()
    const row = { user_id: user.id, team_id: team.id }
    const unknown = await assign([row, { user_id: 999_999, team_id: team.id }])
    expect([unknown.statusCode, unknown.json()]).toMatchObject([
      404,
      { code: 'user_not_found', problems: [{ field: '1.user_id' }] },
    ])
    const twice = await assign([row, { user_id: user.id, team_id: 0 }])
    expect(twice.json()).toMatchObject({ problems: [{ field: '1.user_id', problem: 'is listed twice' }] })
    for (const wrong of [row, [{ team_id: team.id }], [{ ...row, user_id: 0 }], [{ ...row, team_id: -1 }], ['x'], null]) {
      expect((await assign(wrong)).statusCode).toBe(400)
    }
    expect(await members()).toEqual([])
  })

  it('puts each user in one team, for any number of simultaneous requests', async () => {
    const teams = await Promise.all([1, 2, 3].map(() => aTeam(server.db, event.id)))
    const users = await Promise.all(Array.from({ length: 20 }, aSignedUpUser))
    const rows = (place: number) => users.map((user) => ({ user_id: user.id, team_id: teams[place % 3]?.id }))
    const answers = await Promise.all([0, 1, 2, 3, 4, 5].map((place) => assign(place % 2 ? rows(place) : rows(place).reverse())))
    expect(answers.map((answer) => answer.statusCode)).toEqual(answers.map(() => 204))
    const placed = await members()
    expect(placed).toHaveLength(20)
    expect(new Set(placed.map((member) => member.team_id)).size).toBe(1)
  })
})
