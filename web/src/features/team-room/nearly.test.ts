import type { Task } from '@muster/domain/scoring/tasks'
import { expect, test } from 'vitest'
import { listNear } from './nearly.ts'

const task = (objective_id: number, done: number, of: number, points: number, is_set = false): Task => ({
  objective_id,
  is_set,
  done,
  of,
  points,
  points_if_beaten: points,
  missing_ids: [],
  rival: null,
  closes_at: null,
  worth: 1,
})
const idsOf = (tasks: readonly Task[], isCollected: (id: number) => boolean = () => true) =>
  listNear(tasks, isCollected).map(({ objective_id }) => objective_id)

test('the most points per missing part are first, then the fewest missing parts', () => {
  expect(idsOf([task(1, 4, 6, 20), task(2, 8, 9, 25), task(3, 22, 25, 30), task(4, 24, 25, 10)])).toEqual([2, 4, 1, 3])
})

test('objectives less than half done, or complete, are not nearly there', () => {
  expect(idsOf([task(1, 2, 5, 20), task(2, 3, 6, 20), task(3, 0, 1, 20), task(4, 6, 6, 20)])).toEqual([2])
})

test('among objectives without parts only collections count; a set always has parts', () => {
  expect(idsOf([task(1, 9, 10, 20), task(2, 9, 10, 10), task(3, 2, 3, 5, true)], (id) => id === 2)).toEqual([2, 3])
})
