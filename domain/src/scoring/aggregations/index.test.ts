import { aggregations as names } from '@muster/contract/objectives'
import { expect, test } from 'vitest'
import { aFact, tally } from '../testing/builders.ts'
import { aggregations, findAggregation } from './index.ts'

test('every aggregation of the contract has a row with a label and one sentence of help', () => {
  expect(Object.keys(aggregations).sort()).toEqual([...names].sort())
  for (const name of names)
    expect(aggregations[name]).toMatchObject({ label: expect.stringMatching(/\S/), help: expect.stringMatching(/^[A-Z].*\.$/) })
})

test('NONE: there is never a result', () => {
  expect(tally(aggregations.NONE, {}, [aFact({ sequence: 1 })])).toBeNull()
})

test.each(['', 'earliest', 'toString', '__proto__'])('the unknown aggregation "%s" has no row', (name) => {
  expect(findAggregation(name)).toBeNull()
})
