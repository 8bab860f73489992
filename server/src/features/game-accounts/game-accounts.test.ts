import type { CallbackResponse } from '@muster/contract/auth'
import type { Signup } from '@muster/contract/signups'
import type { User } from '@muster/contract/users'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import type { LoginGateway } from '../../gateways/outside.ts'
import { aMember, anEvent, aTeam, aUser, insertRows, testNow } from '../../testing/builders.ts'
import { testOrigin } from '../../testing/server.ts'
import { useTestServer } from '../../testing/use-server.ts'

/** The account with which the next player logs in at the game. */
const atTheGame = { account_id: '', name: '', handle: null }
const game: Partial<LoginGateway> = {
  authorizeAddress: (login) => `https://game.test/oauth/authorize?${new URLSearchParams(login).toString()}`,
  exchangeCode: async () => ({
    ok: true,
    value: { access_token: 'access', refresh_token: 'refresh', expires_at: testNow + 86_400_000, scopes: [] },
  }),
  fetchProfile: async () => ({ ok: true, value: { ...atTheGame } }),
}
const server = useTestServer({ game })

let names = 0
/** A name that no other test uses. */
const aName = () => `Ada Plays${++names}#1042`
let event: Row<'events'>
let team: Row<'teams'>
let ada: Row<'users'>
beforeEach(async () => {
  event = await anEvent(server.db, { application_end_time: new Date(testNow + 3_600_000) })
  team = await aTeam(server.db, event.id)
  ada = await aUser(server.db, { display_name: `Ada${++names}` })
})

const state = async (user: Row<'users'>, name: string | null) =>
  server.send('PUT', '/users/self/game-account', await server.as(user), { name })
const review = async (by: Row<'users'>, of: Row<'users'>, name: string, is_confirmed = true, event_id = event.id) =>
  server.send('PUT', `/events/${event_id}/users/${of.id}/game-account`, await server.as(by), { name, is_confirmed })
const readStated = async (user: Row<'users'>) =>
  (await server.get('/users/self', await server.as(user))).json<User>().stated_account
const signUp = async (user: Row<'users'>, body: object = {}, event_id = event.id) =>
  server.send('PUT', `/events/${event_id}/signups/self`, await server.as(user), { expected_playtime: 4, ...body })
const problemOf = (answer: { json<T>(): T }) =>
  answer.json<{ code: string; problems?: { field: string; problem: string }[] }>().problems?.[0] ?? null
const aLead = async (of = team) => {
  const lead = await aUser(server.db)
  await aMember(server.db, of, lead.id, true)
  return lead
}

async function logIn(name: string, account_id = `uuid-${name}`, by?: Row<'users'>) {
  Object.assign(atTheGame, { name, account_id })
  const callback = `${testOrigin}/auth/poe/callback`
  const address = `/oauth2/poe/redirect?${new URLSearchParams({ redirect_url: callback }).toString()}`
  const began = await server.get(address, by && (await server.as(by)))
  const code_state = new URL(began.json<string>()).searchParams.get('state')
  return server.send('POST', '/oauth2/poe/callback', {}, { redirect_url: callback, code: 'code', state: code_state })
}

describe('a player states the game account', () => {
  it('in its stored form, and takes it back', async () => {
    const name = aName()
    const answer = await state(ada, `  ${name.replace('#', ' ＃ ')}  `)
    expect([answer.statusCode, answer.json<User>().stated_account]).toEqual([200, { name, is_confirmed: false }])
    expect((await state(ada, null)).json<User>().stated_account).toBeNull()
  })

  it.each(['Ada', 'Ada#12', 'Ada#12345', '#1234', 'A#B#1234', 'Ada#١٢٣٤', ''])('not as %j', async (name) => {
    const answer = await state(ada, name)
    expect([answer.statusCode, problemOf(answer)?.field]).toEqual([400, 'name'])
  })

  it('in the signup, and an edit without it keeps it', async () => {
    const name = aName()
    const signup = (await signUp(ada, { stated_account_name: name })).json<Signup>()
    expect(signup.user).toMatchObject({ account_name: null, stated_account: { name, is_confirmed: false } })
    await signUp(ada, { expected_playtime: 6 })
    expect(await readStated(ada)).toEqual({ name, is_confirmed: false })
  })

  it('not beside a connected one', async () => {
    await insertRows(server.db, 'accounts', { user_id: ada.id, provider: 'poe', account_id: `id-${ada.id}`, name: aName() })
    const answer = await state(ada, aName())
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'account_connected'])
  })
})

