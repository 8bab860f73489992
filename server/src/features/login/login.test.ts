import { createHash } from 'node:crypto'
import { type CallbackResponse, type Provider, providers } from '@muster/contract/auth'
import { beforeEach, describe, expect, it } from 'vitest'
import type { LoginGateway, OutsideAnswer, OutsideFailure, ProviderTokens } from '../../gateways/outside.ts'
import { aUser } from '../../testing/builders.ts'
import { startTestServer, testOrigin } from '../../testing/server.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { openAccountToken } from './account-tokens.ts'

const callback = `${testOrigin}/auth/poe/callback`
const expires_at = Date.UTC(2026, 5, 1)

/** A provider with one player, chosen by the test, under all three names. */
const player = { account_id: 'uuid-1', name: 'Player#1', handle: null }
let players = 1000
let exchanged: { code: string; verifier: string; redirect_url: string }[] = []
let tokens: OutsideAnswer<ProviderTokens>
let failure: OutsideFailure | null = null
const gateway: Partial<LoginGateway> = {
  authorizeAddress: (login) => `https://game.test/oauth/authorize?${new URLSearchParams(login).toString()}`,
  exchangeCode: async (given) => {
    exchanged.push(given)
    return tokens
  },
  fetchProfile: async () => (failure ? { ok: false, failure } : { ok: true, value: { ...player } }),
}

const server = useTestServer({ game: gateway, discord: gateway, twitch: gateway })
beforeEach(() => {
  exchanged = []
  failure = null
  tokens = { ok: true, value: { access_token: 'access-1', refresh_token: 'refresh-1', expires_at, scopes: ['account:profile'] } }
  players += 1
  Object.assign(player, { account_id: `uuid-${Math.random()}`, name: `Player#${players}` })
})

/** A browser on our own pages, with its cookies; `{}` instead is a program. */
const browser = { 'sec-fetch-site': 'same-origin', 'user-agent': 'Mozilla/5.0' }

async function begin(query: Record<string, string> = {}, headers: Record<string, string> = {}, provider: Provider = 'poe') {
  const answer = await server.get(
    `/oauth2/${provider}/redirect?${new URLSearchParams({ redirect_url: callback, last_url: '/scores', ...query }).toString()}`,
    headers,
  )
  const address = answer.statusCode === 200 ? new URL(answer.json<string>()) : null
  const cookie = String(answer.headers['set-cookie'] ?? '')
  return {
    answer,
    redirect_url: address?.searchParams.get('redirect_url'),
    state: address?.searchParams.get('state') ?? '',
    challenge: address?.searchParams.get('challenge') ?? '',
    cookie,
  }
}
const end = (state: string, headers: Record<string, string> = {}, provider = 'poe') =>
  server.app.inject({
    method: 'POST',
    url: `/api/oauth2/${provider}/callback`,
    headers,
    payload: { redirect_url: callback, code: 'the code', state },
  })
const logIn = async (headers: Record<string, string> = {}, provider: Provider = 'poe') =>
  (await end((await begin({}, headers, provider)).state, {}, provider)).json<CallbackResponse>()
const accountsOf = (user_id: number) =>
  server.db
    .selectFrom('accounts')
    .selectAll()
    .where('user_id', '=', user_id as never)
    .execute()

