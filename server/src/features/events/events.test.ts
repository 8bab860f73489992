import { unchangedSettings } from '@muster/contract/testing/new-event'
import { describe, expect, it } from 'vitest'
import { aMember, anEvent, anObjective, aPreset, aTeam, aUser, eventStart, insertRows } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()

describe('the list of events', () => {
  it('shows everyone the public ones by id, with their teams', async () => {
    const event = await anEvent(server.db, { name: 'Winter Muster (PL12345)', patch: '3.29' })
    const team = await aTeam(server.db, event.id, { abbreviation: 'AB', color: '#112233', allowed_classes: ['Juggernaut'] })
    await anEvent(server.db, { is_public: false })
    const answer = await server.get('/events')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual([
      {
        id: event.id,
        name: 'Winter Muster (PL12345)',
        game_version: 'poe1',
        is_current: false,
        is_public: true,
        is_locked: false,
        max_size: 100,
        waitlist_size: 0,
        patch: '3.29',
        points_need_approval_above: null,
        application_start_time: event.application_start_time.toISOString(),
        application_end_time: event.application_end_time.toISOString(),
        event_start_time: new Date(eventStart).toISOString(),
        event_end_time: event.event_end_time.toISOString(),
        ...unchangedSettings,
        time_zone: 'UTC',
        embed_hosts: null,
        version: 1,
        archived_at: null,
        raw_kept_until: null,
        final_since: null,
        teams: [
          {
            id: team.id,
            event_id: event.id,
            name: team.name,
            abbreviation: 'AB',
            color: '#112233',
            allowed_classes: ['Juggernaut'],
            version: 1,
            logo: null,
          },
        ],
      },
    ])
  })

  it('shows hidden ones to admins only', async () => {
    const hidden = await anEvent(server.db, { is_public: false })
    const idsFor = async (headers: Record<string, string>) =>
      (await server.get('/events', headers)).json<{ id: number }[]>().map((event) => event.id)
    const admin = await aUser(server.db, { permissions: ['admin'] })
    const judge = await aUser(server.db, { permissions: ['submission_judge'] })
    expect(await idsFor(await server.as(admin))).toContain(hidden.id)
    expect(await idsFor(await server.as(judge))).not.toContain(hidden.id)
    expect(await idsFor({})).not.toContain(hidden.id)
  })
})

