import { DEFAULT_CLIENT_ID, DEFAULT_CLIENT_SECRET } from '@muster/simulator/options'
import { createSimulator, type Simulator } from '@muster/simulator/simulator'
import { useTestDatabase } from '@muster/server/testing/test-database'
import { findFreePort } from '@muster/server/testing/free-port'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, type Api, openApi } from './api.ts'
import { type ApiProgram, secretTexts, startApi } from './program.ts'
import { setScene } from './scene.ts'

// A whole run with all logging on: a login at the (simulated) provider, feeds with their token in the address, failing calls and
// invalid ones. No line may contain a credential.

const database = useTestDatabase()
let simulator: Simulator
let program: ApiProgram
let api: Api
beforeAll(async () => {
  simulator = await createSimulator({ preset: 'tiny', mode: 'live', speed: 1 })
  const { web_url, api_url } = simulator
  const port = String(await findFreePort())
  program = await startApi(database.url, {
    LOG_LEVEL: 'trace',
    ROLES: 'http,jobs,scoring',
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    POE_WEB_URL: web_url,
    POE_API_URL: api_url,
    POE_CLIENT_ID: DEFAULT_CLIENT_ID,
    POE_CLIENT_SECRET: DEFAULT_CLIENT_SECRET,
  })
  api = openApi(program)
}, 60_000)
afterAll(async () => {
  await api.close()
  await program.stop()
  await simulator.close()
})

/** Credentials used or tried during the run. */
const used = new Set<string>(secretTexts)

/** Goes to the provider and back like a browser; returns the last answer. */
async function logIn(account: string, choice: 'allow' | 'deny'): Promise<Answer> {
  const callback = `${program.base_url.replace(/\/api$/, '')}/auth/poe/callback`
  const redirect = await api.send('GET', '/oauth2/poe/redirect', null, { query: { redirect_url: callback, last_url: '/scores' } })
  const consent = new URL(redirect.json as string)
  used.add(consent.searchParams.get('state') ?? 'no state')
  consent.searchParams.set('login_hint', account)
  consent.searchParams.set('auto', choice)
  const back = await fetch(consent, { redirect: 'manual', headers: { accept: 'text/html' } })
  const params = new URL(back.headers.get('location') ?? '').searchParams
  const body = { redirect_url: callback, code: params.get('code'), state: params.get('state') }
  used.add(params.get('code') ?? 'no code')
  const cookie = redirect.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  used.add(cookie.split('=').at(-1) || 'no cookie')
  return api.send('POST', '/oauth2/poe/callback', null, { body, headers: { cookie } })
}

it('D-08, D-22: no line of a whole run contains a token, code, state, cookie or secret', async () => {
  const account = simulator.world.accounts[0]?.name ?? ''
  const login = await logIn(account, 'allow')
  expect(login.status).toBe(200)
  const { auth_token, user } = login.json as { auth_token: string; user: { id: number } }
  used.add(auth_token)
  for (const row of await api.db.selectFrom('accounts').select(['access_token', 'refresh_token']).execute()) {
    for (const sealed of [row.access_token, row.refresh_token]) used.add(sealed?.toString('base64') ?? 'none')
  }

  const scene = await setScene(api, { is_current: true })
  const admin = await api.tokenOf(scene.people.admin)
  const expired = await api.tokenOf(scene.people.admin, { age_ms: 30 * 86_400_000 })
  for (const token of [admin, expired]) used.add(token)
  const { secret } = (await api.send('POST', '/users/self/keys', admin, { body: { name: 'Bot', scopes: ['team'] } })).json as {
    secret: string
  }
  used.add(secret)
  expect((await api.send('GET', '/clock', secret)).status).toBe(200)
  for (const address of [`/events/${scene.event_id}/scores/ws?token=${secret}`, `/users/${secret}`, `/nothing?key=${secret}`])
    expect((await api.send('GET', address, secret)).status).toBeGreaterThanOrEqual(400)
  for (const token of [auth_token, admin, expired]) {
    const feed = await api.listen(`/events/${scene.event_id}/scores/ws`, null, `?token=${token}&since=0`)
    expect(feed.status).toBe(101)
    feed.close()
    expect((await api.send('GET', `/events/${scene.event_id}/scores/ws`, null, { query: { token } })).status).toBe(400)
    expect(
      (await api.send('GET', '/nothing', null, { query: { token, code: token, state: token, access_token: token } })).status,
    ).toBe(404)
    await api.send('GET', `/users/${token}`, token)
    await api.send('POST', '/oauth2/poe/callback', token, { body: { redirect_url: 'x', code: token, state: token } })
    await api.send('POST', '/oauth2/poe/callback', token, { raw: `{"code":"${token}` })
    await api.send('POST', '/oauth2/discord/bot-login', token, { body: { token } })
  }
  expect((await logIn(account, 'deny')).status).toBeGreaterThanOrEqual(400)
  expect((await api.send('GET', '/users/self', auth_token)).json).toMatchObject({ id: user.id })

  // Deletes the rows with the provider's tokens while jobs use them, so that the jobs log errors.
  await api.db
    .updateTable('accounts')
    .set({ access_token: Buffer.from('canary-broken-token') })
    .execute()
  used.add('canary-broken-token')
  await api.send('POST', '/jobs', admin, {
    body: { event_id: scene.event_id, job_type: 'FetchCharacterData', end_date: new Date(Date.now() + 3_600_000).toISOString() },
  })
  const findRound = async () => await api.db.selectFrom('jobs').select(['last_error', 'last_success_at']).executeTakeFirst()
  await expect
    .poll(async () => Object.values((await findRound()) ?? {}).some((one) => one !== null), { timeout: 20_000 })
    .toBe(true)

  const lines = program.log()
  expect(lines.filter((line) => line.includes('"msg":"answered"')).length).toBeGreaterThan(20)
  const secrets = [...used].filter((secret) => secret.length >= 8)
  expect(
    lines.flatMap((line) => secrets.filter((secret) => line.includes(secret)).map((secret) => `${secret}: ${line}`)),
  ).toEqual([])
})
