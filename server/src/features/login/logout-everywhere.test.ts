import type { CallbackResponse, Provider } from '@muster/contract/auth'
import type { UserId } from '@muster/contract/ids'
import { sql } from 'kysely'
import { beforeEach, expect, it, vi } from 'vitest'
import type { LoginGateway } from '../../gateways/outside.ts'
import { anEvent, insertRows } from '../../testing/builders.ts'
import { testOrigin } from '../../testing/server.ts'
import { useTestServer } from '../../testing/use-server.ts'

// Logins and connections in progress while their user logs out everywhere.

let player: { account_id: string; name: string; handle: null }
let players = 0
/** Runs while the provider is asked for the profile. */
let meanwhile: () => Promise<unknown>
const gateway: Partial<LoginGateway> = {
  authorizeAddress: (login) => `https://game.test/?${new URLSearchParams(login).toString()}`,
  exchangeCode: () =>
    Promise.resolve({ ok: true, value: { access_token: 'access', refresh_token: 'refresh', expires_at: null, scopes: [] } }),
  fetchProfile: async () => {
    await meanwhile()
    return { ok: true, value: { ...player } }
  },
}

const server = useTestServer({ game: gateway, discord: gateway, twitch: gateway })
beforeEach(() => {
  players += 1
  player = { account_id: `uuid-${players}`, name: `Player#${players}`, handle: null }
  meanwhile = () => Promise.resolve()
})

type Headers = Record<string, string>
const redirectOf = (provider: Provider) => `${testOrigin}/auth/${provider}/callback`

async function begin(provider: Provider, headers: Headers = {}): Promise<string> {
  const query = new URLSearchParams({ redirect_url: redirectOf(provider) }).toString()
  const address = (await server.get(`/oauth2/${provider}/redirect?${query}`, headers)).json<string>()
  return new URL(address).searchParams.get('state') ?? ''
}

async function end(provider: Provider, state: string) {
  const body = { redirect_url: redirectOf(provider), code: 'code', state }
  const answer = await server.send('POST', `/oauth2/${provider}/callback`, {}, body)
  return { status: answer.statusCode, body: answer.json<CallbackResponse & { code?: string }>() }
}

const logIn = async (provider: Provider, headers: Headers = {}) => end(provider, await begin(provider, headers))
const bearer = ({ auth_token }: CallbackResponse) => ({ authorization: `Bearer ${auth_token}` })
const logOutEverywhere = (headers: Headers) => server.send('POST', '/users/self/logout-everywhere', headers)
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
  player = { ...player, account_id: `${provider} of ${player.account_id}` }
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
  meanwhile = () => logOutEverywhere(bearer(body))
  const connected = await end('discord', states.discord)
  expect([connected.status, connected.body.code]).toEqual(refused)
  meanwhile = () => Promise.resolve()
  expect((await end('poe', states.poe)).body.code).toBe('login_state_unknown')
})

it('a token issued during the logout is invalid', async () => {
  const { db } = server
  const { body } = await logIn('poe')
  const { id } = body.user
  const { id: event_id } = await anEvent(db)
  const due = { list_due_at: new Date(), detail_due_at: new Date() }
  await insertRows(db, 'character_polls', { user_id: id, event_id, ...due, failures_in_a_row: 1 })
  const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // The login stops here, after the account was connected and before its token is issued.
  const holder = db.transact(async (tx) => {
    await sql`select from character_polls where user_id = ${id} for update`.execute(tx)
    held.resolve()
    await free.promise
  })
  await held.promise
  const login = logIn('poe')
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      expect(rows[0]?.waiting).toBe(1)
    },
    { timeout: 20_000 },
  )
  await logOutEverywhere(bearer(body))
  free.resolve()
  await holder
  expect((await server.get('/users/self', bearer((await login).body))).statusCode).toBe(401)
})
