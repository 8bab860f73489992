import type { EventId } from '@muster/contract/ids'
import type { Signup } from '@muster/contract/signups'
import { describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { aMember, anEvent, aTeam, aUser, eventEnd, testNow, insertRows } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()

type User = Row<'users'>

/** Applications are open at `testNow`. */
const anOpenEvent = (event: Parameters<typeof anEvent>[1] = {}) =>
  anEvent(server.db, { application_end_time: new Date(testNow + 3_600_000), ...event })

async function aPlayer(name: string): Promise<User> {
  const user = await aUser(server.db, { display_name: name })
  const account = { user_id: user.id, account_id: `uuid-${user.id}`, name: `${name}${user.id}#1234` }
  await insertRows(server.db, 'accounts', { ...account, provider: 'poe' })
  return user
}
const accountOf = (user: User) => `${user.display_name}${user.id}#1234`

const signUp = async (event_id: EventId, user: User, body: object = { expected_playtime: 8 }) =>
  server.send('PUT', `/events/${event_id}/signups/self`, await server.as(user), body)
const readOwn = async (event_id: EventId, user: User) => server.get(`/events/${event_id}/signups/self`, await server.as(user))
const withdraw = async (event_id: EventId, user: User, by: User = user) =>
  server.send('DELETE', `/events/${event_id}/signups/${user.id}`, await server.as(by))
const aManager = () => aUser(server.db, { permissions: ['manager'] })
const listAs = async (event_id: EventId, user: User, query = '') =>
  (await server.get(`/events/${event_id}/signups${query}`, await server.as(user))).json<Signup[]>()
const answerOf = (answer: { statusCode: number; json<T>(): T }) => [answer.statusCode, answer.json<{ code: string }>().code]

describe('signing up', () => {
  it('answers 201 with the signup and the person, and Q-18: without the person afterwards', async () => {
    const [event, user] = [await anOpenEvent(), await aPlayer('Ada')]
    const body = { expected_playtime: 8, needs_help: true, extra: '{"guild_owner":true}', unknown: 1 }
    const first = await signUp(event.id, user, body)
    const signup = {
      partner: null,
      partner_id: null,
      partner_account_name: null,
      team_id: null,
      team_lead: false,
      application_status: 'applied',
      timestamp: new Date(testNow).toISOString(),
      expected_playtime: 8,
      actual_playtime: 0,
      needs_help: true,
      wants_to_help: false,
      extra: '{"guild_owner":true}',
      utc_offset_hours: null,
      answers: [],
      queue_place: null,
    }
    const person = { id: user.id, display_name: 'Ada', account_name: accountOf(user), stated_account: null }
    const chat = { discord_id: null, discord_name: null, twitch_id: null, twitch_name: null }
    expect(first.statusCode).toBe(201)
    expect(first.json()).toEqual({ ...signup, user: { ...person, ...chat } })
    expect((await readOwn(event.id, user)).json()).toEqual({ ...signup, user: null })
  })

  it('is not found without a signup (Q-18)', async () => {
    const answer = await readOwn((await anOpenEvent()).id, await aPlayer('Ada'))
    expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'Not signed up', code: 'signup_not_found' }])
  })

  it('again changes the signup and keeps the place in the queue', async () => {
    const [event, one, two] = [await anOpenEvent({ max_size: 1 }), await aPlayer('Ada'), await aPlayer('Ben')]
    await signUp(event.id, one)
    await signUp(event.id, two)
    server.setNow(testNow + 60_000)
    const edited = await signUp(event.id, one, { expected_playtime: 3, wants_to_help: true })
    server.setNow(testNow)
    expect(edited.statusCode).toBe(201)
    expect(edited.json()).toMatchObject({
      user: null,
      expected_playtime: 3,
      wants_to_help: true,
      application_status: 'applied',
      timestamp: new Date(testNow).toISOString(),
    })
  })

  it('keeps the order of arrival within one millisecond', async () => {
    const event = await anOpenEvent()
    const users = [await aPlayer('A'), await aPlayer('B'), await aPlayer('C')].toReversed()
    for (const user of users) await signUp(event.id, user)
    const queue = await listAs(event.id, await aManager())
    expect(queue.map((signup) => signup.user?.id)).toEqual(users.map((user) => user.id))
  })

  it('is possible only while applications are open', async () => {
    const closed = await anEvent(server.db)
    const answer = await signUp(closed.id, await aPlayer('Ada'))
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { error: 'Applications are not open', code: 'applications_not_open' },
    ])
  })

  it('cannot be changed by a member of a team', async () => {
    const [event, user] = [await anOpenEvent(), await aPlayer('Ada')]
    await signUp(event.id, user)
    await aMember(server.db, await aTeam(server.db, event.id), user.id)
    const answer = await signUp(event.id, user, { expected_playtime: 1 })
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { error: 'Cannot change signup after being added to a team', code: 'already_in_team' },
    ])
    expect((await readOwn(event.id, user)).json()).toMatchObject({ expected_playtime: 8, application_status: 'accepted' })
  })

  it.each([
    ['nothing', {}],
    ['no playtime (Q-07)', { expected_playtime: 0 }],
    ['D-36: a negative playtime', { expected_playtime: -1 }],
    ['D-36: an absurd playtime', { expected_playtime: 25 }],
    ['a playtime in parts', { expected_playtime: 1.5 }],
    ['a playtime as text', { expected_playtime: '8' }],
    ['a text instead of a flag', { expected_playtime: 8, needs_help: 'yes' }],
    ['a text that is too long', { expected_playtime: 8, extra: 'x'.repeat(4001) }],
  ])('refuses %s and writes nothing', async (_, body) => {
    const [event, user] = [await anOpenEvent(), await aPlayer('Ada')]
    expect(answerOf(await signUp(event.id, user, body))).toEqual([400, 'invalid_request'])
    expect((await readOwn(event.id, user)).statusCode).toBe(404)
  })
})

