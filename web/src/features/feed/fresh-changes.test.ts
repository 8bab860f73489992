import type { ScoreChange } from '@muster/contract/scores'
import { expect, test } from 'vitest'
import { aScore } from '../../test-event.tsx'
import { gainOf, pickFresh } from './fresh-changes.ts'

const change = (sequence: number, team_id: number, points: number, points_before = 0, diff_type = 'Added') =>
  ({
    sequence,
    team_id,
    diff_type,
    points_before,
    objective_id: 1,
    changed_at: 0,
    score: aScore({ points }),
  }) as unknown as ScoreChange

const numbers = (picked: ReturnType<typeof pickFresh>) => [picked.said.map(({ sequence }) => sequence), picked.more]

test('only newer changes are announced, oldest first', () => {
  const changes = [change(7, 1, 5), change(6, 2, 5), change(5, 1, 5)]
  expect(numbers(pickFresh(changes, 5, null))).toEqual([[6, 7], 0])
  expect(numbers(pickFresh(changes, 0, new Set([1])))).toEqual([[5, 7], 0])
})

test('changes without points are not announced', () => {
  expect(numbers(pickFresh([change(9, 1, 5, 5)], 0, null))).toEqual([[], 0])
})

test('of many the newest are announced and the others counted', () => {
  const changes = Array.from({ length: 10 }, (_, index) => change(10 - index, 1, 5))
  expect(numbers(pickFresh(changes, 0, null))).toEqual([[8, 9, 10], 7])
})

test('a removed score loses its points', () => {
  expect(gainOf(change(1, 1, 30, 30, 'Removed'))).toBe(-30)
})
