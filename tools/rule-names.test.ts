import { gameVersions, realms } from '@muster/contract/game-versions'
import { aggregations } from '@muster/contract/objectives'
import { scoringMethods } from '@muster/contract/scoring-presets'
import { expect, test } from 'vitest'
import { listComparisons, listNamings } from './rule-names.ts'
import { readSources } from './sources.ts'

const methods = {
  names: scoringMethods,
  property: 'scoring_method',
  rows: 'domain/src/scoring/methods',
  list: 'contract/src/scoring-presets.ts',
}
const counts = {
  // NONE means no aggregation; it is not a rule, and any file may name it.
  names: aggregations.filter((name) => name !== 'NONE'),
  property: 'aggregation',
  rows: 'domain/src/scoring/aggregations',
  list: 'contract/src/objectives.ts',
}
const sources = readSources(/\.(ts|tsx|mjs|js)$/)

test('only its own file and the list of the contract name a scoring method', () => {
  expect(listNamings(methods, sources)).toEqual([])
})

test('only its own file and the list of the contract name an aggregation', () => {
  expect(listNamings(counts, sources)).toEqual([])
})

test('no file compares a game version or a realm with a name', () => {
  expect(listComparisons([...gameVersions, ...Object.values(realms)], sources)).toEqual([])
})

test.each([`if (game_version === 'poe2') return`, `'pc' !== realm`, `case "poe1":`])('%s is a comparison', (text) => {
  expect(listComparisons(['pc', 'poe1', 'poe2'], [{ path: 'web/src/lib/a.ts', text }])).toHaveLength(1)
})

test.each([`const games = { poe1: 1 }`, `game_version: 'poe1'`, `games[game_version] === row`])(
  '%s is not a comparison',
  (text) => {
    expect(listComparisons(['poe1'], [{ path: 'web/src/lib/a.ts', text }])).toEqual([])
  },
)

test.each([
  ['web/src/lib/a.ts', `if (preset.scoring_method === 'PRESENCE') return`],
  ['web/src/lib/a.ts', `const byValue = ["RANKED_VALUE"]`],
  ['web/src/lib/a.ts', `scoring_method.startsWith('RANKED')`],
  ['web/src/lib/a.ts', `const words = { BINGO_3: 'three' }`],
  ['domain/src/scoring/a.ts', `import { bingo } from './methods/bingo.ts'`],
  ['server/src/a.ts', `import { presence } from '@muster/domain/scoring/methods/presence'`],
  ['server/src/features/scores/a.ts', `const fallback = { scoring_method: 'PRESENCE' }`],
  ['tools/demo/a.ts', `const isRace = method === 'RANKED_TIME'`],
])('%s may not contain %s', (path, text) => {
  expect(listNamings(methods, [{ path, text }])).toHaveLength(1)
})

test.each([
  ['tools/demo/a.ts', `const preset = { scoring_method: 'RANKED_TIME', points: [3] }`],
  ['domain/src/scoring/methods/bingo.ts', `// the row of BINGO_3 decides`],
  ['domain/src/scoring/a.ts', `import { findMethod } from './methods/index.ts'`],
  ['web/src/lib/a.test.ts', `expect(describe('PRESENCE')).toBe('')`],
])('%s may contain %s', (path, text) => {
  expect(listNamings(methods, [{ path, text }])).toEqual([])
})
