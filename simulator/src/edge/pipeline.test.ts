import { AccountLeagues, ApiErrorBody, readJson } from '../testing/shapes.ts'
import { CharacterAnswer, CharacterList, LadderAnswer, Profile } from '@muster/contract/game-api'
import { expect, test } from 'vitest'
import type { Simulator } from '../simulator.ts'
import { firstAccount, startSimulator } from '../testing/test-simulator.ts'
import { agent, askApi, connectAccount, connectApplication } from '../testing/visitor.ts'

const HOUR = 60 * 60_000

/** After some play every account has a character. */
const startPlayed = async (
  options = {},
): Promise<{ simulator: Simulator; player: string; application: string; league: string }> => {
  const simulator = await startSimulator(options)
  simulator.step(4 * HOUR)
  const player = await connectAccount(simulator, firstAccount(simulator))
  const application = await connectApplication(simulator)
  return { simulator, player, application, league: encodeURIComponent(simulator.world.options.league) }
}

const rateHeaders = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith('x-rate-limit'))

test('an unknown path is 404 with code 1, a wrong method 405 with code 9, before the caller is checked', async () => {
  const { simulator } = await startPlayed()
  const unknown = await fetch(`${simulator.api_url}/nothing/here`)
  expect([unknown.status, await readJson(unknown, ApiErrorBody)]).toEqual([
    404,
    { error: { code: 1, message: 'Resource not found' } },
  ])
  const wrong = await fetch(`${simulator.api_url}/profile`, { method: 'DELETE' })
  expect([wrong.status, wrong.headers.get('allow'), await readJson(wrong, ApiErrorBody)]).toMatchObject([
    405,
    'GET, HEAD',
    { error: { code: 9 } },
  ])
})

test('a caller without a user agent is refused before the token is checked', async () => {
  const { simulator, player } = await startPlayed()
  const answered = await askApi(simulator, player, '/profile', { headers: { 'user-agent': 'curl/8' } })
  expect([answered.status, await readJson(answered, ApiErrorBody)]).toMatchObject([403, { error: { code: 6 } }])
  expect(simulator.requests.list(1)[0]?.complaints).toEqual(['user agent without client and contact'])
})

test.each([
  ['no token', {}],
  ['an unknown token', { authorization: 'Bearer 6f3a0c1d9b7e48a2f5106c3d8e9b4a7710d2c5ef' }],
  ['another scheme', { authorization: 'Basic abc' }],
])('%s is 401 in the format of the OAuth layer and without rate-limit headers', async (_, headers) => {
  const { simulator } = await startPlayed()
  const answered = await fetch(`${simulator.api_url}/character`, { headers: { ...agent, ...headers } })
  expect(answered.status).toBe(401)
  expect(answered.headers.get('www-authenticate')).toContain('error="invalid_token"')
  expect(rateHeaders(answered.headers)).toEqual([])
  expect(await answered.json()).toEqual({ error: 'invalid_token', error_description: expect.any(String) })
})

test('a token without the scope is 403 with a challenge and without rate-limit headers', async () => {
  const { simulator } = await startPlayed()
  const narrow = await connectAccount(simulator, firstAccount(simulator), 'account:profile')
  const answered = await askApi(simulator, narrow, '/character')
  expect([answered.status, rateHeaders(answered.headers)]).toEqual([403, []])
  expect(answered.headers.get('www-authenticate')).toContain('error="insufficient_scope"')
  expect((await askApi(simulator, narrow, '/public-stash-tabs')).status).toBe(403)
})

test('the profile has no rate limit; the rest name their policy', async () => {
  const { simulator, player, application, league } = await startPlayed()
  const profile = await askApi(simulator, player, '/profile')
  expect(rateHeaders(profile.headers)).toEqual([])
  const policyOf = async (token: string, path: string) =>
    (await askApi(simulator, token, path)).headers.get('x-rate-limit-policy')
  expect(await policyOf(player, '/character')).toBe('character-list-request-limit')
  expect(await policyOf(player, '/character/poe2')).toBe('character-list-request-limit-poe2')
  expect(await policyOf(player, '/character/Nobody')).toBe('character-request-limit')
  expect(await policyOf(player, '/account/leagues')).toBe('league-request-limit')
  expect(await policyOf(player, `/league-account/${league}`)).toBe('league-account-request-limit')
  expect(await policyOf(application, '/league')).toBe('league-request-limit-service')
  expect(await policyOf(application, `/league/${league}/ladder`)).toBe('ladder-view')
  expect(await policyOf(application, '/public-stash-tabs')).toBe('public-stash-tabs-request-limit-pc')
})

