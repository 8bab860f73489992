import { itemFields } from '@muster/contract/conditions'
import { expect, test } from 'vitest'
import { listConditionFields } from './condition-fields.ts'

const player = { objective_type: 'PLAYER', number_field: 'AREAS_ENTERED', aggregation: 'EARLIEST' } as const

test('objectives of items have conditions on items, numbers of areas and bosses on their id', () => {
  expect(listConditionFields({ ...player, objective_type: 'ITEM', number_field: 'STACK_SIZE' })).toEqual(
    itemFields.filter((field) => field !== 'AREA' && field !== 'BOSS'),
  )
  expect(listConditionFields(player)).toEqual(['AREA'])
  expect(listConditionFields({ ...player, number_field: 'AREA_LEVEL' })).toEqual(['AREA'])
  expect(listConditionFields({ ...player, number_field: 'BOSS_LINES' })).toEqual(['BOSS'])
})

test.each([
  { number_field: 'PLAYER_LEVEL' },
  { number_field: 'PASSIVES_ALLOCATED' },
  { aggregation: 'MINIMUM' },
  { objective_type: 'TEAM' },
  { objective_type: 'CATEGORY', number_field: 'FINISHED_OBJECTIVES' },
] as const)('other objectives have none: %o', (more) => {
  expect(listConditionFields({ ...player, ...more })).toEqual([])
})
