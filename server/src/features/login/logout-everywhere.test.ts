import type { CallbackResponse, Provider } from '@muster/contract/auth'
import type { UserId } from '@muster/contract/ids'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { anEvent, insertRows } from '../../testing/builders.ts'
import { useLogins } from '../../testing/logins.ts'

// Logins and connections in progress while their user logs out everywhere.

const { server, provided, begin, end, logIn, hold, untilWaiting } = useLogins()
const bearer = ({ auth_token }: CallbackResponse) => ({ authorization: `Bearer ${auth_token}` })
const logOutEverywhere = (headers: Record<string, string>) => server.send('POST', '/users/self/logout-everywhere', headers)
const providersOf = async (user_id: UserId) => {
  const rows = await server.db
    .selectFrom('accounts')
    .select('provider')
    .where('user_id', '=', user_id)
    .orderBy('provider')
    .execute()
  return rows.map(({ provider }) => provider)
}
const refused = [400, 'login_state_unknown']

it.each<Provider>(['discord', 'twitch'])('a connection with %s that began before is not completed', async (provider) => {
  const { body } = await logIn('poe')
  const state = await begin(provider, bearer(body))
  await logOutEverywhere(bearer(body))
  provided.player.account_id = `${provider} of ${provided.player.account_id}`
  const connected = await end(provider, state)
  expect([connected.status, connected.body.code]).toEqual(refused)
  expect(connected.body.auth_token).toBeUndefined()
  expect(await providersOf(body.user.id)).toEqual(['poe'])
})

it('a login that began before is not completed, a later one is', async () => {
  const { body } = await logIn('poe')
  const state = await begin('poe')
  await logOutEverywhere(bearer(body))
  const late = await end('poe', state)
  expect([late.status, late.body.code]).toEqual(refused)
  const again = await logIn('poe')
  expect([again.status, again.body.user.id]).toEqual([200, body.user.id])
  expect((await server.get('/users/self', bearer(again.body))).statusCode).toBe(200)
})

it('a login being completed at that moment is not completed', async () => {
  const { body } = await logIn('poe')
  const states = { poe: await begin('poe'), discord: await begin('discord', bearer(body)) }
  provided.meanwhile = () => logOutEverywhere(bearer(body))
  const connected = await end('discord', states.discord)
  expect([connected.status, connected.body.code]).toEqual(refused)
  provided.meanwhile = () => Promise.resolve()
  expect((await end('poe', states.poe)).body.code).toBe('login_state_unknown')
})

it('a token issued during the logout is invalid', async () => {
  const { db } = server
  const { body } = await logIn('poe')
  const { id } = body.user
  const { id: event_id } = await anEvent(db)
  const due = { list_due_at: new Date(), detail_due_at: new Date() }
  await insertRows(db, 'character_polls', { user_id: id, event_id, ...due, failures_in_a_row: 1 })
  // The login stops here, after the account was connected and before its token is issued.
  const free = await hold(sql`character_polls where user_id = ${id}`)
  const login = logIn('poe')
  await untilWaiting(1)
  await logOutEverywhere(bearer(body))
  await free()
  expect((await server.get('/users/self', bearer((await login).body))).statusCode).toBe(401)
})