describe('the capacity', () => {
  it('D-35: closes applications when places and waitlist are taken, for newcomers only', async () => {
    const event = await anOpenEvent({ max_size: 1, waitlist_size: 1 })
    const [one, two, three] = [await aPlayer('A'), await aPlayer('B'), await aPlayer('C')]
    expect((await signUp(event.id, one)).json()).toMatchObject({ application_status: 'applied' })
    expect((await signUp(event.id, two)).json()).toMatchObject({ application_status: 'waitlisted' })
    expect(answerOf(await signUp(event.id, three))).toEqual([400, 'event_full'])
    expect((await signUp(event.id, two, { expected_playtime: 2 })).statusCode).toBe(201)
    await withdraw(event.id, one)
    expect((await readOwn(event.id, two)).json()).toMatchObject({ application_status: 'applied' })
    expect((await signUp(event.id, three)).json()).toMatchObject({ application_status: 'waitlisted' })
  })

  it('gives the last place to one of several simultaneous applicants', async () => {
    const event = await anOpenEvent({ max_size: 2, waitlist_size: 1 })
    const users = await Promise.all(Array.from({ length: 8 }, () => aPlayer('Crowd')))
    const answers = await Promise.all(users.map((user) => signUp(event.id, user)))
    const codes = answers.map((answer) => answer.json<{ code?: string }>().code ?? 'signed up')
    const counted = Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, list]) => [code, list.length]))
    expect(counted).toEqual({ 'signed up': 3, event_full: 5 })
    expect(await listAs(event.id, await aManager())).toHaveLength(3)
  })

  it('counts a player once for two simultaneous requests', async () => {
    const [event, user] = [await anOpenEvent({ max_size: 1 }), await aPlayer('Ada')]
    const answers = await Promise.all([signUp(event.id, user), signUp(event.id, user)])
    expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201])
  })
})

describe('the time zone of a player', () => {
  it('is kept if the edit omits it', async () => {
    const [event, user] = [await anOpenEvent(), await aPlayer('Ada')]
    const offsets = []
    for (const more of [{}, { utc_offset_hours: 0 }, {}, { utc_offset_hours: null }, { utc_offset_hours: -11 }]) {
      offsets.push((await signUp(event.id, user, { expected_playtime: 8, ...more })).json<Signup>().utc_offset_hours)
    }
    expect(offsets).toEqual([null, 0, 0, 0, -11])
  })

  it.each([-13, 15, 5.5, '2'])('cannot be %s hours from UTC', async (utc_offset_hours) => {
    const answer = await signUp((await anOpenEvent()).id, await aPlayer('Ada'), { expected_playtime: 8, utc_offset_hours })
    expect(answer.json()).toMatchObject({ code: 'invalid_request', problems: [{ field: 'utc_offset_hours' }] })
  })
})

