import { createHash, randomBytes } from 'node:crypto'
import type { RequestEffect } from '@muster/simulator/faults/faults'
import { createTwitchClient, DEFAULT_TWITCH_CLIENT } from '@muster/simulator/options'
import { createSimulator, type Simulator } from '@muster/simulator/simulator'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gatewaysTo, visitConsent } from '../../testing/simulated-world.ts'
import type { TwitchGateway } from './gateway.ts'

let simulator: Simulator
let twitch: TwitchGateway
const connect = (more: Record<string, string> = {}): TwitchGateway => {
  const gateway = gatewaysTo(simulator, more).twitch
  if (!gateway) throw new Error('Twitch is not set up')
  return gateway
}
beforeEach(async () => {
  simulator = await createSimulator({ preset: 'demo' })
  twitch = connect()
})
afterEach(() => simulator.close())

const strike = (effect: RequestEffect, route: string, count = 1) =>
  simulator.faults.add({ effect, match: { provider: 'twitch', route }, when: { count }, parameters: {} })
const users = () => simulator.identities.twitch
const goLive = (...indexes: number[]) => {
  for (const { account, login } of users()) {
    const live = indexes.some((index) => users()[index]?.login === login)
    simulator.inject({ kind: 'broadcast', account: account.name, live, ...(live && { title: `on: ${login}` }) })
  }
  simulator.step(3 * 60_000)
}

async function logIn() {
  const verifier = randomBytes(32).toString('base64url')
  const redirect_url = 'http://127.0.0.1:3000/auth/twitch/callback'
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const back = await visitConsent(twitch.authorizeAddress({ redirect_url, state: 's', challenge }), users()[0]?.login ?? '')
  const tokens = await twitch.exchangeCode({ code: back.get('code') ?? '', verifier, redirect_url })
  if (!tokens.ok) throw new Error(tokens.failure.detail)
  return tokens.value
}

describe('logging in with Twitch', () => {
  test('requests no scope, and reads id, display name and login name', async () => {
    const tokens = await logIn()
    expect(tokens).toMatchObject({ scopes: [], expires_at: simulator.clock.now() + 14_124_000 })
    const [user] = users()
    expect(await twitch.fetchProfile(tokens.access_token)).toEqual({
      ok: true,
      value: { account_id: user?.id, name: user?.display_name, handle: user?.login },
    })
    expect(simulator.requests.totals().complaints).toEqual({})
  })

  test.each([true, false])('a refresh works with and without rotation by Twitch (%s)', async (twitch_rotates) => {
    simulator.switches.twitch_rotates = twitch_rotates
    const { refresh_token } = await logIn()
    const renewed = await twitch.refreshTokens(refresh_token ?? '')
    if (!renewed.ok) throw new Error(renewed.failure.detail)
    expect(await twitch.refreshTokens(renewed.value.refresh_token ?? '')).toMatchObject({ ok: true })
    expect(await twitch.refreshTokens('f'.repeat(40))).toMatchObject({ ok: false, failure: { reason: 'unauthorized' } })
  })

  test('a revoked token is dead', async () => {
    const { access_token } = await logIn()
    expect(await twitch.revokeToken?.(access_token)).toMatchObject({ ok: true })
    expect(await twitch.fetchProfile(access_token)).toMatchObject({ ok: false, failure: { reason: 'unauthorized' } })
  })

  test.each([
    ['/oauth2/userinfo', 'shape.empty_id', 'malformed'],
    ['/oauth2/userinfo', 'shape.error_as_ok', 'malformed'],
    ['/helix/users', 'shape.empty_list', 'malformed'],
    ['/helix/users', 'shape.empty_id', 'malformed'],
    ['/helix/users', 'api.500', 'unavailable'],
  ] as const)('D-27: %s with %s is %s', async (route, effect, reason) => {
    const { access_token } = await logIn()
    strike(effect, route)
    expect(await twitch.fetchProfile(access_token)).toMatchObject({ ok: false, failure: { reason } })
    expect(await twitch.fetchProfile(access_token)).toMatchObject({ ok: true })
  })
})

