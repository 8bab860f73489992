import type { Objective } from '@muster/contract/objectives'
import { expect, test } from 'vitest'
import { createAreaCounter } from './areas.ts'

const anObjective = (id: number, more: object, value: string) =>
  ({
    id,
    objective_type: 'PLAYER',
    number_field: 'AREAS_ENTERED',
    required_number: 2,
    conditions: [{ field: 'AREA', operator: 'IN', value }],
    ...more,
  }) as unknown as Objective

test('each area counts once for each player, at the required number or each higher one', () => {
  const first = anObjective(1, { aggregation: 'EARLIEST' }, 'A, B, C')
  const most = anObjective(2, { aggregation: 'MAXIMUM' }, 'B, C')
  const counter = createAreaCounter([first, most])
  expect(counter.enter(7, ['A', 'A', 'D'])).toEqual([])
  expect(counter.enter(7, ['B', 'C'])).toEqual([
    { objective_id: 1, number: 2 },
    { objective_id: 2, number: 2 },
  ])
  expect(counter.enter(7, ['A', 'B'])).toEqual([])
  expect(counter.enter(8, ['B'])).toEqual([{ objective_id: 2, number: 1 }])
  expect(['A', 'D'].map(counter.isWanted)).toEqual([true, false])
})
