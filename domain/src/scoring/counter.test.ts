import { expect, test } from 'vitest'
import { createCounter, foldFact, judgeFact } from './counter.ts'
import { aFact, anEvent, anObjective } from './testing/builders.ts'

const count = (...objective: Parameters<typeof anObjective>) => createCounter(anEvent({}), anObjective(...objective))

test('an objective that cannot be counted accepts no facts, and nothing changes', () => {
  // The difference needs both ends of a window.
  const counter = count({ id: 2, aggregation: 'DIFFERENCE_BETWEEN' })
  expect(counter.row).toBeNull()
  expect(foldFact(counter, aFact({ sequence: 1 }))).toBe(false)
  expect(counter.tallies.size).toBe(0)
  expect(judgeFact(counter, aFact({ sequence: 1 }), 100)).toBe('unusable')
})

test('of several unusable facts the first in the ledger is named, in any order of arrival', () => {
  const counter = count({ id: 2 })
  for (const sequence of [7, 5, 9]) expect(foldFact(counter, aFact({ sequence, number: Number.NaN }))).toBe(false)
  expect(counter.unusable).toBe(5)
})
