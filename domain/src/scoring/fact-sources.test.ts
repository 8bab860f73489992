import { expect, test } from 'vitest'
import { readTrust } from './fact-sources.ts'

test.each([
  ['user', null, 'LIFE', 'calculated'],
  ['team', null, 'DPS', 'calculated'],
  ['user', null, 'PLAYER_LEVEL', 'tracked'],
  ['user', null, 'UNIQUES_WORN', 'tracked'],
  ['stash', null, 'STACK_SIZE', 'tracked'],
  ['submission', null, 'LIFE', 'reported'],
  ['submission', 'seen in the clip', 'LIFE', 'confirmed'],
  ['correction', 'a judge', 'LIFE', 'confirmed'],
  ['user', null, null, 'tracked'],
] as const)('a fact of a %s with the note %s on %s is %s', (source, reason, number_field, trust) => {
  expect(readTrust(source, reason, number_field)).toBe(trust)
})
