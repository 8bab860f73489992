import { createHash, randomBytes } from 'node:crypto'
import type { RequestEffect } from '@muster/simulator/faults/faults'
import { DEFAULT_CLIENT_ID, DEFAULT_CLIENT_SECRET } from '@muster/simulator/options'
import { createSimulator, type Simulator } from '@muster/simulator/simulator'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Clock } from '../../clock.ts'
import { Secret } from '../../config.ts'
import { createGameClient } from './client.ts'
import type { GameAccount, GameGateway } from './gateway.ts'

let simulator: Simulator
let game: GameGateway
let connect: (timeout_ms: number) => GameGateway

beforeEach(async () => {
  simulator = await createSimulator({ preset: 'tiny' })
  simulator.step(3 * 3_600_000)
  // Waiting advances the simulated clock: limits are respected and tests do not wait.
  const clock: Clock = {
    speed: 1,
    now: () => simulator.clock.now(),
    sleep: (ms) => {
      simulator.step(ms)
      return Promise.resolve()
    },
  }
  const { web_url, api_url } = simulator
  connect = (timeout_ms) =>
    createGameClient(
      {
        web_url,
        api_url,
        client_id: DEFAULT_CLIENT_ID,
        client_secret: new Secret(DEFAULT_CLIENT_SECRET),
        contact: 'tests@muster.invalid',
        timeout_ms,
      },
      clock,
    )
  game = connect(30_000)
})
afterEach(() => simulator.close())

const everyTab = () => true

const strike = (effect: RequestEffect, route: string, parameters = {}) =>
  simulator.faults.add({ effect, match: { route }, when: { count: 1 }, parameters })

async function authorize(account_name: string) {
  const verifier = randomBytes(32).toString('base64url')
  const redirect_url = 'http://127.0.0.1:3000/auth/poe/callback'
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const address = new URL(game.authorizeAddress({ redirect_url, state: 'a-state', challenge }))
  address.searchParams.set('login_hint', account_name)
  address.searchParams.set('auto', 'allow')
  const answer = await fetch(address, { redirect: 'manual', headers: { accept: 'text/html' } })
  const back = new URL(answer.headers.get('location') ?? '').searchParams
  return { code: back.get('code') ?? '', state: back.get('state'), verifier, redirect_url }
}

async function logIn(index = 0): Promise<GameAccount & { refresh_token: string | null; name: string }> {
  const person = simulator.world.accounts[index]
  if (!person) throw new Error('the world has no such account')
  const tokens = await game.exchangeCode(await authorize(person.name))
  if (!tokens.ok) throw new Error(tokens.failure.detail)
  return {
    account_id: person.uuid,
    name: person.name,
    access_token: tokens.value.access_token,
    refresh_token: tokens.value.refresh_token,
  }
}

describe('a login', () => {
  test('exchanges the code for tokens and reads whose they are', async () => {
    const account = await logIn()
    const profile = await game.fetchProfile(account.access_token)
    expect(profile).toMatchObject({ ok: true, value: { account_id: account.account_id, name: account.name } })
  })

  test('a code works once', async () => {
    const login = await authorize(simulator.world.accounts[0]?.name ?? '')
    expect((await game.exchangeCode(login)).ok).toBe(true)
    expect(await game.exchangeCode(login)).toMatchObject({ ok: false, failure: { reason: 'unauthorized' } })
  })

  test('a refresh returns a new pair, and the old refresh token is dead', async () => {
    const { refresh_token } = await logIn()
    const renewed = await game.refreshTokens(refresh_token ?? '')
    expect(renewed).toMatchObject({ ok: true })
    expect(await game.refreshTokens(refresh_token ?? '')).toMatchObject({ ok: false, failure: { reason: 'unauthorized' } })
  })
})

