import { expect, test } from 'vitest'
import { nameRank } from './rank-text.ts'

test.each([
  [0, 'Unfinished'],
  [1, '1st place'],
  [2, '2nd place'],
  [3, '3rd place'],
  [4, '4th place'],
  [11, '11th place'],
  [12, '12th place'],
  [13, '13th place'],
  [21, '21st place'],
  [112, '112th place'],
  [122, '122nd place'],
])('rank %i is shown as %s', (rank, text) => {
  expect(nameRank(rank)).toBe(text)
})
