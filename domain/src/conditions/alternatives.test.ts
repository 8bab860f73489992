import { expect, test } from 'vitest'
import { groupAlternatives } from './alternatives.ts'

const condition = (name: string, any_of?: number | null) => ({ name, ...(any_of !== undefined && { any_of }) })
const names = (...conditions: readonly ReturnType<typeof condition>[]) =>
  groupAlternatives(conditions).map((demand) => demand.map(({ name }) => name).join('|'))

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

test('no conditions give no demands', () => {
  expect(groupAlternatives([])).toEqual([])
})
