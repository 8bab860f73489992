import { expect, test } from 'vitest'
import { DEFAULT_TWITCH_CLIENT, type SimulatorOptions } from '../options.ts'
import type { Simulator } from '../simulator.ts'
import { askHelix, askTokenAt, askTwitchId, exchangeCodeAt, logInAt, obtainCodeAt, post } from '../testing/elsewhere.ts'
import { startSimulator } from '../testing/test-simulator.ts'

const MINUTE = 60_000

/** The tiny world has four players; the demo's are enough for some who stream. */
const aDemo = (options: SimulatorOptions = {}) => startSimulator({ preset: 'demo', ...options })
const firstUser = (simulator: Simulator) => {
  const [user] = simulator.identities.twitch
  if (!user) throw new Error('no account on Twitch')
  return user
}
const connectApplication = async (simulator: Simulator) =>
  String((await askTokenAt(simulator, 'twitch', { grant_type: 'client_credentials' })).body['access_token'])
const streamsOf = async (simulator: Simulator, access: string, query: string) =>
  (await askHelix(simulator, access, `/streams?${query}`)).body['data'] as Record<string, unknown>[]

test('a login without scopes gives short tokens and names the user, in two places', async () => {
  const simulator = await aDemo()
  const user = firstUser(simulator)
  const { status, body } = await exchangeCodeAt(simulator, 'twitch', await obtainCodeAt(simulator, 'twitch', user.login))
  expect([status, body]).toEqual([
    200,
    {
      access_token: expect.stringMatching(/^[0-9a-f]{40}$/),
      refresh_token: expect.stringMatching(/^[0-9a-f]{40}$/),
      token_type: 'bearer',
      expires_in: 14_124,
    },
  ])
  const access = String(body['access_token'])
  expect((await askTwitchId(simulator, '/oauth2/userinfo', `Bearer ${access}`)).body['sub']).toBe(user.id)
  for (const word of ['OAuth', 'Bearer'])
    expect((await askTwitchId(simulator, '/oauth2/validate', `${word} ${access}`)).body).toMatchObject({
      login: user.login,
      user_id: user.id,
      client_id: DEFAULT_TWITCH_CLIENT.id,
    })
  const entry = { id: user.id, login: user.login, display_name: user.display_name }
  expect((await askHelix(simulator, access, '/users')).body['data']).toMatchObject([entry])
  expect((await askHelix(simulator, access, `/users?id=${user.id}`)).body['data']).toMatchObject([entry])
  expect(simulator.requests.totals().complaints).toEqual({})
})

test('scopes come back as a list', async () => {
  const simulator = await aDemo()
  const code = await obtainCodeAt(simulator, 'twitch', firstUser(simulator).id, { scope: 'user:read:email' })
  expect((await exchangeCodeAt(simulator, 'twitch', code)).body['scope']).toEqual(['user:read:email'])
})

test.each([
  ['no client id', { client_id: undefined }, 400, 'missing client id'],
  ['another client', { client_id: 'x' }, 400, 'invalid client'],
  ['a wrong secret', { client_secret: 'x' }, 403, 'invalid client secret'],
  ['a wrong verifier', { code_verifier: 'x' }, 400, 'Invalid authorization code: code_verifier does not match'],
  ['an unknown grant', { grant_type: 'password' }, 400, 'invalid grant type'],
])("%s is refused in Twitch's own words", async (_, change, status, message) => {
  const simulator = await aDemo()
  const code = await obtainCodeAt(simulator, 'twitch', firstUser(simulator).id)
  expect((await exchangeCodeAt(simulator, 'twitch', code, change)).body).toMatchObject({ status, message })
})

test.each([
  [false, 200],
  [true, 400],
])('a refresh token can be used again unless it rotates (%s: %d)', async (twitch_rotates, status) => {
  const simulator = await aDemo({ switches: { twitch_rotates } })
  const { refresh } = await logInAt(simulator, 'twitch', firstUser(simulator).id)
  const form = { grant_type: 'refresh_token', refresh_token: refresh }
  expect((await askTokenAt(simulator, 'twitch', form)).status).toBe(200)
  expect((await askTokenAt(simulator, 'twitch', form)).status).toBe(status)
})

test('a revoked token is dead, and cannot be revoked again', async () => {
  const simulator = await aDemo()
  const { access } = await logInAt(simulator, 'twitch', firstUser(simulator).id)
  const revoke = () => post(simulator, 'twitch', '/oauth2/revoke', { token: access, client_secret: undefined })
  expect((await revoke()).status).toBe(200)
  expect((await askTwitchId(simulator, '/oauth2/validate', `OAuth ${access}`)).body).toEqual({
    status: 401,
    message: 'invalid access token',
  })
  expect((await revoke()).status).toBe(400)
})

