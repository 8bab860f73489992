import { expect, test } from 'vitest'
import { CharacterSummary, LadderEntryOfGame, realmOf, StashTabOfGame } from './game-api.ts'
import { gameVersions } from './game-versions.ts'

const character = { id: 'c', name: 'Wrenhollow', class: 'Witch', level: 92, experience: 4_250_334_444 }

test.each([
  ['the level of a character', CharacterSummary, character, 'level'],
  ['the rank on the ladder', LadderEntryOfGame, { rank: 1, character }, 'rank'],
  ['the place of a tab', StashTabOfGame, { id: 't', type: 'PremiumStash', index: 3 }, 'index'],
] as const)('%s is rejected with its name if it does not fit a column', (_, schema, good, field) => {
  expect(schema.safeParse(good).success).toBe(true)
  const bad = schema.safeParse({ ...good, [field]: 2 ** 31 })
  expect(bad.error?.issues.map((issue) => issue.path)).toEqual([[field]])
})

test('experience may exceed 32 bits', () => {
  expect(CharacterSummary.parse(character).experience).toBeGreaterThan(2 ** 31)
})

test('each game has its own realm', () => {
  expect(gameVersions.map(realmOf)).toEqual(['pc', 'poe2'])
})
