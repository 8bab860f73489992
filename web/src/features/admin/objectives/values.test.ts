import { expect, test } from 'vitest'
import { newValues, writeEdit } from './values.ts'

const named = newValues('objective')
const area = { key: 'b', id: null, field: 'AREA', operator: 'EQ', value: 'MavenBoss', any_of: null } as const
const both = { ...named, conditions: [...named.conditions, area] }
const player = { ...both, objective_type: 'PLAYER', aggregation: 'EARLIEST' } as const

test.each([
  ['items', both, ['NAME']],
  ['areas', { ...player, number_field: 'AREAS_ENTERED' } as const, ['AREA']],
  ['bosses', { ...player, number_field: 'BOSS_LINES' } as const, []],
  ['levels', { ...player, number_field: 'PLAYER_LEVEL' } as const, []],
])('an objective that counts %s is saved with the conditions that it can have', (_, values, fields) => {
  const edit = writeEdit(values, { id: null, parent_id: 1 })
  expect(edit.kind === 'save_objective' && edit.objective.conditions.map(({ field }) => field)).toEqual(fields)
})