describe('live streams', () => {
  test('are requested by ids, and returned with the texts of Twitch', async () => {
    goLive(0, 2)
    const answer = await twitch.fetchLiveStreams(users().map(({ id }) => id))
    const live = answer.ok ? answer.value : []
    expect(live.map(({ title }) => title).toSorted()).toEqual([0, 2].map((index) => `on: ${users()[index]?.login}`).toSorted())
    expect(live.find(({ user_id }) => user_id === users()[0]?.id)).toMatchObject({
      user_login: users()[0]?.login,
      user_name: users()[0]?.display_name,
      thumbnail_url: expect.stringContaining('{width}') as string,
    })
  })

  test('D-40: a request covers a hundred ids, and all use one token', async () => {
    goLive(0)
    const strangers = Array.from({ length: 249 }, (_, at) => String(9_000_000_000 + at))
    const answer = await twitch.fetchLiveStreams([...strangers, users()[0]?.id ?? ''])
    expect(answer.ok && answer.value).toHaveLength(1)
    const paths = simulator.requests.list(100).map(({ path }) => path)
    expect(paths.filter((path) => path.includes('/streams'))).toHaveLength(3)
    expect(paths.filter((path) => path.includes('/token'))).toHaveLength(1)
    expect(simulator.requests.totals().complaints).toEqual({})
  })

  test('have a video that belongs to the stream by its id', async () => {
    goLive(0)
    const [user] = users()
    const live = await twitch.fetchLiveStreams([user?.id ?? ''])
    const [stream] = live.ok ? live.value : []
    const videos = await twitch.fetchStreamVideos(user?.id ?? '')
    const own = videos.ok ? videos.value.filter(({ stream_id }) => stream_id === stream?.id) : []
    expect(own).toEqual([{ id: expect.stringMatching(/^\d+$/) as string, stream_id: stream?.id, created_at: stream?.started_at }])
    expect(await twitch.fetchStreamVideos('9000000000')).toEqual({ ok: true, value: [] })
    strike('shape.error_as_ok', '/helix/videos')
    expect(await twitch.fetchStreamVideos(user?.id ?? '')).toMatchObject({ ok: false, failure: { reason: 'malformed' } })
    expect(simulator.requests.totals().complaints).toEqual({})
  })

  test('an empty list sends no request', async () => {
    expect(await twitch.fetchLiveStreams([])).toEqual({ ok: true, value: [] })
    expect(simulator.requests.totals().requests).toBe(0)
  })

  test('a dead application token is replaced once, automatically', async () => {
    goLive(1)
    const ids = users().map(({ id }) => id)
    await twitch.fetchLiveStreams(ids)
    const { twitch: grants } = simulator.grants_of
    for (const { token } of grants.liveTokens(simulator.clock.now())) grants.kill(token)
    expect(await twitch.fetchLiveStreams(ids)).toMatchObject({ ok: true })
  })

  test('an expired token is replaced before it is used', async () => {
    const { id, secret } = DEFAULT_TWITCH_CLIENT
    const hurried = { ...createTwitchClient(id, secret), application_ttl_seconds: 3600 }
    await simulator.close()
    simulator = await createSimulator({ preset: 'tiny', twitch_clients: [hurried] })
    twitch = connect()
    await twitch.fetchLiveStreams(['1'])
    simulator.step(3_590_000)
    await twitch.fetchLiveStreams(['1'])
    expect(simulator.requests.totals().by_status).toEqual({ 200: 4 })
  })

  test.each([
    ['api.500', 'unavailable'],
    ['net.reset', 'unavailable'],
    ['shape.garbage', 'malformed'],
    ['shape.empty_id', 'malformed'],
    ['shape.error_as_ok', 'malformed'],
  ] as const)('%s is %s, not an empty list', async (effect, reason) => {
    goLive(0, 1)
    strike(effect, '/helix/streams')
    const ids = users().map(({ id }) => id)
    expect(await twitch.fetchLiveStreams(ids)).toMatchObject({ ok: false, failure: { reason } })
    const answer = await twitch.fetchLiveStreams(ids)
    expect(answer.ok && answer.value).toHaveLength(2)
  })

  test('a client id or secret that Twitch refuses is reported as such', async () => {
    const misled = connect({ TWITCH_CLIENT_SECRET: 'wrong' })
    expect(await misled.fetchLiveStreams(['1'])).toMatchObject({
      ok: false,
      failure: { reason: 'unavailable', detail: "status 403, the provider does not accept Muster's client id or secret" },
    })
  })
})
