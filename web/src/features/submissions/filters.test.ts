import type { Submission } from '@muster/contract/submissions'
import { expect, test } from 'vitest'
import { filterSubmissions, findApprovedBefore } from './filters.ts'
import { readSubmissionSearch, type SubmissionSearch } from './submission-search.ts'

const one = (id: number, fields: Partial<Record<keyof Submission, unknown>>) =>
  ({
    id,
    team_id: 1,
    user_id: 10,
    objective_id: 50,
    approval_status: 'PENDING',
    submitted_at: `2026-11-21T10:0${id}:00Z`,
    timestamp: `2026-11-21T09:0${9 - id}:00Z`,
    proof: '',
    ...fields,
  }) as unknown as Submission
const all = [
  one(1, { approval_status: 'APPROVED' }),
  one(2, { team_id: 2, user_id: 20 }),
  one(3, { objective_id: 51, proof: 'Kraken' }),
]
const ids = (search: SubmissionSearch) => filterSubmissions(all, search, 20, (each) => each.proof).map(({ id }) => id)

test.each<[SubmissionSearch, number[]]>([
  [{}, [3, 2, 1]],
  [{ order: 'oldest' }, [1, 2, 3]],
  [{ order: 'happened' }, [1, 2, 3]],
  [{ status: 'PENDING' }, [3, 2]],
  [{ for_team: 2 }, [2]],
  [{ objective: 51 }, [3]],
  [{ mine: true }, [2]],
  [{ q: ' kraken ' }, [3]],
  [{ q: 'nothing' }, []],
])('%j shows %j', (search, expected) => {
  expect(ids(search)).toEqual(expected)
})

test('an invalid address shows everything', () => {
  const read = readSubmissionSearch({ status: 'MAYBE', for_team: '-1', objective: {}, mine: 'yes', q: '', order: 7 })
  expect(ids(read)).toEqual([3, 2, 1])
})

test('a team with an approved claim is detected', () => {
  const again = one(4, {})
  expect(findApprovedBefore([...all, again], again)).toBe(true)
  expect(findApprovedBefore(all, all[0] as Submission)).toBe(false)
})
