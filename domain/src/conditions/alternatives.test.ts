import { expect, test } from 'vitest'
import { groupAlternatives, isMet } from './alternatives.ts'

const condition = (name: string, any_of?: number | null) => ({ name, ...(any_of !== undefined && { any_of }) })
const names = (...conditions: readonly ReturnType<typeof condition>[]) =>
  groupAlternatives(conditions).map(({ members }) => members.map(({ name }) => name).join('|'))

test('conditions without a number are separate demands, however many there are', () => {
  expect(names(condition('a'), condition('b', null), condition('c'))).toEqual(['a', 'b', 'c'])
})

test('conditions with the same number are one demand, at the position of the first', () => {
  expect(names(condition('a', 2), condition('b'), condition('c', 1), condition('d', 2), condition('e', 1))).toEqual([
    'a|d',
    'b',
    'c|e',
  ])
})

test('the largest number of a group says how many must hold; a single condition is not counted', () => {
  const group = [{ any_of: 1, at_least: 2 }, { any_of: 1 }, { any_of: 1, at_least: null }, { at_least: 3 }, { any_of: 2 }]
  expect(groupAlternatives(group).map(({ members, at_least }) => [members.length, at_least])).toEqual([
    [3, 2],
    [1, 1],
    [1, 1],
  ])
})

test.each([
  [1, [false, false], false],
  [1, [false, true], true],
  [2, [true, false, false], false],
  [2, [true, false, true], true],
  [3, [true, true], false],
] as const)('%s of %s', (at_least, members, met) => {
  expect(isMet({ members, at_least }, (holds) => holds)).toBe(met)
})

test('no conditions give no demands', () => {
  expect(groupAlternatives([])).toEqual([])
})
