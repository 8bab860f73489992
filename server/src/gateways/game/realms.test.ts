import type { GameVersion } from '@muster/contract/events'
import { gameVersions } from '@muster/contract/game-versions'
import { expect, test } from 'vitest'
import { Secret } from '../../config.ts'
import { createAccountCalls } from './account-calls.ts'
import type { GameAccount } from './gateway.ts'
import { createPublicCalls } from './public-calls.ts'
import type { Requester } from './request.ts'

const settings = {
  web_url: 'https://web.test',
  api_url: 'https://api.test',
  client_id: 'muster-test',
  client_secret: new Secret('secret'),
  contact: 'tests@muster.test',
  timeout_ms: 1000,
}
const account: GameAccount = { account_id: 'a', access_token: 't' }
const league = 'Same Name (PL1)'
const character = (realm: string | undefined, className: string) => ({
  id: `${realm} ${className}`,
  name: 'Wrenhollow',
  class: className,
  level: 9,
  experience: 1,
  ...(realm !== undefined && { realm }),
})

/** Game calls that give a fixed answer about characters, and the requests they send. */
function aGame(answer: Readonly<Record<string, unknown>> = {}) {
  const asked: { endpoint: string; url: string }[] = []
  const request = ({ endpoint, url }: { endpoint: string; url: string }) => {
    if (url.startsWith(settings.web_url))
      return Promise.resolve({ ok: true, value: { access_token: 's', token_type: 'bearer', expires_in: null, scope: '' } })
    asked.push({ endpoint, url: url.slice(settings.api_url.length) })
    return Promise.resolve({ ok: true, value: answer })
  }
  const look = async (wanted: { endpoint: string; url: string }) => {
    const { value } = await request(wanted)
    return { ok: true, value: { fingerprint: 'f', content: value } }
  }
  const requester = { request, look } as unknown as Requester
  const calls = {
    ...createAccountCalls(settings, requester),
    ...createPublicCalls(
      settings,
      () => 0,
      requester,
      () => undefined,
    ),
  }
  return { calls, asked }
}

/** Makes every request that both games support. */
async function askAll(game_version: GameVersion) {
  const empty = { characters: [], character: null, ladder: { total: 0, entries: [] }, league: null }
  const { calls, asked } = aGame(empty)
  await calls.fetchCharacters(account, game_version)
  await calls.fetchCharacter(account, game_version, 'Wrenhollow')
  await calls.fetchLadderPage(league, game_version, 0)
  await calls.findLeague(league, game_version)
  return asked
}

test('requests for the second game name its realm, those for the first name none', async () => {
  const of = async (game_version: GameVersion) => (await askAll(game_version)).map(({ url }) => url)
  expect(await of('poe1')).toEqual([
    '/character',
    '/character/Wrenhollow',
    '/league/Same%20Name%20(PL1)/ladder?sort=xp&limit=500&offset=0',
    '/league/Same%20Name%20(PL1)/ladder?sort=xp&limit=1',
  ])
  expect(await of('poe2')).toEqual([
    '/character/poe2',
    '/character/poe2/Wrenhollow',
    '/league/Same%20Name%20(PL1)/ladder?sort=xp&limit=500&offset=0&realm=poe2',
    '/league/Same%20Name%20(PL1)/ladder?sort=xp&limit=1&realm=poe2',
  ])
})

test('rate limits are learned and counted per realm', async () => {
  const [first, second] = await Promise.all(gameVersions.map(askAll))
  const names = new Set(first?.map(({ endpoint }) => endpoint))
  expect(second?.map(({ endpoint }) => endpoint)).toEqual(first?.map(({ endpoint }) => `${endpoint}-poe2`))
  expect(second?.some(({ endpoint }) => names.has(endpoint))).toBe(false)
})

test.each([
  ['poe1', 'poe2'],
  ['poe2', 'pc'],
] as const)('a character of another realm in an answer for %s is ignored', async (game_version, other) => {
  const foreign = character(other, 'Witch')
  const { calls } = aGame({ characters: [foreign, character(undefined, 'Monk')], character: foreign })
  const list = await calls.fetchCharacters(account, game_version)
  expect(list.ok && list.value.map((one) => one.class)).toEqual(['Monk'])
  expect(await calls.fetchCharacter(account, game_version, 'Wrenhollow')).toMatchObject({
    ok: false,
    failure: { reason: 'missing' },
  })
})

test("the second game's class ids are replaced by names in every answer", async () => {
  const one = character('poe2', 'Witch3b')
  const { calls } = aGame({ characters: [one], character: one, ladder: { total: 1, entries: [{ rank: 1, character: one }] } })
  const list = await calls.fetchCharacters(account, 'poe2')
  const detail = await calls.fetchCharacter(account, 'poe2', 'Wrenhollow')
  const ladder = await calls.fetchLadderPage(league, 'poe2', 0)
  expect([
    list.ok && list.value[0]?.class,
    detail.ok && detail.value.content?.class,
    ladder.ok && ladder.value.entries[0]?.character.class,
  ]).toEqual(['Abyssal Lich', 'Abyssal Lich', 'Abyssal Lich'])
})
