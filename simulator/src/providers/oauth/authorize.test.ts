import { expect, test } from 'vitest'
import { createConfidentialClient } from '../../options.ts'
import { createPublicClient } from '../../testing/public-client.ts'
import { firstAccount, startSimulator } from '../../testing/test-simulator.ts'
import { authorize, authorizeQuery, exchangeCode, readRedirect, redirectUri } from '../../testing/visitor.ts'

test.each([
  ['an unknown client', { client_id: 'stranger' }],
  ['an unregistered address', { redirect_uri: 'https://evil.example/callback' }],
  ['an address with a fragment', { redirect_uri: `${redirectUri}#part` }],
  ['no address', { redirect_uri: undefined }],
])('%s is answered with a page, not with a redirect', async (_, change) => {
  const answered = await authorize(await startSimulator(), change)
  expect([answered.status, answered.headers.get('location')]).toEqual([400, null])
  expect(await answered.text()).toContain('data-testid="oauth-error"')
})

test.each([
  ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
  ['an unknown scope', { scope: 'account:profile account:everything' }, 'invalid_scope'],
  ['a service scope', { scope: 'service:psapi' }, 'invalid_scope'],
  ['no scope', { scope: undefined }, 'invalid_scope'],
  ['no state', { state: undefined }, 'invalid_request'],
  ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
])('%s is sent back as %s', async (_, change, error) => {
  const answered = await authorize(await startSimulator(), change)
  expect(answered.status).toBe(302)
  expect(readRedirect(answered)).toMatchObject({ error })
})

test('a public client needs a challenge, a confidential one only if it is required of all', async () => {
  const simulator = await startSimulator({ clients: [createPublicClient('tool'), createConfidentialClient('muster-local', 'x')] })
  const change = { code_challenge: undefined, code_challenge_method: undefined }
  expect(readRedirect(await authorize(simulator, { ...change, client_id: 'tool' }))['error']).toBe('invalid_request')
  expect((await authorize(simulator, change)).status).toBe(200)
  simulator.switches.require_pkce = true
  expect(readRedirect(await authorize(simulator, change))['error']).toBe('invalid_request')
})

test('loopback addresses are for confidential clients only if the registry allows them', async () => {
  const client = { ...createConfidentialClient('muster-local', 'x', ['https://muster.example/callback']), allow_loopback: false }
  const simulator = await startSimulator({ clients: [client] })
  expect((await authorize(simulator)).status).toBe(400)
  expect((await authorize(simulator, { redirect_uri: 'https://muster.example/callback' })).status).toBe(200)
})

test('a caller without a browser meets the bot wall if there is one', async () => {
  const simulator = await startSimulator({ switches: { bot_wall: true } })
  const answered = await fetch(`${simulator.web_url}/oauth/authorize?${authorizeQuery().toString()}`, {
    headers: { accept: '*/*' },
  })
  expect([answered.status, answered.headers.get('cf-mitigated'), answered.headers.get('content-type')]).toEqual([
    403,
    'challenge',
    'text/html; charset=utf-8',
  ])
})

test('a person finds an account, signs in, allows, and returns with code and state', async () => {
  const simulator = await startSimulator()
  const account = simulator.world.accounts[1]
  const picker = await (await authorize(simulator)).text()
  expect(picker).toContain('data-testid="account-picker"')
  const searched = await (await authorize(simulator, { search: account?.name ?? '' })).text()
  expect(searched.match(/data-testid="sign-in-/g)).toHaveLength(1)

  const post = (path: string, form: Record<string, string>, cookie = '') =>
    fetch(`${simulator.web_url}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie },
      body: new URLSearchParams([...authorizeQuery(), ...Object.entries(form)]),
    })
  const signedIn = await post('/sign-in', { account: account?.uuid ?? '' })
  expect(signedIn.status).toBe(302)
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const consent = await fetch(new URL(signedIn.headers.get('location') ?? '', simulator.url), { headers: { cookie } })
  const page = await consent.text()
  expect(page).toContain(`data-testid="signed-in-as">${account?.name}<`)
  expect(page.match(/<li>/g)).toHaveLength(4)
  expect(consent.headers.get('content-security-policy')).toContain("default-src 'none'")

  const denied = readRedirect(await post('/oauth/authorize', { decision: 'deny' }, cookie))
  expect(denied).toEqual({ error: 'access_denied', error_description: expect.any(String), state: 'a state' })
  const allowed = readRedirect(await post('/oauth/authorize', { decision: 'allow' }, cookie))
  expect(allowed).toEqual({ code: expect.stringMatching(/^[0-9a-f]{40}$/), state: 'a state' })
  expect((await exchangeCode(simulator, allowed['code'] ?? '')).body).toMatchObject({
    username: account?.name,
    sub: account?.uuid,
  })
})

test('a decision without a session leads back to the picker', async () => {
  const simulator = await startSimulator()
  const body = new URLSearchParams([...authorizeQuery(), ['decision', 'allow']])
  const answered = await fetch(`${simulator.web_url}/oauth/authorize`, { method: 'POST', redirect: 'manual', body })
  expect([answered.status, (await answered.text()).includes('account-picker')]).toEqual([200, true])
})

test('the shortcuts sign in and decide at once, and do nothing when switched off', async () => {
  const simulator = await startSimulator()
  const hint = { login_hint: firstAccount(simulator) }
  expect(readRedirect(await authorize(simulator, { ...hint, auto: 'allow' }))['code']).toMatch(/^[0-9a-f]{40}$/)
  expect(readRedirect(await authorize(simulator, { ...hint, auto: 'deny' }))['error']).toBe('access_denied')
  expect(await (await authorize(simulator, hint)).text()).toContain('data-testid="consent"')
  simulator.switches.allow_login_hint = false
  expect(await (await authorize(simulator, { ...hint, auto: 'allow' })).text()).toContain('data-testid="account-picker"')
})

test('a public client comes with a warning', async () => {
  const simulator = await startSimulator({ clients: [createPublicClient('tool')] })
  const page = await (await authorize(simulator, { client_id: 'tool', login_hint: firstAccount(simulator) })).text()
  expect(page).toContain('data-testid="public-client-warning"')
})

test('text of a stranger in the address is shown as text', async () => {
  const simulator = await startSimulator()
  const page = await (await authorize(simulator, { search: '"><script>alert(1)</script>' })).text()
  expect(page).not.toContain('<script>')
  expect(page).toContain('&quot;&gt;&lt;script&gt;')
})