describe('a login with the game', () => {
  it('makes a user and a token that works', async () => {
    const { state, challenge } = await begin()
    const answer = await end(state)
    expect(answer.statusCode).toBe(200)
    const { last_path, auth_token, user } = answer.json<CallbackResponse>()
    expect(last_path).toBe('/scores')
    expect(user).toMatchObject({
      display_name: player.name,
      account_name: player.name,
      permissions: [],
      token_expiry_timestamp: new Date(expires_at).toISOString(),
    })
    expect((await server.get('/users/self', { authorization: `Bearer ${auth_token}` })).json()).toEqual(user)
    expect(exchanged).toMatchObject([{ code: 'the code', redirect_url: callback }])
    expect(
      createHash('sha256')
        .update(exchanged[0]?.verifier ?? '')
        .digest('base64url'),
    ).toBe(challenge)
  })

  it('tells clients the user and the end of the login', async () => {
    const { auth_token, user } = await logIn()
    const claims = JSON.parse(Buffer.from(auth_token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
    expect(claims).toEqual({ user_id: user.id, permissions: [], ver: 1, exp: expect.any(Number) as number })
    expect(Number(claims['exp']) - Date.now() / 1000).toBeGreaterThan(20.9 * 86_400)
  })

  it('stores the tokens of the provider sealed', async () => {
    const { user } = await logIn()
    const [account] = await accountsOf(user.id)
    expect(JSON.stringify(account?.access_token?.toString('latin1'))).not.toContain('access-1')
    expect(account && openAccountToken(server.ctx.vault, account, 'access')).toBe('access-1')
    expect(account && openAccountToken(server.ctx.vault, account, 'refresh')).toBe('refresh-1')
    expect(account?.scopes).toEqual(['account:profile'])
  })

  it('finds the same user again, with a new name and new tokens, and changes nothing else', async () => {
    const { user } = await logIn()
    await server.db
      .updateTable('users')
      .set({ display_name: 'Chosen', permissions: ['manager'] })
      .where('id', '=', user.id)
      .execute()
    await server.db.updateTable('accounts').set({ broken_reason: 'withdrawn' }).where('user_id', '=', user.id).execute()
    player.name = 'Renamed#1234'
    const again = await logIn()
    expect(again.user).toMatchObject({
      id: user.id,
      display_name: 'Chosen',
      permissions: ['manager'],
      account_name: 'Renamed#1234',
    })
    expect(await accountsOf(user.id)).toMatchObject([{ broken_reason: null }])
  })

  it('twice at once with the same account makes one user', async () => {
    const states = await Promise.all([begin(), begin(), begin()])
    const answers = await Promise.all(states.map(({ state }) => end(state)))
    expect(new Set(answers.map((answer) => answer.json<CallbackResponse>().user.id)).size).toBe(1)
  })
})

describe.each([
  ['poe', 'account_name', null],
  ['discord', 'discord_name', 'discord_id'],
  ['twitch', 'twitch_name', 'twitch_id'],
] as const)('a login with %s', (provider, name_field, id_field) => {
  it('makes a user with that account, and the next login finds the same user', async () => {
    const first = await logIn({}, provider)
    expect(first.user).toMatchObject({ display_name: player.name, [name_field]: player.name })
    expect(id_field && first.user[id_field]).toBe(id_field && player.account_id)
    expect((await logIn({}, provider)).user.id).toBe(first.user.id)
  })

  it('connects to the logged-in user, beside their other accounts', async () => {
    const user = await aUser(server.db)
    const other = provider === 'poe' ? 'discord' : 'poe'
    await logIn(await server.as(user), other)
    await logIn(await server.as(user), provider)
    expect((await accountsOf(user.id)).map((account) => account.provider).toSorted()).toEqual([other, provider].toSorted())
  })

  it('D-10: refuses an account of another user, and neither of them changes', async () => {
    const { user: owner } = await logIn({}, provider)
    const me = await aUser(server.db)
    const before = await accountsOf(owner.id)
    const answer = await end((await begin({}, await server.as(me), provider)).state, {}, provider)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'account_taken'])
    expect(await accountsOf(me.id)).toEqual([])
    expect(await accountsOf(owner.id)).toEqual(before)
  })

  it('D-09: cannot be completed at another provider', async () => {
    const { state } = await begin({}, {}, provider)
    for (const other of providers.filter((one) => one !== provider)) {
      expect((await end(state, {}, other)).json()).toMatchObject({ code: 'login_state_unknown' })
    }
    expect(exchanged).toEqual([])
    expect((await end(state, {}, provider)).statusCode).toBe(200)
  })

  it('S-08: goes straight back to the page of this provider by default', async () => {
    const answer = await server.get(`/oauth2/${provider}/redirect`)
    expect(new URL(answer.json<string>()).searchParams.get('redirect_url')).toBe(`${testOrigin}/auth/${provider}/callback`)
  })
})

describe('the same id at two providers', () => {
  it('is two accounts', async () => {
    const [one, two] = [await logIn({}, 'discord'), await logIn({}, 'twitch')]
    expect(one.user.id).not.toBe(two.user.id)
  })
})

