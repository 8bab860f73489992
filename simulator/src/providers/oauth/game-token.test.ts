import { TokenAnswer } from '@muster/contract/game-api'
import { expect, test } from 'vitest'
import { createConfidentialClient, DEFAULT_CLIENT_ID, DEFAULT_CLIENT_SECRET } from '../../options.ts'
import { createPublicClient } from '../../testing/public-client.ts'
import type { Simulator } from '../../simulator.ts'
import { firstAccount, startSimulator } from '../../testing/test-simulator.ts'
import {
  agent,
  askApi,
  askToken,
  connectApplication,
  everyAccountScope,
  exchangeCode,
  obtainCode,
} from '../../testing/visitor.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const connect = async (simulator: Simulator, scope = everyAccountScope) =>
  TokenAnswer.parse((await exchangeCode(simulator, await obtainCode(simulator, firstAccount(simulator), { scope }))).body)
const refresh = (simulator: Simulator, token: unknown) =>
  askToken(simulator, { grant_type: 'refresh_token', refresh_token: String(token) })
const isAlive = async (simulator: Simulator, token: string) => (await askApi(simulator, token, '/profile')).status === 200

test('a good code gives the answer of the documentation, scopes in another order', async () => {
  const simulator = await startSimulator()
  const answer = await connect(simulator)
  expect(answer).toEqual({
    access_token: expect.stringMatching(/^[0-9a-f]{40}$/),
    expires_in: 2_419_200,
    token_type: 'bearer',
    scope: expect.any(String),
    username: firstAccount(simulator),
    sub: simulator.world.accounts[0]?.uuid,
    refresh_token: expect.stringMatching(/^[0-9a-f]{40}$/),
  })
  expect(answer.scope).not.toBe(everyAccountScope)
  expect(answer.scope.split(' ').toSorted()).toEqual(everyAccountScope.split(' ').toSorted())
})

test.each([
  ['an unknown code', { code: 'ff' }],
  ['another redirect address', { redirect_uri: 'http://127.0.0.1:4000/elsewhere' }],
  ['a wrong verifier', { code_verifier: 'wrong' }],
])('%s is an invalid grant', async (_, change) => {
  const simulator = await startSimulator()
  const answered = await exchangeCode(simulator, await obtainCode(simulator, firstAccount(simulator)), change)
  expect([answered.status, answered.body['error']]).toEqual([400, 'invalid_grant'])
})

test('a code of another client is an invalid grant', async () => {
  const simulator = await startSimulator({
    clients: [createConfidentialClient(DEFAULT_CLIENT_ID, DEFAULT_CLIENT_SECRET), createConfidentialClient('other', 'o')],
  })
  const code = await obtainCode(simulator, firstAccount(simulator))
  const answered = await exchangeCode(simulator, code, { client_id: 'other', client_secret: 'o' })
  expect(answered.body['error']).toBe('invalid_grant')
})

test.each([
  [30_000, 200],
  [30_001, 400],
])('a code that is %d ms old is answered with %d', async (age, status) => {
  const simulator = await startSimulator()
  const code = await obtainCode(simulator, firstAccount(simulator))
  simulator.step(age)
  expect((await exchangeCode(simulator, code)).status).toBe(status)
})

test('a code used twice is refused and revokes the tokens of the first use', async () => {
  const simulator = await startSimulator()
  const code = await obtainCode(simulator, firstAccount(simulator))
  const first = TokenAnswer.parse((await exchangeCode(simulator, code)).body)
  expect(await isAlive(simulator, first.access_token)).toBe(true)
  expect((await exchangeCode(simulator, code)).body['error']).toBe('invalid_grant')
  expect(await isAlive(simulator, first.access_token)).toBe(false)
  expect((await refresh(simulator, first.refresh_token)).body['error']).toBe('invalid_grant')
})

