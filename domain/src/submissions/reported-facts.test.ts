import { expect, it } from 'vitest'
import { listReportedFacts } from './reported-facts.ts'

const submission = (id: number, number: number, timestamp: number) => ({ id, number, timestamp, counts_as: 'reported' as const })

it('reported items add up in the order of their times, then of their ids', () => {
  const facts = listReportedFacts([submission(3, 4, 20), submission(1, 5, 20), submission(2, 2, 10)], true)
  expect(facts.map(({ id, number }) => [id, number])).toEqual([
    [2, 2],
    [1, 7],
    [3, 11],
  ])
})

it('a total with one item on the player’s word is on the player’s word', () => {
  const confirmed = { ...submission(1, 5, 10), counts_as: 'confirmed' as const }
  const later = { ...submission(3, 1, 30), counts_as: 'confirmed' as const }
  const facts = listReportedFacts([confirmed, submission(2, 2, 20), later], true)
  expect(facts.map(({ counts_as }) => counts_as)).toEqual(['confirmed', 'reported', 'reported'])
})

it('other submissions show their own numbers', () => {
  expect(listReportedFacts([submission(1, 5, 20), submission(2, 2, 10)], false).map(({ number }) => number)).toEqual([5, 2])
})

it('a total is capped at the largest exact number', () => {
  const most = Number.MAX_SAFE_INTEGER
  expect(listReportedFacts([submission(1, most, 1), submission(2, most, 2)], true).map(({ number }) => number)).toEqual([
    most,
    most,
  ])
})