describe('reading', () => {
  test('the stream from its current end: empty first, then pages with a next id', async () => {
    const start = await game.fetchLatestChangeId()
    if (!start.ok) throw new Error(start.failure.detail)
    expect(await game.fetchPublicStashes(start.value, everyTab)).toMatchObject({
      ok: true,
      value: { next_change_id: start.value, stashes: [], isEmpty: true },
    })
    simulator.step(2 * 3_600_000)
    const page = await game.fetchPublicStashes(start.value, everyTab)
    if (!page.ok) throw new Error(page.failure.detail)
    expect(page.value.stashes.length).toBeGreaterThan(0)
    expect(page.value.next_change_id).not.toBe(start.value)
  })

  test('only the wanted tabs of a page of the stream', async () => {
    const start = await game.fetchLatestChangeId()
    if (!start.ok) throw new Error(start.failure.detail)
    simulator.step(2 * 3_600_000)
    const seen = new Set<string>()
    const none = await game.fetchPublicStashes(start.value, ({ id }) => !seen.add(id))
    expect(none).toMatchObject({ ok: true, value: { stashes: [], isEmpty: false } })
    const [wanted] = seen
    const some = await game.fetchPublicStashes(start.value, ({ id }) => id === wanted)
    expect(some.ok && new Set(some.value.stashes.map(({ id }) => id))).toEqual(new Set([wanted]))
  })

  test('characters by list and by name', async () => {
    const account = await logIn()
    const list = await game.fetchCharacters(account, 'poe1')
    if (!list.ok) throw new Error(list.failure.detail)
    const [first] = list.value
    expect(first?.league).toBe(simulator.world.options.league)
    expect(await game.fetchCharacter(account, 'poe1', first?.name ?? '')).toMatchObject({
      ok: true,
      value: { content: { id: first?.id } },
    })
    expect(await game.fetchCharacter(account, 'poe1', 'Nobody_by_this_name')).toMatchObject({
      ok: false,
      failure: { reason: 'missing' },
    })
  })

  test('unchanged bytes are not parsed again, changed bytes are', async () => {
    const account = await logIn()
    const list = await game.fetchCharacters(account, 'poe1')
    if (!list.ok) throw new Error(list.failure.detail)
    const name = list.value[0]?.name ?? ''
    const first = await game.fetchCharacter(account, 'poe1', name)
    if (!first.ok) throw new Error(first.failure.detail)
    const { fingerprint } = first.value
    expect(await game.fetchCharacter(account, 'poe1', name, { known: fingerprint })).toEqual({
      ok: true,
      value: { fingerprint, content: null, left_out: list.value[0]?.experience },
    })
    simulator.inject({ kind: 'level', account: account.name, level: 60 })
    const other = await game.fetchCharacter(account, 'poe1', name, { known: fingerprint })
    expect(other).toMatchObject({ ok: true, value: { content: { level: 60 } } })
    strike('shape.raw_nul', '/character')
    expect(await game.fetchCharacter(account, 'poe1', name, { known: fingerprint })).toMatchObject({
      ok: false,
      failure: { reason: 'malformed' },
    })
  })

  test('the ladder of the league', async () => {
    const page = await game.fetchLadderPage(simulator.world.options.league, 'poe1', 0)
    expect(page).toMatchObject({ ok: true })
    expect(page.ok && page.value.entries.length).toBeGreaterThan(0)
  })
})

describe('a league', () => {
  test('a private league is found, with its times and number of players', async () => {
    const { league, start_ms } = simulator.world.options
    const found = await game.findLeague(league, 'poe1')
    if (!found.ok || !found.value) throw new Error('not found')
    expect(found.value.start_at).toBe(start_ms)
    expect(found.value.end_at).toBeGreaterThan(start_ms)
    expect(found.value.characters).toBeGreaterThan(0)
  })

  test.each([
    ['Runes of Aldur', 'poe2', true],
    ['Runes of Aldur', 'poe1', false],
    ['Allflame', 'poe1', true],
    ['Allflame', 'poe2', false],
    ['Standard', 'poe2', true],
    ['standard', 'poe1', false],
    ['No such league (PL1)', 'poe1', false],
    ['../profile?x=#', 'poe1', false],
  ] as const)('%s of %s: %s', async (name, game_version, is_there) => {
    const found = await game.findLeague(name, game_version)
    expect(found.ok && found.value !== null).toBe(is_there)
    expect(found.ok).toBe(true)
  })

  test('a missing league may also be null in a successful answer', async () => {
    simulator.switches.missing_resource = 'null'
    expect(await game.findLeague('No such league', 'poe1')).toEqual({ ok: true, value: null })
  })

  test.each(['net.reset', 'api.500', 'shape.garbage'] as const)('the result is unknown after %s', async (effect) => {
    strike(effect, '/league')
    expect(await game.findLeague('Allflame', 'poe1')).toMatchObject({ ok: false })
  })
})

