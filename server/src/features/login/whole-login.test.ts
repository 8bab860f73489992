import type { CallbackResponse, Provider } from '@muster/contract/auth'
import type { UserId } from '@muster/contract/ids'
import type { User } from '@muster/contract/users'
import { beforeEach, describe, expect, it } from 'vitest'
import { createCaches } from '../../caches.ts'
import { anEvent, aUser, insertRows } from '../../testing/builders.ts'
import { visitConsent, openSimulatedStack } from '../../testing/simulated-world.ts'
import { loadToken } from './connection-token.ts'
import { useOpened } from '../../testing/use-server.ts'

// The whole login with the three simulated providers: our redirect, their consent page, their tokens, our callback.

const stack = useOpened(openSimulatedStack)
beforeEach(() => {
  stack.simulator.faults.clear()
})

/** Players with accounts at all providers, one for each test. */
let taken = 0
function nextPerson() {
  const { identities } = stack.simulator
  const twitch = identities.twitch.filter(({ account }) => identities.discord.some((user) => user.account === account))[taken++]
  const discord = identities.discord.find(({ account }) => account === twitch?.account)
  if (!twitch || !discord) throw new Error('the world has too few people')
  return { name: twitch.account.name, twitch, discord }
}
const logIn = async (provider: Provider, who: string, headers = {}) =>
  JSON.parse((await stack.logIn(provider, who, headers)).body) as CallbackResponse
const bearer = ({ auth_token }: CallbackResponse) => ({ authorization: `Bearer ${auth_token}` })
const removeAuth = (provider: string, headers: Record<string, string>) =>
  stack.server.app.inject({ method: 'POST', url: `/api/users/remove-auth?provider=${provider}`, headers })

describe('a login with the simulated providers', () => {
  it('connects the game, Discord and Twitch to one user', async () => {
    const { name, discord, twitch } = nextPerson()
    const game = await logIn('poe', name)
    expect(game.last_path).toBe('/teams')
    await logIn('discord', name, bearer(game))
    const { user } = await logIn('twitch', name, bearer(game))
    expect(user).toMatchObject({
      id: game.user.id,
      account_name: name,
      discord_id: discord.id,
      discord_name: discord.username,
      twitch_id: twitch.id,
      twitch_name: twitch.display_name,
    })
    expect(stack.simulator.requests.totals().complaints).toEqual({})
    for (const provider of ['poe', 'discord', 'twitch'] as const)
      expect(await loadToken(stack.server.ctx, user.id, provider)).toMatchObject({ ok: true })
  })

  it('with Discord or Twitch leads to the same user afterwards', async () => {
    const { name } = nextPerson()
    const game = await logIn('poe', name)
    await logIn('discord', name, bearer(game))
    await logIn('twitch', name, bearer(game))
    for (const provider of ['discord', 'twitch'] as const) expect((await logIn(provider, name)).user.id).toBe(game.user.id)
  })

  it.each(['poe', 'discord', 'twitch'] as const)('with %s refuses a used code', async (provider) => {
    const { name } = nextPerson()
    const begin = async () => (await stack.server.get(`/oauth2/${provider}/redirect`)).json<string>()
    const end = (back: URLSearchParams) =>
      stack.server.app.inject({
        method: 'POST',
        url: `/api/oauth2/${provider}/callback`,
        payload: { redirect_url: 'x', code: back.get('code') ?? '', state: back.get('state') ?? '' },
      })
    const first = await visitConsent(await begin(), name)
    expect((await end(first)).statusCode).toBe(200)
    const second = await visitConsent(await begin(), name)
    second.set('code', first.get('code') ?? '')
    expect((await end(second)).json()).toMatchObject({ code: 'login_refused' })
  })

  it.each([
    ['discord', 'shape.error_as_ok'],
    ['discord', 'shape.empty_id'],
    ['discord', 'shape.garbage'],
    ['discord', 'api.500'],
    ['discord', 'net.reset'],
    ['twitch', 'shape.error_as_ok'],
    ['twitch', 'shape.empty_id'],
    ['twitch', 'shape.empty_list'],
    ['twitch', 'api.503'],
    ['twitch', 'net.truncate'],
  ] as const)('D-27: with %s is anonymous if the profile answers %s', async (provider, effect) => {
    const { name } = nextPerson()
    const route = provider === 'discord' ? '/api/v10/users/@me' : '/helix/users'
    stack.simulator.faults.add({ effect, match: { provider, route }, when: {}, parameters: {} })
    const answer = await stack.logIn(provider, name)
    expect([answer.statusCode, JSON.parse(answer.body)]).toMatchObject([502, { code: 'provider_unavailable' }])
    stack.simulator.faults.clear()
    expect((await stack.logIn(provider, name)).statusCode).toBe(200)
  })

  it('waits as long as a busy provider asks for', async () => {
    const { name } = nextPerson()
    stack.simulator.faults.add({
      effect: 'api.429',
      match: { provider: 'discord', route: '/api' },
      when: { count: 1 },
      parameters: {},
    })
    expect((await stack.logIn('discord', name)).statusCode).toBe(200)
  })
})