describe('a logged-in user', () => {
  it('gets the account connected', async () => {
    const user = await aUser(server.db, { display_name: 'Me' })
    const { user: connected } = await logIn(await server.as(user))
    expect(connected).toMatchObject({ id: user.id, display_name: 'Me', account_name: player.name })
  })

  it('replaces an earlier account of the same provider', async () => {
    const user = await aUser(server.db)
    const first = player.account_id
    await logIn(await server.as(user))
    player.account_id = `${first}-second`
    await logIn(await server.as(user))
    expect((await accountsOf(user.id)).map((account) => account.account_id)).toEqual([`${first}-second`])
  })

  it('does not log in as another user by an account that is taken', async () => {
    const { user: owner } = await logIn()
    const other = await aUser(server.db)
    const answer = await end((await begin({}, await server.as(other))).state)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'account_taken'])
    expect(await accountsOf(other.id)).toEqual([])
    expect(await accountsOf(owner.id)).toHaveLength(1)
  })
})

describe('a state', () => {
  const unknown = { statusCode: 400, code: 'login_state_unknown' }
  const read = async (answer: ReturnType<typeof end>) => {
    const { statusCode, json } = await answer
    return { statusCode, code: json<{ code?: string }>().code }
  }

  it('works once', async () => {
    const { state } = await begin()
    expect((await end(state)).statusCode).toBe(200)
    expect(await read(end(state))).toEqual(unknown)
  })

  it('works once even for two simultaneous callbacks', async () => {
    const { state } = await begin()
    const statuses = (await Promise.all([end(state), end(state), end(state)])).map((answer) => answer.statusCode)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400, 400])
  })

  it('that is unknown does not work', async () => {
    expect(await read(end('made up'))).toEqual(unknown)
  })

  it('ends after ten minutes', async () => {
    const { state } = await begin()
    const state_hash = createHash('sha256').update(state).digest()
    const row = await server.db
      .selectFrom('login_states')
      .select('expires_at')
      .where('state_hash', '=', state_hash)
      .executeTakeFirstOrThrow()
    expect(Math.abs(row.expires_at.getTime() - Date.now() - 600_000)).toBeLessThan(60_000)
    await server.db
      .updateTable('login_states')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('state_hash', '=', state_hash)
      .execute()
    expect(await read(end(state))).toEqual(unknown)
    expect(exchanged).toEqual([])
  })

  it('that began in a browser ends in that browser only', async () => {
    const { state, cookie } = await begin({}, browser)
    expect(cookie).toMatch(/^muster_login=[\w-]{43}; Path=\/api\/oauth2; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/)
    const pair = cookie.split(';')[0] ?? ''
    expect(await read(end(state, browser))).toEqual(unknown)
    const second = await begin({}, browser)
    expect(await read(end(second.state, { ...browser, cookie: 'muster_login=another' }))).toEqual(unknown)
    const third = await begin({}, { ...browser, cookie: pair })
    expect((await end(third.state, { ...browser, cookie: `theme=dark; ${pair}` })).statusCode).toBe(200)
  })

  it('that began outside a browser does not end in one on our pages: a link changes no login of another user', async () => {
    const { state } = await begin()
    expect(await read(end(state, browser))).toEqual(unknown)
    const again = await begin()
    expect(await read(end(again.state, { origin: testOrigin }))).toEqual(unknown)
  })

  it('of a browser is not used up by a program that intercepted it', async () => {
    const { state } = await begin({}, browser)
    expect(await read(end(state))).toEqual(unknown)
  })

  it('works in two tabs of one browser at once', async () => {
    const one = await begin({}, browser)
    const cookie = one.cookie.split(';')[0] ?? ''
    const two = await begin({}, { ...browser, cookie })
    expect((await end(one.state, { ...browser, cookie })).statusCode).toBe(200)
    expect((await end(two.state, { ...browser, cookie })).statusCode).toBe(200)
  })
})

describe('the name of a new user', () => {
  const nameOf = async (name: string) => {
    Object.assign(player, { account_id: `uuid-${Math.random()}`, name })
    const { state } = await begin()
    return (await end(state)).json<CallbackResponse>().user.display_name
  }

  it('is the name of the account', async () => expect(await nameOf('Fresh#4711')).toBe('Fresh#4711'))

  it('never equals, nor looks like, the name of another user', async () => {
    await aUser(server.db, { display_name: 'Grete Admin', permissions: ['admin'] })
    expect(await nameOf('Grete Admin')).toBe('Grete Admin (2)')
    expect(await nameOf('Grete\u200B Аdmin')).toBe('Grete Аdmin (3)')
    expect(await nameOf('\u200B')).toBe('Player')
  })
})