describe('one event', () => {
  it('is found by its number, and under "current"', async () => {
    const event = await anEvent(server.db, { is_current: true })
    expect((await server.get(`/events/${event.id}`)).json()).toMatchObject({ id: event.id, teams: [] })
    expect((await server.get('/events/current')).json()).toMatchObject({ id: event.id })
    await server.db.updateTable('events').set({ is_current: false }).execute()
    expect((await server.get('/events/current')).statusCode).toBe(404)
  })

  it.each(['0', '-4', '99999999', '2147483648', '99999999999999999999'])('%s does not exist', async (id) => {
    const answer = await server.get(`/events/${id}`)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ error: 'Event not found', code: 'event_not_found' })
  })

  it.each(['x', '1.5', '1e3', '%20', 'NaN', 'Current', '0x1'])('%s is not an event id', async (id) => {
    const answer = await server.get(`/events/${id}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ error: 'The event id must be a number or "current"', code: 'invalid_event_id' })
  })
})

describe('a status', () => {
  const statusFor = async (path: string, headers: Record<string, string> = {}) =>
    (await server.get(path, headers)).json<unknown>()

  it('of a visitor has the number of signups only', async () => {
    const event = await anEvent(server.db)
    await signUp(event.id, (await aUser(server.db)).id, 0)
    expect(await statusFor(`/events/${event.id}/status`)).toEqual({
      team_id: null,
      is_team_lead: false,
      application_status: 'none',
      number_of_signups: 1,
      number_of_signups_before: 0,
      partner: null,
    })
  })

  it('is waitlisted beyond max_size, in the order of signups', async () => {
    const event = await anEvent(server.db, { max_size: 2 })
    const users = [await aUser(server.db), await aUser(server.db), await aUser(server.db)]
    for (const [place, user] of users.toReversed().entries()) await signUp(event.id, user.id, place)
    const states = await Promise.all(users.map(async (user) => statusFor(`/events/${event.id}/status`, await server.as(user))))
    expect(states).toMatchObject([
      { application_status: 'waitlisted', number_of_signups: 3, number_of_signups_before: 2 },
      { application_status: 'applied', number_of_signups_before: 1 },
      { application_status: 'applied', number_of_signups_before: 0 },
    ])
  })

  it('is accepted once in a team, and names the lead', async () => {
    const event = await anEvent(server.db)
    const team = await aTeam(server.db, event.id)
    const [lead, member] = [await aUser(server.db), await aUser(server.db)]
    await aMember(server.db, team, lead.id, true)
    await aMember(server.db, team, member.id)
    expect(await statusFor(`/events/${event.id}/status`, await server.as(lead))).toMatchObject({
      team_id: team.id,
      is_team_lead: true,
      application_status: 'accepted',
    })
    expect(await statusFor(`/events/${event.id}/status`, await server.as(member))).toMatchObject({
      team_id: team.id,
      is_team_lead: false,
    })
  })

  it('names the partner only when both named each other', async () => {
    const event = await anEvent(server.db)
    const [one, two] = [await aUser(server.db), await aUser(server.db)]
    await insertRows(server.db, 'accounts', { user_id: two.id, provider: 'poe', account_id: 'two', name: 'Two#1234' })
    await signUp(event.id, one.id, 0, two.id)
    await signUp(event.id, two.id, 1)
    const path = `/events/${event.id}/status`
    expect(await statusFor(path, await server.as(one))).toMatchObject({ partner: null })
    await server.db.updateTable('signups').set({ partner_id: one.id }).where('user_id', '=', two.id).execute()
    expect(await statusFor(path, await server.as(one))).toMatchObject({ partner: 'Two#1234' })
  })
})

describe('the contents of an event', () => {
  it('are counted for this event only, and objectives without categories', async () => {
    const { db } = server
    const admin = await server.as(await aUser(db, { permissions: ['admin'] }))
    const count = async (id: number) => (await server.get(`/events/${id}/contents`, admin)).json<unknown>()
    const [event, other] = [await anEvent(db), await anEvent(db)]
    for (const { id } of [event, other]) {
      const team = await aTeam(db, id)
      const root = await anObjective(db, id, { objective_type: 'CATEGORY', aggregation: 'NONE' })
      const objective = await anObjective(db, id, { parent_id: root.id, scoring_preset_id: await aPreset(db, id) })
      const condition = { objective_id: objective.id, field: 'NAME' as const, operator: 'EQ' as const, value: 'Headhunter' }
      await insertRows(db, 'conditions', condition)
      await aMember(db, team, (await aUser(db)).id)
      await signUp(id, (await aUser(db)).id, 0)
      const score = { event_id: id, team_id: team.id, rank: 1, number: 1, finished: true, sequence: 1 }
      // Each objective has its own points; a category has the points for its finished children.
      const scores = [root, objective].map(({ id: objective_id }, place) => ({ ...score, objective_id, points: 10 + place * 10 }))
      await insertRows(db, 'scores', scores)
    }
    const whole = { objectives: 1, conditions: 1, scoring_presets: 1, teams: 1, participants: 1, signups: 1 }
    expect(await count(event.id)).toEqual({ ...whole, facts: 0, submissions: 0, points: 30 })
    expect(await count((await anEvent(db)).id)).toMatchObject({ objectives: 0, points: 0 })
  })
})

async function signUp(
  event_id: Awaited<ReturnType<typeof anEvent>>['id'],
  user_id: Awaited<ReturnType<typeof aUser>>['id'],
  minute: number,
  partner_id?: typeof user_id,
) {
  const timestamp = new Date(eventStart - 10 * 86_400_000 + minute * 60_000)
  await insertRows(server.db, 'signups', { event_id, user_id, timestamp, expected_playtime: 10, partner_id: partner_id ?? null })
}