describe('a partner', () => {
  it('is named by the game account, case-insensitive, and shown in that answer only', async () => {
    const [event, one, two] = [await anOpenEvent(), await aPlayer('Ada'), await aPlayer('Ben')]
    const body = { expected_playtime: 8, partner_account_name: accountOf(two).toUpperCase() }
    expect((await signUp(event.id, one, body)).json()).toMatchObject({ partner: { id: two.id }, partner_id: two.id })
    expect((await readOwn(event.id, one)).json()).toMatchObject({
      partner: null,
      partner_id: two.id,
      partner_account_name: accountOf(two),
    })
  })

  it('without a game account is named by the display name, unless several people have it', async () => {
    const event = await anOpenEvent()
    const [one, two] = [await aUser(server.db, { display_name: 'Cay' }), await aUser(server.db, { display_name: 'Dot' })]
    expect((await signUp(event.id, one, { expected_playtime: 8, partner_account_name: 'dot' })).json()).toMatchObject({
      partner: { id: two.id },
      partner_account_name: 'Dot',
    })
    await signUp(event.id, two, { expected_playtime: 8, partner_account_name: 'Cay' })
    expect((await server.get(`/events/${event.id}/status`, await server.as(one))).json()).toMatchObject({ partner: 'Dot' })
    await aUser(server.db, { display_name: 'DOT' })
    const answer = await signUp(event.id, one, { expected_playtime: 8, partner_account_name: 'Dot' })
    expect(answer.json()).toMatchObject({ code: 'partner_not_found' })
  })

  it('D-36: stays if the edit sends null or nothing, and is removed by an empty text', async () => {
    const [event, one, two] = [await anOpenEvent(), await aPlayer('Ada'), await aPlayer('Ben')]
    const edits = [accountOf(two), null, undefined, ''].map((partner_account_name) => ({
      expected_playtime: 8,
      partner_account_name,
    }))
    const partners = []
    for (const body of edits) partners.push((await signUp(event.id, one, body)).json<Signup>().partner_id)
    expect(partners).toEqual([two.id, two.id, two.id, null])
  })

  it('that is unknown is not found, and the signup is unchanged', async () => {
    const [event, user] = [await anOpenEvent(), await aPlayer('Ada')]
    const answer = await signUp(event.id, user, { expected_playtime: 8, partner_account_name: 'Nobody#0000' })
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { error: 'Could not find partner account', code: 'partner_not_found' },
    ])
    expect((await readOwn(event.id, user)).statusCode).toBe(404)
  })

  it('cannot be oneself', async () => {
    const [event, user] = [await anOpenEvent(), await aPlayer('Ada')]
    const answer = await signUp(event.id, user, { expected_playtime: 8, partner_account_name: accountOf(user) })
    expect(answerOf(answer)).toEqual([400, 'invalid_request'])
    expect(answer.json()).toMatchObject({ problems: [{ field: 'partner_account_name' }] })
  })
})

describe('the list for managers', () => {
  it('D-35: holds all players with status and partner, in the order of the queue', async () => {
    const event = await anOpenEvent({ max_size: 2, waitlist_size: 5 })
    const [one, two, three] = [await aPlayer('A'), await aPlayer('B'), await aPlayer('C')]
    await signUp(event.id, three)
    await signUp(event.id, one)
    await signUp(event.id, two, { expected_playtime: 8, partner_account_name: accountOf(three) })
    const team = await aTeam(server.db, event.id)
    await aMember(server.db, team, three.id, true)
    await insertRows(server.db, 'accounts', { user_id: two.id, provider: 'discord', account_id: 'd-42', name: 'two.chat' })
    const list = await listAs(event.id, await aManager())
    expect(list).toMatchObject([
      { user: { id: three.id }, application_status: 'accepted', team_id: team.id, team_lead: true, partner: null },
      { user: { id: one.id }, application_status: 'applied', team_id: null, team_lead: false },
      {
        user: { id: two.id, discord_id: 'd-42', discord_name: 'two.chat' },
        application_status: 'waitlisted',
        partner_id: three.id,
        partner: { id: three.id, account_name: accountOf(three) },
      },
    ])
  })

  it('comes in pages on request, with the places of the whole queue', async () => {
    const event = await anOpenEvent({ max_size: 1, waitlist_size: 5 })
    const users = [await aPlayer('A'), await aPlayer('B'), await aPlayer('C')]
    for (const user of users) await signUp(event.id, user)
    const [first, second] = users
    const page = await listAs(event.id, await aManager(), `?after=${first?.id}&limit=1`)
    expect(page).toMatchObject([{ user: { id: second?.id }, application_status: 'waitlisted' }])
  })

  it('contains no player of another event', async () => {
    const [event, other] = [await anOpenEvent(), await anOpenEvent()]
    await signUp(other.id, await aPlayer('Ada'))
    expect(await listAs(event.id, await aManager())).toEqual([])
  })
})

