import type { CallbackResponse } from '@muster/contract/auth'
import { DEFAULT_CLIENT_ID, DEFAULT_CLIENT_SECRET } from '@muster/simulator/options'
import { createSimulator, type Simulator } from '@muster/simulator/simulator'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Secret } from '../../config.ts'
import { createGameClient } from '../../gateways/game/client.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { loadGameToken } from './game-token.ts'

let simulator: Simulator
let server: TestServer
const origin = 'http://localhost:4000'

beforeAll(async () => {
  simulator = await createSimulator({ preset: 'tiny', mode: 'stepped' })
  // Waiting moves the simulated time, which counts whole milliseconds.
  const clock = { speed: 1, now: () => simulator.clock.now(), sleep: async (ms: number) => simulator.step(Math.ceil(ms)) }
  const { web_url, api_url } = simulator
  const client_secret = new Secret(DEFAULT_CLIENT_SECRET)
  const game = createGameClient(
    { web_url, api_url, client_id: DEFAULT_CLIENT_ID, client_secret, contact: 'tests@muster.test' },
    clock,
  )
  server = await startTestServer({ game, environment: { PUBLIC_URL: origin } })
})
afterAll(async () => {
  await server.close()
  await simulator.close()
})

/** The browser's way: our redirect, the provider's page (which says yes by itself), back to us with the code. */
async function visitProvider(account: string, choice: string): Promise<URLSearchParams> {
  const redirect = await server.get(
    `/oauth2/poe/redirect?redirect_url=${encodeURIComponent(`${origin}/auth/poe/callback`)}&last_url=/teams`,
  )
  const address = new URL(redirect.json<string>())
  address.searchParams.set('login_hint', account)
  address.searchParams.set('auto', choice)
  const answer = await fetch(address, { redirect: 'manual', headers: { accept: 'text/html' } })
  return new URL(answer.headers.get('location') ?? 'http://nowhere').searchParams
}
const end = (back: URLSearchParams) =>
  server.app.inject({
    method: 'POST',
    url: '/api/oauth2/poe/callback',
    payload: {
      redirect_url: `${origin}/auth/poe/callback`,
      code: back.get('code') ?? 'none',
      state: back.get('state') ?? 'none',
    },
  })
const anAccount = () => simulator.world.accounts[0]?.name ?? ''

it('a player logs in through the provider and is known by the name the game knows', async () => {
  const answer = await end(await visitProvider(anAccount(), 'allow'))
  expect(answer.statusCode).toBe(200)
  const { user, last_path } = answer.json<CallbackResponse>()
  expect(user.account_name).toBe(anAccount())
  expect(last_path).toBe('/teams')
  expect(
    await loadGameToken({ ...server.ctx, clock: { ...server.ctx.clock, now: () => simulator.clock.now() } }, user.id),
  ).toMatchObject({ ok: true })
})

it('a code works once', async () => {
  const back = await visitProvider(anAccount(), 'allow')
  expect((await end(back)).statusCode).toBe(200)
  const second = await visitProvider(anAccount(), 'allow')
  second.set('code', back.get('code') ?? '')
  expect((await end(second)).json()).toMatchObject({ code: 'login_refused' })
})