test('the API requires a bearer and its Client-Id', async () => {
  const simulator = await aDemo()
  const access = await connectApplication(simulator)
  expect((await askHelix(simulator, access, '/streams')).status).toBe(200)
  expect((await askHelix(simulator, access, '/streams', null)).status).toBe(401)
  expect((await askHelix(simulator, access, '/streams', 'x')).body['message']).toBe('Client ID and OAuth token do not match')
  expect((await askHelix(simulator, 'ff', '/streams')).status).toBe(401)
  expect(simulator.requests.totals().complaints).toEqual({ 'Client-Id is missing': 1, 'Client-Id of another client': 1 })
})

test("the application's token ends after about two months", async () => {
  const simulator = await aDemo()
  const access = await connectApplication(simulator)
  simulator.clock.step(5_011_271_000)
  expect(simulator.grants_of.twitch.findToken(access, 'access', simulator.clock.now())).toBeNull()
})

test('a live stream is listed one to two minutes later, and stays as long after its end', async () => {
  const simulator = await aDemo()
  const access = await connectApplication(simulator)
  const { id, account, login, display_name } = firstUser(simulator)
  const isListed = async () => (await streamsOf(simulator, access, `user_id=${id}`)).length
  simulator.inject({ kind: 'broadcast', account: account.name, live: false })
  simulator.step(3 * MINUTE)
  simulator.inject({ kind: 'broadcast', account: account.name, live: true, title: 'We are on' })
  simulator.step(59_000)
  expect(await isListed()).toBe(0)
  simulator.step(MINUTE + 1000)
  expect(await streamsOf(simulator, access, `user_id=${id}`)).toMatchObject([
    { user_id: id, user_login: login, user_name: display_name, title: 'We are on', type: 'live' },
  ])
  simulator.inject({ kind: 'broadcast', account: account.name, live: false })
  simulator.step(59_000)
  expect(await isListed()).toBe(1)
  simulator.step(MINUTE + 1000)
  expect(await isListed()).toBe(0)
})

test('lists are sorted by viewers, filtered, and paged by a cursor', async () => {
  const simulator = await aDemo()
  const access = await connectApplication(simulator)
  for (const user of simulator.identities.twitch.slice(0, 5))
    simulator.inject({ kind: 'broadcast', account: user.account.name, live: true })
  simulator.step(3 * MINUTE)
  const all = await streamsOf(simulator, access, 'first=100')
  const viewers = all.map((one) => Number(one['viewer_count']))
  expect(all.length).toBeGreaterThanOrEqual(5)
  expect(viewers).toEqual(viewers.toSorted((a, b) => b - a))
  const page = await askHelix(simulator, access, '/streams?first=2')
  const { cursor } = page.body['pagination'] as { cursor: string }
  expect([...(page.body['data'] as object[]), ...(await streamsOf(simulator, access, `first=100&after=${cursor}`))]).toEqual(all)
  const [first] = all
  expect(await streamsOf(simulator, access, `user_login=${String(first?.['user_login'])}`)).toEqual([first])
})

test.each([
  ['more than 100 ids', Array.from({ length: 101 }, (_, at) => `user_id=${at}`).join('&')],
  ['an invalid id', 'user_id=somebody'],
  ['an empty page', 'first=0'],
  ['a page that is too long', 'first=101'],
])('%s is a bad request as a whole', async (_, query) => {
  const simulator = await aDemo()
  const answered = await askHelix(simulator, await connectApplication(simulator), `/streams?${query}`)
  expect([answered.status, answered.body['error']]).toEqual([400, 'Bad Request'])
})

test('a client has 800 points a minute', async () => {
  const simulator = await aDemo()
  const access = await connectApplication(simulator)
  const first = await askHelix(simulator, access, '/users?id=1')
  expect(first.headers.get('ratelimit-remaining')).toBe('799')
  const subject = `helix/${DEFAULT_TWITCH_CLIENT.id}/application`
  for (let used = 1; used < 800; used++) simulator.buckets.hit(subject, 800, MINUTE, simulator.clock.now())
  const limited = await askHelix(simulator, access, '/users?id=1')
  expect([limited.status, limited.headers.get('ratelimit-reset')]).toEqual([
    429,
    String(Math.ceil((simulator.clock.now() + MINUTE) / 1000)),
  ])
  simulator.clock.step(MINUTE)
  expect((await askHelix(simulator, access, '/users?id=1')).status).toBe(200)
})

test('the fault of an empty list hides a known user', async () => {
  const simulator = await aDemo()
  const { access } = await logInAt(simulator, 'twitch', firstUser(simulator).id)
  simulator.faults.add({ effect: 'shape.empty_list', match: { provider: 'twitch' }, when: { count: 1 }, parameters: {} })
  expect((await askHelix(simulator, access, '/users')).body).toEqual({ data: [] })
})