describe('the addresses of a login', () => {
  it.each([
    `${testOrigin}.evil.test/auth`,
    'https://evil.test/auth/poe/callback',
    'javascript:alert(1)',
    'not an address',
    '//evil.test',
  ])('never send the code to %s', async (redirect_url) => {
    const { answer } = await begin({ redirect_url })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'origin_not_allowed'])
  })

  it.each([
    [`${testOrigin}\\@evil.test`, `${testOrigin}/@evil.test`],
    [`${testOrigin}\\.evil.test/auth`, `${testOrigin}/.evil.test/auth`],
    [`https:${testOrigin.slice('https:'.length).replaceAll('/', '\\')}\\auth?a=1`, `${testOrigin}/auth?a=1`],
    [`${testOrigin.replace('//', '//me:secret@')}/auth#evil`, `${testOrigin}/auth`],
    [` ${testOrigin}/au\nth/./x/../y `, `${testOrigin}/auth/y`],
  ])('are sent to the provider normalised: %j as %j', async (redirect_url, sent) => {
    const login = await begin({ redirect_url })
    expect(login.redirect_url).toBe(sent)
    await end(login.state)
    expect(exchanged).toMatchObject([{ redirect_url: sent }])
  })

  it.each([
    'https://evil.test/',
    '//evil.test/',
    '/\\evil.test/',
    'javascript:alert(1)',
    '\thttps://evil.test',
    'data:text/html,x',
  ])('never lead the browser to %j afterwards', async (last_url) => {
    const { answer } = await begin({ last_url })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'invalid_request', problems: [{ field: 'last_url' }] })
  })

  it.each([
    ['/scores?tab=1#top', '/scores?tab=1#top'],
    [`${testOrigin}/teams`, '/teams'],
    ['', '/'],
    ['profile', '/profile'],
    // The parser removes the dot, and the rest would begin with the name of a host.
    ['/.//evil.test', '/evil.test'],
    ['/x/..//evil.test/a?b', '/evil.test/a?b'],
    ['/.\\/evil.test', '/evil.test'],
    [`${testOrigin}//evil.test`, '/evil.test'],
  ])('lead back to %j as %j', async (last_url, last_path) => {
    const { state } = await begin({ last_url })
    expect((await end(state)).json<CallbackResponse>().last_path).toBe(last_path)
  })
})

describe('a provider', () => {
  it.each(['elsewhere', 'POE'])('D-64: %s is unknown', async (provider) => {
    expect((await server.get(`/oauth2/${provider}/redirect`)).statusCode).toBe(404)
    const answer = await end('state', {}, provider)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'provider_not_found'])
  })

  it.each(['discord', 'twitch'])('S-07: a provider that is not set up is unknown, with a message: %s', async (provider) => {
    const bare = await startTestServer()
    const answer = await bare.get(`/oauth2/${provider}/redirect`)
    await bare.close()
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'provider_not_found' }])
    expect(answer.json<{ error: string }>().error).toMatch(/Logging in with (Discord|Twitch) is not set up/)
  })

  const reasons: [OutsideFailure['reason'], number, string][] = [
    ['unauthorized', 400, 'login_refused'],
    ['forbidden', 400, 'login_refused'],
    ['missing', 400, 'login_refused'],
    ['limited', 502, 'provider_unavailable'],
    ['unavailable', 502, 'provider_unavailable'],
    ['malformed', 502, 'provider_unavailable'],
    ['blocked', 502, 'provider_unavailable'],
  ]
  it.each(reasons)('that answers the code with %s is answered with %i %s', async (reason, status, code) => {
    tokens = { ok: false, failure: { reason, detail: 'details for the log' } }
    const answer = await end((await begin()).state)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code])
    expect(answer.body).not.toContain('details')
  })

  it.each(reasons)(
    'that answers the profile with %s is answered with %i %s, and nothing is stored',
    async (reason, status, code) => {
      failure = { reason, detail: 'details for the log' }
      const answer = await end((await begin()).state)
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code])
      expect(await server.db.selectFrom('accounts').selectAll().where('account_id', '=', player.account_id).execute()).toEqual([])
    },
  )
})