describe('disconnecting', () => {
  it('revokes the consent, and keeps the other accounts', async () => {
    const { name, discord, twitch } = nextPerson()
    const game = await logIn('poe', name)
    await logIn('discord', name, bearer(game))
    await logIn('twitch', name, bearer(game))
    const { grants_of, clock } = stack.simulator
    const livingOf = (site: 'discord' | 'twitch', id: string) =>
      grants_of[site].liveTokens(clock.now()).filter((token) => token.account_uuid === id && token.kind === 'access').length
    expect([livingOf('discord', discord.id), livingOf('twitch', twitch.id)]).toEqual([1, 1])
    const answer = await removeAuth('discord', bearer(game))
    expect([answer.statusCode, answer.json<User>().discord_id]).toEqual([200, null])
    expect((await removeAuth('twitch', bearer(game))).json()).toMatchObject({ twitch_id: null, account_name: name })
    expect([livingOf('discord', discord.id), livingOf('twitch', twitch.id)]).toEqual([0, 0])
  })

  it('works although the provider does not respond', async () => {
    const { name } = nextPerson()
    const game = await logIn('poe', name)
    await logIn('discord', name, bearer(game))
    stack.simulator.faults.add({ effect: 'api.503', match: { provider: 'discord' }, when: {}, parameters: {} })
    expect((await removeAuth('discord', bearer(game))).json()).toMatchObject({ discord_id: null })
  })
})

