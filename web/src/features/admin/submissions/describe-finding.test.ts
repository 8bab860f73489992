import { expect, test } from 'vitest'
import { describeFinding } from './describe-finding.ts'

test('a sign states its evidence in words', () => {
  expect(describeFinding({ kind: 'out_of_range', field: 'ILVL', value: 101, most: 100 })).toBe(
    'Item level is 101; the game shows 100 at most.',
  )
  expect(describeFinding({ kind: 'too_many_sockets', sockets: 6, most: 4 })).toBe(
    '6 sockets; items of this class have 4 at most.',
  )
  expect(describeFinding({ kind: 'log_of_two_players' })).toBe('Another player sends the log of this character too.')
})