describe('failures are returned as values', () => {
  const read = async () => {
    const start = await game.fetchLatestChangeId()
    return game.fetchPublicStashes(start.ok ? start.value : '', everyTab)
  }

  test.each([
    ['net.truncate', 'unavailable'],
    ['net.reset', 'unavailable'],
    ['shape.garbage', 'unavailable'],
    ['shape.raw_nul', 'malformed'],
    ['api.500', 'unavailable'],
    ['api.503', 'unavailable'],
    ['api.429', 'limited'],
  ] as const)('%s is %s, and the next try works', async (effect, reason) => {
    strike(effect, '/public-stash-tabs')
    expect(await read()).toMatchObject({ ok: false, failure: { reason } })
    expect(await read()).toMatchObject({ ok: true })
  })

  test.each([
    'shape.nulls',
    'shape.unknown',
    'shape.missing',
    'shape.flags_array',
    'shape.numbers_as_text',
    'shape.mods_mixed',
    'api.case',
    'time.skew',
  ] as const)('%s is read nevertheless', async (effect) => {
    const account = await logIn()
    simulator.faults.add({ effect, match: {}, when: {}, parameters: { minutes: 60 } })
    const list = await game.fetchCharacters(account, 'poe1')
    if (!list.ok) throw new Error(list.failure.detail)
    const character = await game.fetchCharacter(account, 'poe1', list.value[0]?.name ?? '')
    expect(character).toMatchObject({
      ok: true,
      value: { content: { passives: { hashes: expect.arrayContaining([expect.any(Number)]) } } },
    })
    expect(await game.fetchGuildTabs(account, simulator.world.options.league)).toMatchObject({ ok: true })
    simulator.step(2 * 3_600_000)
    expect(await read()).toMatchObject({ ok: true })
  })

  test('the game refuses an unknown change id, and admins see its reason', async () => {
    const answer = await game.fetchPublicStashes('not-a-change-id', everyTab)
    expect(answer).toMatchObject({ ok: false, failure: { reason: 'refused' } })
    expect(!answer.ok && answer.failure.excerpt).toMatch(/Invalid query/)
  })

  test('a dead user token is unauthorized', async () => {
    const account = await logIn()
    expect(await game.fetchCharacters({ ...account, access_token: 'f'.repeat(40) }, 'poe1')).toMatchObject({
      ok: false,
      failure: { reason: 'unauthorized' },
    })
  })

  test('a dead service token is replaced once, automatically', async () => {
    expect((await read()).ok).toBe(true)
    for (const token of simulator.grants.liveTokens(simulator.clock.now())) simulator.grants.kill(token.token)
    expect((await read()).ok).toBe(true)
  })

  test('a hanging answer is aborted after the timeout', async () => {
    const account = await logIn()
    strike('net.hang', '/character')
    expect(await connect(100).fetchCharacters(account, 'poe1')).toMatchObject({
      ok: false,
      failure: { reason: 'unavailable', detail: 'no complete answer within 100 ms' },
    })
  })

  test('a failure never contains a token', async () => {
    const account = await logIn()
    strike('api.500', '/character')
    expect(JSON.stringify(await game.fetchCharacters(account, 'poe1'))).not.toContain(account.access_token)
  })
})

test('hundreds of requests in a row never exceed a limit of the game', async () => {
  const account = await logIn()
  const start = await game.fetchLatestChangeId()
  for (let count = 0; count < 60; count++) {
    await game.fetchCharacters(account, 'poe1')
    await game.fetchPublicStashes(start.ok ? start.value : '', everyTab)
    await game.fetchLadderPage(simulator.world.options.league, 'poe1', 0)
  }
  expect(simulator.requests.totals()).toMatchObject({
    by_status: expect.not.objectContaining({ 429: expect.anything() }),
    complaints: {},
  })
})
