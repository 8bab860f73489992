import { expect, it } from 'vitest'
import { isTrusted } from './trusted-player.ts'

it.each([
  ['never, in an event without the rule', null, [true, true, true], false],
  ['not before enough decisions', 3, [true, true], false],
  ['after enough right reports', 3, [true, true, true], true],
  ['whatever was before them', 3, [true, true, true, false], true],
  ['no longer after a rejection', 3, [false, true, true, true], false],
  ['not while a rejection is among them', 3, [true, true, false, true], false],
] as const)('a player is trusted: %s', (_, trusted_after, decided, expected) => {
  expect(isTrusted(trusted_after, decided)).toBe(expected)
})