test('over the limit is 429 with code 3, the state and the wait; another request is recorded', async () => {
  const { simulator, player } = await startPlayed()
  for (let call = 0; call < 2; call++) expect((await askApi(simulator, player, '/character')).status).toBe(200)
  const refused = await askApi(simulator, player, '/character')
  expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('x-rate-limit-account-state')]).toEqual([
    429,
    '60',
    '3:10:60,3:300:0',
  ])
  expect(await refused.json()).toEqual({ error: { code: 3, message: 'Rate limit exceeded' } })
  await askApi(simulator, player, '/character')
  expect(simulator.requests.totals().complaints).toEqual({ 'rate limit exceeded': 1, 'request during a restriction': 1 })
  simulator.step(60_000)
  expect((await askApi(simulator, player, '/character')).status).toBe(200)
})

test('too many bad requests block the address for everything', async () => {
  const { simulator, player } = await startPlayed({ switches: { limits_enabled: false } })
  for (let call = 0; call < 121; call++) await askApi(simulator, 'nonsense', '/profile')
  const blocked = await askApi(simulator, player, '/profile')
  expect([blocked.status, blocked.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8'])
  simulator.step(16 * 60_000)
  expect((await askApi(simulator, player, '/profile')).status).toBe(200)
})

test('HEAD shows the limits without counting, except where the game counts or refuses it', async () => {
  const { simulator, player } = await startPlayed()
  const head = async (path: string) => {
    const answered = await askApi(simulator, player, path, { method: 'HEAD' })
    return [answered.status, answered.headers.get('x-rate-limit-account-state')]
  }
  expect(await head('/character')).toEqual([204, '0:10:0,0:300:0'])
  expect(await head('/character')).toEqual([204, '0:10:0,0:300:0'])
  expect(await head('/account/leagues')).toEqual([200, '1:10:0,1:60:0'])
  expect(await head('/profile')).toEqual([403, null])
})

test('every answer has the virtual time and forbids caching', async () => {
  const { simulator, player } = await startPlayed()
  const { headers } = await askApi(simulator, player, '/profile')
  expect(Date.parse(headers.get('date') ?? '')).toBe(Math.floor(simulator.clock.now() / 1000) * 1000)
  expect(headers.get('cache-control')).toBe('no-store')
})

test('a large answer is compressed only for clients that accept it', async () => {
  const { simulator, application } = await startPlayed()
  const plain = await askApi(simulator, application, '/public-stash-tabs', { headers: { 'accept-encoding': 'identity' } })
  const packed = await askApi(simulator, application, '/public-stash-tabs', { headers: { 'accept-encoding': 'gzip' } })
  expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([null, 'gzip'])
  expect(await packed.text()).toBe(await plain.text())
})

test('the profile, the characters and their details have the shapes of the contract', async () => {
  const { simulator, player } = await startPlayed()
  const profile = await readJson(await askApi(simulator, player, '/profile'), Profile)
  expect(profile.name).toBe(firstAccount(simulator))
  const { characters } = await readJson(await askApi(simulator, player, '/character'), CharacterList)
  expect(characters.map(({ league, current }) => [league, current])).toEqual([
    [simulator.world.options.league, true],
    ['Standard', undefined],
  ])
  const keys = characters.flatMap((character) => Object.keys(character))
  expect([...new Set(keys)].toSorted()).toEqual(['class', 'current', 'experience', 'id', 'league', 'level', 'name', 'realm'])
  const answered = await askApi(simulator, player, `/character/${encodeURIComponent(characters[0]?.name ?? '')}`)
  const { character } = await readJson(answered, CharacterAnswer)
  expect(character).toMatchObject({ id: characters[0]?.id, level: characters[0]?.level, metadata: { version: '3.29.3' } })
  expect(character?.passives?.hashes?.length).toBeGreaterThan(10)
  expect(character?.equipment?.length).toBeGreaterThan(12)
})

test('a missing character is 404, or null if that is switched on; other realms are empty', async () => {
  const { simulator, player } = await startPlayed()
  const missing = await askApi(simulator, player, '/character/Nobody')
  expect([missing.status, await missing.json()]).toMatchObject([404, { error: { code: 1 } }])
  simulator.switches.missing_resource = 'null'
  expect(await (await askApi(simulator, player, '/character/Nobody')).json()).toEqual({ character: null })
  expect(await (await askApi(simulator, player, '/character/poe2')).json()).toEqual({ characters: [] })
})

test('broken percent signs and bad numbers are invalid queries', async () => {
  const { simulator, player, application, league } = await startPlayed()
  const codeOf = async (token: string, path: string) => {
    const answered = await askApi(simulator, token, path)
    return [answered.status, (await readJson(answered, ApiErrorBody)).error.code]
  }
  expect(await codeOf(player, '/character/%E0%A4%A')).toEqual([400, 2])
  expect(await codeOf(application, `/league/${league}/ladder?limit=501`)).toEqual([400, 2])
  expect(await codeOf(application, `/league/${league}/ladder?offset=-1`)).toEqual([400, 2])
  expect(await codeOf(application, `/league/${league}/ladder?sort=luck`)).toEqual([400, 2])
})

test('the private league is listed for its members only; its ladder is public', async () => {
  const { simulator, player, application, league } = await startPlayed()
  const own = await readJson(await askApi(simulator, player, '/account/leagues'), AccountLeagues)
  const all = await readJson(await askApi(simulator, application, '/league'), AccountLeagues)
  const isOurs = ({ id }: { id: string }) => id === simulator.world.options.league
  expect([own.leagues.some(isOurs), all.leagues.some(isOurs)]).toEqual([true, false])
  expect((await askApi(simulator, application, `/league/${league}`)).status).toBe(404)
  expect((await askApi(simulator, application, '/league/Standard')).status).toBe(200)
  expect((await askApi(simulator, application, `/league/${league}/ladder`)).status).toBe(200)
})

test('the ladder is a snapshot of the last minute, in pages', async () => {
  const { simulator, application, league } = await startPlayed()
  const read = async (query: string) =>
    readJson(await askApi(simulator, application, `/league/${league}/ladder?${query}`), LadderAnswer)
  const whole = await read('limit=500')
  expect(whole.ladder.total).toBe(4)
  expect(whole.ladder.entries.map(({ rank }) => rank)).toEqual([1, 2, 3, 4])
  const experience = whole.ladder.entries.map(({ character }) => character.experience ?? 0)
  expect(experience).toEqual(experience.toSorted((a, b) => b - a))
  expect((await read('limit=2&offset=2')).ladder.entries).toEqual(whole.ladder.entries.slice(2))
  simulator.inject({ kind: 'level', account: firstAccount(simulator), level: 99 })
  expect((await read('limit=500')).ladder).toEqual(whole.ladder)
  simulator.step(60_000)
  const later = await read('limit=500')
  expect(later.ladder.entries[0]?.character).toMatchObject({ level: 99 })
  expect(later.ladder.cached_since).not.toBe(whole.ladder.cached_since)
})

test('depth is on the ladder only for characters that delved', async () => {
  const { simulator, application, league } = await startPlayed()
  simulator.inject({ kind: 'depth', account: firstAccount(simulator), depth: 143 })
  simulator.step(60_000)
  const answered = await askApi(simulator, application, `/league/${league}/ladder?sort=depth`)
  const { ladder } = await readJson(answered, LadderAnswer)
  expect(ladder.entries[0]?.character.depth?.default).toBe(143)
  expect(ladder.entries.every(({ character }) => (character.depth?.default ?? 0) > 0)).toBe(true)
})
