import type { CallbackResponse, Provider } from '@muster/contract/auth'
import { sql } from 'kysely'
import { beforeEach, expect, vi } from 'vitest'
import type { LoginGateway } from '../gateways/outside.ts'
import { testOrigin } from './server.ts'
import { useTestServer } from './use-server.ts'

type Headers = Record<string, string>
const redirectOf = (provider: Provider) => `${testOrigin}/auth/${provider}/callback`

/** A server with providers that log in a new player in each test, and the two halves of a login. */
export function useLogins() {
  const provided = {
    player: { account_id: '', name: '', handle: null },
    /** Runs while a provider is asked for the profile. */
    meanwhile: (): Promise<unknown> => Promise.resolve(),
  }
  const gateway: Partial<LoginGateway> = {
    authorizeAddress: (login) => `https://game.test/?${new URLSearchParams(login).toString()}`,
    exchangeCode: () =>
      Promise.resolve({ ok: true, value: { access_token: 'access', refresh_token: 'refresh', expires_at: null, scopes: [] } }),
    fetchProfile: async () => {
      await provided.meanwhile()
      return { ok: true, value: { ...provided.player } }
    },
  }
  const server = useTestServer({ game: gateway, discord: gateway, twitch: gateway })
  let players = 0
  beforeEach(() => {
    players += 1
    provided.player = { account_id: `uuid-${players}`, name: `Player#${players}`, handle: null }
    provided.meanwhile = () => Promise.resolve()
  })

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
  return {
    server,
    provided,
    begin,
    end,
    logIn: async (provider: Provider, headers: Headers = {}) => end(provider, await begin(provider, headers)),
    /** Locks this row in a transaction; returns a function that ends the transaction. */
    async hold(row: ReturnType<typeof sql>) {
      const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const holder = server.db.transact(async (tx) => {
        await sql`select from ${row} for update`.execute(tx)
        held.resolve()
        await free.promise
      })
      await held.promise
      return () => {
        free.resolve()
        return holder
      }
    },
    /** Waits until this number of statements wait for a lock. */
    untilWaiting: (count: number) =>
      vi.waitFor(
        async () => {
          const { rows } = await sql<{ waiting: number }>`
            select count(*)::int as waiting from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db)
          expect(rows[0]?.waiting).toBe(count)
        },
        { timeout: 20_000 },
      ),
  }
}