describe('an account belongs to one player of an event', () => {
  const taken = { field: 'stated_account_name', problem: 'is already the game account of another player in this event' }

  it('so a second player of the event cannot state it, in any case, before or after they sign up', async () => {
    const [name, ben, cora] = [aName(), await aUser(server.db), await aUser(server.db)]
    await signUp(ada, { stated_account_name: name })
    const first = await signUp(ben, { stated_account_name: name.toUpperCase() })
    expect([first.statusCode, problemOf(first)]).toEqual([400, taken])
    expect((await server.get(`/events/${event.id}/signups/self`, await server.as(ben))).statusCode).toBe(404)
    expect((await state(cora, name)).statusCode).toBe(200)
    expect(problemOf(await signUp(cora))).toEqual(taken)
  })

  it('while players of different events may state the same', async () => {
    const [name, ben] = [aName(), await aUser(server.db)]
    await signUp(ada, { stated_account_name: name })
    const other = await anEvent(server.db, { application_end_time: new Date(testNow + 3_600_000) })
    expect((await signUp(ben, { stated_account_name: name }, other.id)).statusCode).toBe(201)
  })

  it('and an account that another player has connected cannot be stated', async () => {
    const [name, ben] = [aName(), await aUser(server.db)]
    await insertRows(server.db, 'accounts', { user_id: ben.id, provider: 'poe', account_id: `id-${ben.id}`, name })
    expect(problemOf(await state(ada, name))).toEqual({
      field: 'name',
      problem: 'is already the game account of another player',
    })
  })

  it('even if two players state it at once', async () => {
    const [name, ben] = [aName(), await aUser(server.db)]
    await signUp(ada)
    await signUp(ben)
    const answers = await Promise.all([state(ada, name), state(ben, name)])
    expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
  })
})

describe('a lead or an organiser confirms it', () => {
  it('for a member of their team, and takes it back', async () => {
    const [name, lead] = [aName(), await aLead()]
    await aMember(server.db, team, ada.id)
    await state(ada, name)
    const answer = await review(lead, ada, name)
    expect([answer.statusCode, answer.json()]).toEqual([200, { name, is_confirmed: true }])
    expect(await readStated(ada)).toEqual({ name, is_confirmed: true })
    await review(lead, ada, name, false)
    expect(await readStated(ada)).toEqual({ name, is_confirmed: false })
  })

  it('organisers for every player of the event, logged without the account', async () => {
    const [name, manager, admin] = [
      aName(),
      await aUser(server.db, { permissions: ['manager'] }),
      await aUser(server.db, { permissions: ['admin'] }),
    ]
    await signUp(ada, { stated_account_name: name })
    expect((await review(manager, ada, name)).statusCode).toBe(200)
    const log = await server.get(`/events/${event.id}/admin-changes`, await server.as(admin))
    expect(log.json()).toMatchObject([{ kind: 'account_confirmed', subject: ada.display_name, author: { id: manager.id } }])
    expect(log.body).not.toContain(name)
  })

  it('not for another team, another event or themselves', async () => {
    const [name, manager] = [aName(), await aUser(server.db, { permissions: ['manager'] })]
    const [lead, rival] = [await aLead(), await aLead(await aTeam(server.db, event.id))]
    await aMember(server.db, team, ada.id)
    await state(ada, name)
    await state(lead, aName())
    const other = await anEvent(server.db)
    const own = await readStated(lead)
    const answers = [
      await review(rival, ada, name),
      await review(manager, ada, name, true, other.id),
      await review(lead, lead, own?.name ?? ''),
      await review(ada, lead, own?.name ?? ''),
    ]
    expect(answers.map((answer) => answer.json<{ code: string }>().code)).toEqual([
      'user_not_found',
      'user_not_found',
      'not_allowed',
      'not_allowed',
    ])
    expect([await readStated(ada), await readStated(lead)]).toMatchObject([{ is_confirmed: false }, { is_confirmed: false }])
  })

  it('not a name that has changed since they saw it; and a change ends the confirmation', async () => {
    const [name, lead] = [aName(), await aLead()]
    await aMember(server.db, team, ada.id)
    await state(ada, name)
    const stale = await review(lead, ada, aName())
    expect([stale.statusCode, stale.json<{ code: string }>().code]).toEqual([409, 'changed_meanwhile'])
    await review(lead, ada, name)
    await state(ada, name)
    expect(await readStated(ada)).toEqual({ name, is_confirmed: true })
    const next = aName()
    await state(ada, next)
    expect(await readStated(ada)).toEqual({ name: next, is_confirmed: false })
  })
})

describe('a login at the game', () => {
  it('of the player who stated the account replaces the statement', async () => {
    const name = aName()
    await state(ada, name)
    const answer = await logIn(name, undefined, ada)
    expect(answer.json<CallbackResponse>().user).toMatchObject({ id: ada.id, account_name: name, stated_account: null })
  })

  it('does not create a second user for a confirmed player, and says how to log in', async () => {
    const [name, lead] = [aName(), await aLead()]
    await aMember(server.db, team, ada.id)
    await state(ada, name)
    await review(lead, ada, name)
    const answer = await logIn(name)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'account_stated'])
    expect(await readStated(ada)).toEqual({ name, is_confirmed: true })
    expect((await logIn(name, undefined, ada)).json<CallbackResponse>().user.id).toBe(ada.id)
  })

  it('of the owner ends the statement of a player who only claimed it', async () => {
    const name = aName()
    await state(ada, name)
    const owner = (await logIn(name)).json<CallbackResponse>().user
    expect(owner).toMatchObject({ account_name: name })
    expect([owner.id === ada.id, await readStated(ada)]).toEqual([false, null])
  })
})

it('a partner is found by a stated account, and by a connected one first', async () => {
  const [name, ben, cora] = [aName(), await aUser(server.db), await aUser(server.db)]
  await state(ben, name)
  const partner = async () => (await signUp(ada, { partner_account_name: name })).json<Signup>().partner_id
  expect(await partner()).toBe(ben.id)
  await insertRows(server.db, 'accounts', { user_id: cora.id, provider: 'poe', account_id: `id-${cora.id}`, name })
  expect(await partner()).toBe(cora.id)
})
