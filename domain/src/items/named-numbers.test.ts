import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readNamedLevel, readNamedTier } from './named-numbers.ts'

const tier = fc.integer({ min: 1, max: 17 })
const words = fc.constantFrom('', 'Blighted ', 'Blight-ravaged ', "Valdo's ", 'Superior ', 'Synthesised ', 'Armoured ')
const endings = fc.constantFrom('', ' of Bats', ' of the Elder (Shaped)')

test('the tier of a map is the number after its word, whatever affixes surround it', () => {
  fc.assert(
    fc.property(tier, words, fc.constantFrom('Map', 'Waystone'), endings, (number, before, word, after) => {
      const name = `${before}${word} (Tier ${number})${after}`
      expect(readNamedTier({ typeLine: name })).toBe(number)
      expect(readNamedTier({ baseType: name, typeLine: '' })).toBe(number)
    }),
  )
})

test('the base has priority; the type line is used if the base has no number', () => {
  expect(readNamedTier({ baseType: 'Map (Tier 3)', typeLine: 'Map (Tier 4)' })).toBe(3)
  expect(readNamedTier({ baseType: 'Valdo Map', typeLine: "Valdo's Map (Tier 11)" })).toBe(11)
})

test.each([
  "Shaper's Orb (Tier 3)",
  'Map (Tier )',
  'Map (Tier 1',
  'Map (Tier x)',
  'Map (Tier -1)',
  'Map (Tier 1234)',
  'Map Tier 5',
  'Dungeon Map',
  '',
])('%j has no tier', (name) => {
  expect(readNamedTier({ baseType: name, typeLine: name })).toBe(0)
})

test.each([
  ['Uncut Skill Gem (Level 19)', 19],
  ['Uncut Spirit Gem (Level 4)', 4],
  ['Thaumaturgic Flux (Level 20)', 20],
  ['Fireball', 0],
  ['Ring (Level 4)', 0],
])('%j has level %j', (name, level) => {
  expect(readNamedLevel({ baseType: name })).toBe(level)
})

test('a value that is not text has neither', () => {
  expect([readNamedTier({ baseType: 7, typeLine: null } as never), readNamedLevel({} as never)]).toEqual([0, 0])
})
