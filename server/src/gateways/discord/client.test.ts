import { createHash, randomBytes } from 'node:crypto'
import type { RequestEffect } from '@muster/simulator/faults/faults'
import { createSimulator, type Simulator } from '@muster/simulator/simulator'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gatewaysTo, visitConsent } from '../../testing/simulated-world.ts'
import type { LoginGateway } from '../outside.ts'

let simulator: Simulator
let discord: LoginGateway
const connect = (more: Record<string, string> = {}): LoginGateway => {
  const gateway = gatewaysTo(simulator, more).discord
  if (!gateway) throw new Error('Discord is not set up')
  return gateway
}
beforeEach(async () => {
  simulator = await createSimulator({ preset: 'tiny' })
  discord = connect()
})
afterEach(() => simulator.close())

const strike = (effect: RequestEffect, route: string) =>
  simulator.faults.add({ effect, match: { provider: 'discord', route }, when: { count: 1 }, parameters: {} })
const somebody = () => simulator.identities.discord[0]?.username ?? ''

async function authorize(gateway = discord) {
  const verifier = randomBytes(32).toString('base64url')
  const redirect_url = 'http://127.0.0.1:3000/auth/discord/callback'
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const back = await visitConsent(gateway.authorizeAddress({ redirect_url, state: 's', challenge }), somebody())
  return { code: back.get('code') ?? '', verifier, redirect_url }
}
async function logIn() {
  const tokens = await discord.exchangeCode(await authorize())
  if (!tokens.ok) throw new Error(tokens.failure.detail)
  return tokens.value
}

describe('logging in with Discord', () => {
  test('requests only the identity, and receives it', async () => {
    const tokens = await logIn()
    expect(tokens).toMatchObject({ scopes: ['identify'], expires_at: simulator.clock.now() + 7 * 86_400_000 })
    const [user] = simulator.identities.discord
    expect(await discord.fetchProfile(tokens.access_token)).toEqual({
      ok: true,
      value: { account_id: user?.id, name: user?.username, handle: null },
    })
    expect(simulator.requests.totals().complaints).toEqual({})
  })

  test('a refresh returns a new pair, and the old refresh token is unauthorized from then on', async () => {
    const { refresh_token } = await logIn()
    expect(await discord.refreshTokens(refresh_token ?? '')).toMatchObject({ ok: true })
    expect(await discord.refreshTokens(refresh_token ?? '')).toMatchObject({
      ok: false,
      failure: { reason: 'unauthorized', had_no_effect: true },
    })
  })

  test('a revoked token is dead', async () => {
    const { access_token } = await logIn()
    expect(await discord.revokeToken?.(access_token)).toMatchObject({ ok: true })
    expect(await discord.fetchProfile(access_token)).toMatchObject({ ok: false, failure: { reason: 'unauthorized' } })
  })

  test('a wrong client secret is not reported as a withdrawn consent', async () => {
    const { refresh_token } = await logIn()
    const misled = connect({ DISCORD_CLIENT_SECRET: 'wrong' })
    expect(await misled.refreshTokens(refresh_token ?? '')).toMatchObject({
      ok: false,
      failure: { reason: 'unavailable', had_no_effect: true },
    })
    expect(await discord.refreshTokens(refresh_token ?? '')).toMatchObject({ ok: true })
  })
})

describe('failures are returned as values', () => {
  test.each([
    ['api.500', 'unavailable'],
    ['api.503', 'unavailable'],
    ['net.reset', 'unavailable'],
    ['net.truncate', 'unavailable'],
    ['shape.garbage', 'malformed'],
    ['shape.error_as_ok', 'malformed'],
    ['shape.empty_id', 'malformed'],
  ] as const)('D-27: a profile with %s is %s, and the next try works', async (effect, reason) => {
    const { access_token } = await logIn()
    strike(effect, '/api/v10/users/@me')
    expect(await discord.fetchProfile(access_token)).toMatchObject({ ok: false, failure: { reason } })
    expect(await discord.fetchProfile(access_token)).toMatchObject({ ok: true })
  })

  test.each(['api.500', 'net.reset', 'shape.garbage'] as const)(
    'a refresh with %s may have taken effect, and proves nothing about the tokens',
    async (effect) => {
      const { refresh_token } = await logIn()
      strike(effect, '/api/oauth2/token')
      const answer = await discord.refreshTokens(refresh_token ?? '')
      expect(answer).toMatchObject({ ok: false, failure: { reason: expect.stringMatching(/unavailable|malformed/) as string } })
      expect(answer).not.toHaveProperty('failure.had_no_effect', true)
      expect(answer).not.toHaveProperty('failure.excerpt')
    },
  )

  test('a wait requested by the provider is respected, and no limit is exceeded twice', async () => {
    const { access_token } = await logIn()
    for (let asked = 0; asked < 12; asked++) expect((await discord.fetchProfile(access_token)).ok).toBe(true)
    expect(simulator.requests.totals().by_status).not.toHaveProperty('429')
    strike('api.429', '/api/v10/users/@me')
    expect((await discord.fetchProfile(access_token)).ok).toBe(true)
  })
})
