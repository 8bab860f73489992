import { expect, test } from 'vitest'
import { filterSets } from './set-filter.ts'

const all = { showFinished: true, showFirstTaken: true, missingOnly: false }
const sets = [
  { id: 1, is_finished: false, is_taken: false, matches: true },
  { id: 2, is_finished: true, is_taken: true, matches: true },
  { id: 3, is_finished: false, is_taken: true, matches: true },
  { id: 4, is_finished: false, is_taken: false, matches: false },
]
const idsOf = (filter: Partial<typeof all>) => filterSets(sets, { ...all, ...filter }).map(({ id }) => id)

test.each([
  ['everything that matches the search', {}, [1, 2, 3]],
  ['without finished ones', { showFinished: false }, [1, 3]],
  ['sets with a free first place', { showFirstTaken: false }, [1]],
  ['incomplete sets', { missingOnly: true }, [1, 3]],
])('the filters show %s', (_, filter, ids) => {
  expect(idsOf(filter)).toEqual(ids)
})