test.each([
  ['a wrong secret', { client_secret: 'wrong' }],
  ['an unknown client', { client_id: 'stranger' }],
])('%s is an invalid client', async (_, change) => {
  const answered = await askToken(await startSimulator(), { grant_type: 'client_credentials', scope: 'service:psapi', ...change })
  expect([answered.status, answered.body['error']]).toEqual([401, 'invalid_client'])
})

test('a body that is not a form is an invalid request', async () => {
  const simulator = await startSimulator()
  const body = JSON.stringify({
    client_id: DEFAULT_CLIENT_ID,
    client_secret: DEFAULT_CLIENT_SECRET,
    grant_type: 'client_credentials',
  })
  const headers = { ...agent, 'content-type': 'application/json' }
  const answered = await fetch(`${simulator.web_url}/oauth/token`, { method: 'POST', headers, body })
  expect([answered.status, await answered.json()]).toMatchObject([400, { error: 'invalid_request' }])
})

test.each([
  ['on', 403],
  ['warn', 401],
  ['off', 401],
] as const)('without a proper User-Agent and the rule %s the answer is %d', async (enforce_user_agent, status) => {
  const simulator = await startSimulator({ switches: { enforce_user_agent } })
  const answered = await fetch(`${simulator.web_url}/oauth/token`, {
    method: 'POST',
    headers: { 'user-agent': 'curl/8' },
    body: new URLSearchParams(),
  })
  expect(answered.status).toBe(status)
})

test('an unknown grant type is refused', async () => {
  expect((await askToken(await startSimulator(), { grant_type: 'password' })).body['error']).toBe('unsupported_grant_type')
})

test("the application gets a token that does not expire, in its owner's name", async () => {
  const simulator = await startSimulator()
  const { status, body } = await askToken(simulator, { grant_type: 'client_credentials', scope: 'service:psapi service:leagues' })
  expect([status, body]).toEqual([
    200,
    {
      access_token: expect.stringMatching(/^[0-9a-f]{40}$/),
      expires_in: null,
      token_type: 'bearer',
      scope: 'service:leagues service:psapi',
      username: 'MusterOwner#0001',
      sub: '00000000-0000-4000-8000-000000000001',
    },
  ])
  simulator.clock.step(400 * DAY)
  expect(simulator.grants.findToken(String(body['access_token']), 'access', simulator.clock.now())).not.toBeNull()
})

test.each(['account:profile', 'service:everything', ''])('the application may not ask for "%s"', async (scope) => {
  const answered = await askToken(await startSimulator(), { grant_type: 'client_credentials', scope })
  expect([answered.status, answered.body['error']]).toEqual([400, 'invalid_scope'])
})

test('a public client has no credentials of its own, and shorter lives', async () => {
  const simulator = await startSimulator({ clients: [createPublicClient(DEFAULT_CLIENT_ID)] })
  expect((await askToken(simulator, { grant_type: 'client_credentials', scope: 'service:psapi' })).body['error']).toBe(
    'unauthorized_client',
  )
  expect((await connect(simulator)).expires_in).toBe(36_000)
})

test('a refresh gives a new pair, kills the old refresh token and keeps its end', async () => {
  // minutes instead of days, because the world lives through them
  const lives = { access_ttl_seconds: 28 * 60, refresh_ttl_seconds: 90 * 60 }
  const client = { ...createConfidentialClient(DEFAULT_CLIENT_ID, DEFAULT_CLIENT_SECRET), ...lives }
  const simulator = await startSimulator({ clients: [client] })
  const first = await connect(simulator)
  simulator.step(70 * MINUTE)
  const second = TokenAnswer.parse((await refresh(simulator, first.refresh_token)).body)
  expect(second.expires_in).toBe(20 * 60)
  expect(await isAlive(simulator, second.access_token)).toBe(true)
  expect((await refresh(simulator, first.refresh_token)).body['error']).toBe('invalid_grant')
  simulator.step(20 * MINUTE)
  expect(await isAlive(simulator, second.access_token)).toBe(false)
  expect((await refresh(simulator, second.refresh_token)).body['error']).toBe('invalid_grant')
})