describe('a token', () => {
  it("survives a crash between the provider's answer and the database", async () => {
    const { name } = nextPerson()
    const { user } = await logIn('poe', name)
    const { server, simulator, game } = stack
    const id = user.id as UserId
    const readRow = () =>
      server.db
        .selectFrom('accounts')
        .selectAll()
        .where('user_id', '=', id)
        .where('provider', '=', 'poe')
        .executeTakeFirstOrThrow()
    const before = await loadToken(server.ctx, id, 'poe')
    await server.db
      .updateTable('accounts')
      .set({ renew_at: new Date(simulator.clock.now()) })
      .where('user_id', '=', id)
      .execute()
    // The provider rotates and answers; the process that asked never stores the answer.
    const crashing = { ...game }
    const { promise: rotated, resolve } = Promise.withResolvers<void>()
    crashing.refreshTokens = async (refresh_token) => {
      await game.refreshTokens(refresh_token)
      resolve()
      return new Promise(() => undefined)
    }
    void loadToken({ ...server.ctx, game: crashing, caches: createCaches() }, id, 'poe')
    await rotated
    expect((await readRow()).renewal_started_at).not.toBeNull()
    await server.db
      .updateTable('accounts')
      .set({ renewal_started_at: new Date(Date.now() - 100_000) })
      .where('user_id', '=', id)
      .execute()

    const after = await loadToken(server.ctx, id, 'poe')
    expect(after).toEqual(before)
    const profile = await game.fetchProfile(after.ok ? after.access_token : '')
    expect(profile).toMatchObject({ ok: true, value: { name } })
    // Fully connected until the old token ends; then the user is asked to connect, and gets the same user back.
    expect((await readRow()).broken_reason).toBeNull()
    await server.db
      .updateTable('accounts')
      .set({ expires_at: new Date(simulator.clock.now()) })
      .where('user_id', '=', id)
      .execute()
    expect(await loadToken(server.ctx, id, 'poe')).toMatchObject({ ok: false, reason: 'broken' })
    expect((await readRow()).broken_reason).toMatch(/answer to a renewal was lost/)
    const again = await logIn('poe', name)
    expect(again.user.id).toBe(id)
    expect(again.user.token_expiry_timestamp).not.toBeNull()
  })

  it('with a withdrawn consent is noticed, and the page can say so', async () => {
    const { name } = nextPerson()
    const game = await logIn('poe', name)
    const { server, simulator } = stack
    simulator.grants.withdraw('muster-local', simulator.world.findAccount(name)?.uuid ?? '')
    await server.db
      .updateTable('accounts')
      .set({ expires_at: new Date(simulator.clock.now()) })
      .where('user_id', '=', game.user.id)
      .execute()
    expect(await loadToken(server.ctx, game.user.id, 'poe')).toMatchObject({ ok: false, reason: 'broken' })
    const self = (await server.get('/users/self', bearer(game))).json<User>()
    expect(self).toMatchObject({ account_name: name, token_expiry_timestamp: null })
  })

  it('again ends the pauses of the old connection, and changes nothing without pauses', async () => {
    const { server, simulator } = stack
    const streamers = simulator.identities.twitch.map(({ account }) => account)
    const name = simulator.world.accounts.find((account) => !streamers.includes(account))?.name ?? ''
    const { user } = await logIn('poe', name)
    const other = await aUser(server.db)
    const event_id = (await anEvent(server.db)).id
    const far = new Date(simulator.clock.now() + 3_600_000)
    for (const [user_id, failures_in_a_row] of [[user.id, 5] as const, [other.id, 5] as const]) {
      const due = { list_due_at: far, detail_due_at: far }
      await insertRows(server.db, 'character_polls', { event_id, user_id, failures_in_a_row, ...due })
      await insertRows(server.db, 'guild_stash_polls', { event_id, user_id, failures_in_a_row, due_at: far })
    }
    const listDue = async () => ({
      characters: await server.db
        .selectFrom('character_polls')
        .select(['user_id', 'list_due_at as due_at'])
        .orderBy('user_id')
        .execute(),
      tabs: await server.db.selectFrom('guild_stash_polls').select(['user_id', 'due_at']).orderBy('user_id').execute(),
    })
    await logIn('poe', name)
    const now = new Date(simulator.clock.now())
    const due = [
      { user_id: user.id, due_at: now },
      { user_id: other.id, due_at: far },
    ]
    expect(await listDue()).toEqual({ characters: due, tabs: due })
    await server.db.updateTable('character_polls').set({ detail_due_at: far, list_due_at: far }).execute()
    await logIn('poe', name)
    expect((await listDue()).characters.map(({ due_at }) => due_at)).toEqual([far, far])
  })
})

it('no token, code, secret or verifier is in any line of the log', async () => {
  const { server, simulator } = stack
  const { name } = nextPerson()
  const game = await logIn('poe', name)
  for (const provider of ['discord', 'twitch'] as const) await logIn(provider, name, bearer(game))
  for (const provider of ['poe', 'discord', 'twitch'] as const) {
    await server.db
      .updateTable('accounts')
      .set({ expires_at: new Date(simulator.clock.now()) })
      .where('user_id', '=', game.user.id)
      .execute()
    expect(await loadToken(server.ctx, game.user.id, provider)).toMatchObject({ ok: true })
  }
  // A token answer that cannot be read, and one with a server error.
  for (const effect of ['api.500', 'shape.empty_list'] as const) {
    simulator.faults.add({ effect, match: {}, when: {}, parameters: {} })
    for (const provider of ['poe', 'discord', 'twitch'] as const) await stack.logIn(provider, name, bearer(game))
    simulator.faults.clear()
  }
  for (const provider of ['discord', 'twitch']) expect((await removeAuth(provider, bearer(game))).statusCode).toBe(200)

  const secrets = [
    ...(['game', 'discord', 'twitch'] as const).flatMap((site) =>
      simulator.grants_of[site].dump(0).flatMap((record) => (record.k === 'token' ? [record.token.token] : [])),
    ),
    'local-simulator-secret',
    'local-discord-secret',
    'local-twitch-secret',
    game.auth_token,
    server.ctx.config.token_secret.reveal(),
    server.ctx.config.encryption_secret.reveal(),
  ]
  expect(secrets.length).toBeGreaterThan(20)
  const lines = server.logged.map((line) => JSON.stringify(line))
  expect(lines.length).toBeGreaterThan(20)
  expect(lines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([])
  // Codes and states are 40 hex digits or 43 letters; no line has a text of that form in an address or a field.
  expect(lines.filter((line) => /[?&"](?:code|state|code_verifier)["=:]+(?!\[hidden\])[\w-]{20,}/.test(line))).toEqual([])
})