describe('whether a player has connected', () => {
  it('is shown beside the history: not for players without an account, or with an ended consent', async () => {
    const event = await anOpenEvent()
    const [fine, broken] = [await aPlayer('Ada'), await aPlayer('Ben')]
    for (const user of [fine, broken]) await signUp(event.id, user)
    await server.db.updateTable('accounts').set({ broken_reason: 'revoked' }).where('user_id', '=', broken.id).execute()
    const list = await listAs(event.id, await aManager(), '?with=history')
    expect(list.map(({ user, is_connected }) => [user?.id, is_connected])).toEqual([
      [fine.id, true],
      [broken.id, false],
    ])
    expect((await listAs(event.id, await aManager()))[0]).not.toHaveProperty('is_connected')
  })
})

describe('withdrawing', () => {
  it('D-13: a player may withdraw, with the team place (Q-21), and is answered {} (Q-09)', async () => {
    const [event, user] = [await anOpenEvent(), await aPlayer('Ada')]
    await signUp(event.id, user)
    await aMember(server.db, await aTeam(server.db, event.id), user.id)
    const answer = await withdraw(event.id, user)
    expect([answer.statusCode, answer.json()]).toEqual([200, {}])
    expect((await readOwn(event.id, user)).statusCode).toBe(404)
    const status = await server.get(`/events/${event.id}/status`, await server.as(user))
    expect(status.json()).toMatchObject({ team_id: null, application_status: 'none' })
  })

  it('puts a player who signs up again at the end of the queue', async () => {
    const [event, one, two] = [await anOpenEvent({ max_size: 1, waitlist_size: 1 }), await aPlayer('Ada'), await aPlayer('Ben')]
    await signUp(event.id, one)
    await signUp(event.id, two)
    await withdraw(event.id, one)
    expect((await signUp(event.id, one)).json()).toMatchObject({ application_status: 'waitlisted' })
  })

  it('removes no other player, and nothing of another event', async () => {
    const [event, other, user] = [await anOpenEvent(), await anOpenEvent(), await aPlayer('Ada')]
    await signUp(event.id, user)
    await signUp(other.id, user)
    expect(answerOf(await withdraw(event.id, user, await aPlayer('Eve')))).toEqual([403, 'not_allowed'])
    await withdraw(event.id, user)
    expect((await readOwn(other.id, user)).statusCode).toBe(200)
  })

  it.each(['0', '-1', '1.5', 'x', '2147483648'])('D-28: %s is not a user, and no player is removed', async (id) => {
    const [event, user] = [await anOpenEvent(), await aPlayer('Ada')]
    await signUp(event.id, user)
    const headers = await server.as(await aManager())
    expect(answerOf(await server.send('DELETE', `/events/${event.id}/signups/${id}`, headers))).toEqual([400, 'invalid_request'])
    expect((await readOwn(event.id, user)).statusCode).toBe(200)
  })

  it('D-38: does nothing without a signup', async () => {
    const answer = await withdraw((await anOpenEvent()).id, await aPlayer('Ada'), await aManager())
    expect([answer.statusCode, answer.json()]).toEqual([200, {}])
  })

  it('by the player ends with the event, by a manager it does not', async () => {
    const [event, user] = [await anOpenEvent(), await aPlayer('Ada')]
    await signUp(event.id, user)
    server.setNow(eventEnd + 1)
    const answers = [answerOf(await withdraw(event.id, user)), (await withdraw(event.id, user, await aManager())).statusCode]
    server.setNow(testNow)
    expect(answers).toEqual([[400, 'event_over'], 200])
  })
})

describe('the reported playtime', () => {
  const report = async (event_id: EventId, user: User, actual_playtime: unknown) =>
    server.send('PUT', `/events/${event_id}/signups/self/actual-playtime`, await server.as(user), { actual_playtime })

  it('is stored with the signup, regardless of team and window', async () => {
    const [event, user] = [await anOpenEvent(), await aPlayer('Ada')]
    await signUp(event.id, user)
    await aMember(server.db, await aTeam(server.db, event.id), user.id)
    const answer = await report(event.id, user, 31)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ user: null, actual_playtime: 31, expected_playtime: 8 })
    expect(await listAs(event.id, await aManager())).toMatchObject([{ actual_playtime: 31 }])
  })

  it('D-36: of a player without a signup is not found', async () => {
    const answer = await report((await anOpenEvent()).id, await aPlayer('Ada'), 31)
    expect(answerOf(answer)).toEqual([404, 'signup_not_found'])
  })

  it.each([0, -5, 1.5, 8761, null, '31'])('D-36: cannot be %s', async (hours) => {
    const [event, user] = [await anOpenEvent(), await aPlayer('Ada')]
    await signUp(event.id, user)
    expect(answerOf(await report(event.id, user, hours))).toEqual([400, 'invalid_request'])
    expect((await readOwn(event.id, user)).json()).toMatchObject({ actual_playtime: 0 })
  })
})
