import { type CallbackResponse, type Provider } from '@muster/contract/auth'
import type { UserId } from '@muster/contract/ids'
import { sql } from 'kysely'
import { beforeEach, expect, it, vi } from 'vitest'
import type { LoginGateway } from '../../gateways/outside.ts'
import { aMember, anEvent, aTeam } from '../../testing/builders.ts'
import { testOrigin } from '../../testing/server.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { deleteAccount } from './delete-account.ts'

// A user comes back from a provider during the deletion of their account.

let player: { account_id: string; name: string; handle: null }
let players = 0
/** Runs while the provider answers with the profile. */
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

const server = useTestServer({ game: gateway, twitch: gateway })
beforeEach(() => {
  players += 1
  player = { account_id: `uuid-${players}`, name: `Player#${players}`, handle: null }
  meanwhile = () => Promise.resolve()
})

async function logIn(provider: Provider, headers: Record<string, string> = {}) {
  const redirect_url = `${testOrigin}/auth/${provider}/callback`
  const query = new URLSearchParams({ redirect_url }).toString()
  const address = (await server.get(`/oauth2/${provider}/redirect?${query}`, headers)).json<string>()
  const state = new URL(address).searchParams.get('state')
  const answer = await server.send('POST', `/oauth2/${provider}/callback`, {}, { redirect_url, code: 'code', state })
  return { status: answer.statusCode, body: answer.json<CallbackResponse & { code?: string }>() }
}
const remove = (user_id: UserId, display_name: string) =>
  deleteAccount(server.ctx, { user_id, author_id: user_id, display_name, reason: null })
const accountsOf = (user_id: UserId) =>
  server.db.selectFrom('accounts').select('provider').where('user_id', '=', user_id).execute()

it('a second account is not connected to a user deleted meanwhile', async () => {
  const { user, auth_token } = (await logIn('poe')).body
  player = { ...player, account_id: `twitch of ${player.account_id}` }
  meanwhile = () => remove(user.id, user.display_name)
  const connected = await logIn('twitch', { authorization: `Bearer ${auth_token}` })
  expect([connected.status, connected.body.code]).toEqual([400, 'login_state_unknown'])
  expect(await accountsOf(user.id)).toEqual([])
})

it('a login with an account that is being deleted makes a new user', async () => {
  const { db } = server
  const { user } = (await logIn('poe')).body
  await aMember(db, await aTeam(db, (await anEvent(db)).id), user.id)
  const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // The deletion stops here, after it has removed the account.
  const holder = db.transact(async (tx) => {
    await sql`select from team_users where user_id = ${user.id} for update`.execute(tx)
    held.resolve()
    await free.promise
  })
  const untilWaiting = (count: number) =>
    vi.waitFor(
      async () => {
        const { rows } = await sql<{ waiting: number }>`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        expect(rows[0]?.waiting).toBe(count)
      },
      { timeout: 20_000 },
    )
  await held.promise
  const deletion = remove(user.id, user.display_name)
  await untilWaiting(1)
  const login = logIn('poe')
  await untilWaiting(2)
  free.resolve()
  await Promise.all([holder, deletion])
  const { status, body } = await login
  expect(status).toBe(200)
  expect(body.user.id).not.toBe(user.id)
  expect([await accountsOf(user.id), await accountsOf(body.user.id)]).toEqual([[], [{ provider: 'poe' }]])
})
