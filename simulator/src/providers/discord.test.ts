import { expect, test } from 'vitest'
import { DEFAULT_DISCORD_CLIENT } from '../options.ts'
import type { Simulator } from '../simulator.ts'
import { askMe, askTokenAt, authorizeAt, exchangeCodeAt, logInAt, obtainCodeAt, post } from '../testing/elsewhere.ts'
import { startSimulator } from '../testing/test-simulator.ts'
import { agent, readRedirect } from '../testing/visitor.ts'

const WEEK_SECONDS = 7 * 24 * 60 * 60

const firstUser = (simulator: Simulator) => {
  const [user] = simulator.identities.discord
  if (!user) throw new Error('no account on Discord')
  return user
}
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

test('a login gives tokens of a week and names the user', async () => {
  const simulator = await startSimulator()
  const user = firstUser(simulator)
  const { status, body } = await exchangeCodeAt(simulator, 'discord', await obtainCodeAt(simulator, 'discord', user.username))
  expect([status, body]).toEqual([
    200,
    {
      access_token: expect.stringMatching(/^[0-9a-f]{40}$/),
      refresh_token: expect.stringMatching(/^[0-9a-f]{40}$/),
      token_type: 'Bearer',
      expires_in: WEEK_SECONDS,
      scope: 'identify',
    },
  ])
  const me = await askMe(simulator, String(body['access_token']))
  expect([me.status, me.body]).toMatchObject([200, { id: user.id, username: user.username, discriminator: '0' }])
  expect(me.headers.get('x-ratelimit-remaining')).toBe('4')
  expect(simulator.requests.totals().complaints).toEqual({})
})

test('the user can also be named by the game account', async () => {
  const simulator = await startSimulator()
  const user = firstUser(simulator)
  const { access } = await logInAt(simulator, 'discord', user.account.name)
  expect((await askMe(simulator, access)).body['id']).toBe(user.id)
})

test('the picker lists Discord users, and a refusal comes back as an error', async () => {
  const simulator = await startSimulator()
  const picker = await (await authorizeAt(simulator, 'discord')).text()
  expect(picker.match(/data-testid="sign-in-/g)).toHaveLength(simulator.identities.discord.length)
  expect(picker).toContain('Sign in to the simulated Discord')
  const hint = { login_hint: firstUser(simulator).username }
  expect(readRedirect(await authorizeAt(simulator, 'discord', { ...hint, auto: 'deny' }))).toMatchObject({
    error: 'access_denied',
    state: 'a state',
  })
})

test.each([
  ['another redirect address', { redirect_uri: 'http://127.0.0.1:4000/elsewhere' }],
  ['a wrong verifier', { code_verifier: 'wrong' }],
  ['no verifier', { code_verifier: undefined }],
  ['an unknown code', { code: 'ff' }],
])('%s is an invalid grant', async (_, change) => {
  const simulator = await startSimulator()
  const code = await obtainCodeAt(simulator, 'discord', firstUser(simulator).id)
  const answered = await exchangeCodeAt(simulator, 'discord', code, change)
  expect([answered.status, answered.body['error']]).toEqual([400, 'invalid_grant'])
})

test('credentials come from the header or from the fields, and have to be right', async () => {
  const simulator = await startSimulator()
  const { id, secret } = DEFAULT_DISCORD_CLIENT
  const exchange = async (change: Record<string, string | undefined>, headers = {}) => {
    const code = await obtainCodeAt(simulator, 'discord', firstUser(simulator).id)
    return (await exchangeCodeAt(simulator, 'discord', code, change, headers)).status
  }
  const none = { client_id: undefined, client_secret: undefined }
  expect(await exchange({})).toBe(200)
  expect(await exchange(none, basic(id, secret))).toBe(200)
  expect(await exchange(none, basic(id, 'wrong'))).toBe(401)
  expect(await exchange({ client_secret: 'wrong' })).toBe(401)
  expect(await exchange(none)).toBe(401)
})

test('JSON is refused', async () => {
  const simulator = await startSimulator()
  const body = JSON.stringify({ grant_type: 'authorization_code' })
  const headers = { 'content-type': 'application/json' }
  const answered = await fetch(`${simulator.discord_url}/api/oauth2/token`, { method: 'POST', headers, body })
  expect([answered.status, await answered.json()]).toMatchObject([400, { error: 'invalid_request' }])
})

test('a refresh kills the old refresh token, not the old access token, and lives a week again', async () => {
  const simulator = await startSimulator()
  const first = await logInAt(simulator, 'discord', firstUser(simulator).id)
  simulator.clock.step(3 * 24 * 60 * 60_000)
  const refresh = { grant_type: 'refresh_token', refresh_token: first.refresh }
  const { status, body } = await askTokenAt(simulator, 'discord', refresh)
  expect([status, body['expires_in']]).toEqual([200, WEEK_SECONDS])
  expect((await askTokenAt(simulator, 'discord', refresh)).body['error']).toBe('invalid_grant')
  expect((await askMe(simulator, first.access)).status).toBe(200)
})

test('revoking either token ends the whole authorisation', async () => {
  const simulator = await startSimulator()
  const { access, refresh } = await logInAt(simulator, 'discord', firstUser(simulator).id)
  expect((await post(simulator, 'discord', '/api/oauth2/token/revoke', { token: refresh })).status).toBe(200)
  const dead = await askMe(simulator, access)
  expect([dead.status, dead.body]).toEqual([401, { message: '401: Unauthorized', code: 0 }])
})

test('a client over the limit gets the wait, in fractions of a second', async () => {
  const simulator = await startSimulator()
  const { access } = await logInAt(simulator, 'discord', firstUser(simulator).id)
  for (let asked = 0; asked < 5; asked++) expect((await askMe(simulator, access)).status).toBe(200)
  const limited = await askMe(simulator, access)
  expect([limited.status, limited.body]).toMatchObject([429, { retry_after: 5, global: false }])
  simulator.clock.step(5_000)
  expect((await askMe(simulator, access)).status).toBe(200)
})

test.each([
  ['api.500', 500, { message: '500: Internal Server Error', code: 0 }],
  ['shape.error_as_ok', 200, { message: 'Internal error', code: 0 }],
  ['shape.empty_id', 200, { id: '' }],
] as const)('the fault %s answers %d', async (effect, status, body) => {
  const simulator = await startSimulator()
  const user = firstUser(simulator)
  const { access } = await logInAt(simulator, 'discord', user.id)
  simulator.faults.add({ effect, match: { provider: 'discord', account: user.account.name }, when: { count: 1 }, parameters: {} })
  const struck = await askMe(simulator, access)
  expect([struck.status, struck.body]).toMatchObject([status, body])
  expect((await askMe(simulator, access)).body['id']).toBe(user.id)
})

test('a token of one provider is unknown to another', async () => {
  const simulator = await startSimulator()
  const { access } = await logInAt(simulator, 'discord', firstUser(simulator).id)
  const asked = await fetch(`${simulator.api_url}/profile`, { headers: { ...agent, authorization: `Bearer ${access}` } })
  expect(asked.status).toBe(401)
})
