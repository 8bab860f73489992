import { expect, test } from 'vitest'
import { aFact, judgeAll, tally } from '../testing/builders.ts'
import { minimum } from './minimum.ts'

test('MINIMUM: the lowest number counts, at its first appearance', () => {
  const facts = [
    aFact({ sequence: 1, number: 8 }),
    aFact({ sequence: 2, number: 3, user_id: 5 }),
    aFact({ sequence: 3, number: 3, user_id: 4 }),
  ]
  expect(tally(minimum, {}, facts)).toEqual({ number: 3, timestamp: 20, user_id: 5, finished: true })
})

test('MINIMUM: of equal simultaneous numbers the smaller user id counts', () => {
  const facts = [
    aFact({ sequence: 1, timestamp: 10, user_id: 5 }),
    aFact({ sequence: 2, timestamp: 10, user_id: 4, source: 'stash:b' }),
  ]
  expect(tally(minimum, {}, facts)?.user_id).toBe(4)
})

test('MINIMUM: the required number is a floor, so a lower value is unfinished', () => {
  expect(tally(minimum, { required_number: 5 }, [aFact({ sequence: 1, number: 5 })])?.finished).toBe(true)
  expect(
    tally(minimum, { required_number: 5 }, [aFact({ sequence: 1, number: 5 }), aFact({ sequence: 2, number: 4 })])?.finished,
  ).toBe(false)
})

test('MINIMUM: an empty tab is not the lowest value', () => {
  expect(tally(minimum, {}, [aFact({ sequence: 1, number: 3 }), aFact({ sequence: 2, number: 0 })])?.number).toBe(3)
})

test('MINIMUM: each fact has a verdict', () => {
  expect(judgeAll(minimum, {}, [aFact({ sequence: 1, number: 3 }), aFact({ sequence: 2, number: 2 })])).toEqual([
    'not_lowest',
    'counts',
  ])
})