test('an access token dies after its life', async () => {
  const client = { ...createConfidentialClient(DEFAULT_CLIENT_ID, DEFAULT_CLIENT_SECRET), access_ttl_seconds: 60 }
  const simulator = await startSimulator({ clients: [client] })
  const { access_token } = await connect(simulator)
  simulator.step(59_999)
  expect(await isAlive(simulator, access_token)).toBe(true)
  simulator.step(1)
  expect(await isAlive(simulator, access_token)).toBe(false)
})

test('reuse of a refresh token ends the whole family if that is switched on', async () => {
  const simulator = await startSimulator({ switches: { revoke_family_on_reuse: true } })
  const first = await connect(simulator)
  const second = TokenAnswer.parse((await refresh(simulator, first.refresh_token)).body)
  expect((await refresh(simulator, first.refresh_token)).status).toBe(400)
  expect(await isAlive(simulator, second.access_token)).toBe(false)
})

test('withdrawn consent kills both tokens at once', async () => {
  const simulator = await startSimulator()
  const { access_token, refresh_token } = await connect(simulator)
  const cookie = `simulated_session=${simulator.world.accounts[0]?.uuid}`
  const path = `${simulator.web_url}/my-account/applications`
  expect(await (await fetch(path, { headers: { cookie } })).text()).toContain(`data-testid="revoke-${DEFAULT_CLIENT_ID}"`)
  await fetch(path, { method: 'POST', headers: { cookie }, body: new URLSearchParams({ client_id: DEFAULT_CLIENT_ID }) })
  expect(await isAlive(simulator, access_token)).toBe(false)
  expect((await refresh(simulator, refresh_token)).body['error']).toBe('invalid_grant')
  expect(await (await fetch(path, { headers: { cookie } })).text()).toContain('data-testid="no-applications"')
})

test('revoke and introspect need their scopes', async () => {
  const simulator = await startSimulator()
  const plain = await connectApplication(simulator)
  const keeper = await connectApplication(simulator, 'oauth:revoke oauth:introspect')
  const player = await connect(simulator)
  const post = async (path: string, bearer: string) => {
    const headers = { ...agent, authorization: `Bearer ${bearer}` }
    const body = new URLSearchParams({ token: player.access_token })
    const answered = await fetch(`${simulator.web_url}/oauth/token/${path}`, { method: 'POST', headers, body })
    return [answered.status, await answered.json()]
  }
  expect(await post('introspect', plain)).toMatchObject([403, { error: 'insufficient_scope' }])
  expect(await post('revoke', 'nonsense')).toMatchObject([401, { error: 'invalid_token' }])
  expect(await post('introspect', keeper)).toEqual([
    200,
    {
      active: true,
      scope: player.scope,
      client_id: DEFAULT_CLIENT_ID,
      username: player.username,
      sub: player.sub,
      exp: Math.floor(simulator.clock.now() / 1000) + 2_419_200,
    },
  ])
  expect(await post('revoke', keeper)).toEqual([200, {}])
  expect(await post('introspect', keeper)).toEqual([200, { active: false }])
  expect(await isAlive(simulator, player.access_token)).toBe(false)
})

test('the token endpoint counts every call of an address, including failures', async () => {
  const simulator = await startSimulator()
  const answers = []
  for (let call = 0; call < 61; call++)
    answers.push(await askToken(simulator, { grant_type: 'refresh_token', refresh_token: 'none' }))
  expect(answers[59]?.headers.get('x-rate-limit-ip-state')).toBe('60:30:0')
  expect([answers[60]?.status, answers[60]?.headers.get('retry-after')]).toEqual([429, '30'])
  expect(answers[60]?.headers.get('x-rate-limit-policy')).toBe('token-request-limit')
})

test('token texts depend on the pair of client and account, not on what others do', async () => {
  const [quiet, busy] = [await startSimulator(), await startSimulator()]
  await obtainCode(busy, busy.world.accounts[1]?.name ?? '')
  await connectApplication(busy)
  expect((await connect(busy)).access_token).toBe((await connect(quiet)).access_token)
})
