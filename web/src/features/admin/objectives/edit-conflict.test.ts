import { validMappings } from '@muster/domain/conditions/mappings'
import { expect, test } from 'vitest'
import { showValue } from './edit-conflict.tsx'
import { newValues } from './values.ts'

const none = { ...newValues('objective'), conditions: [] }
const areas = { ...none, objective_type: 'PLAYER', number_field: 'AREAS_ENTERED', aggregation: 'EARLIEST' } as const

test.each([
  ['items', none, 'Nothing counts, because there are no conditions.'],
  ['areas', areas, 'Every line counts, because there are no conditions.'],
] as const)('an objective that counts %s says the effect of no conditions', (_, values, words) => {
  expect(showValue('conditions', values, validMappings as never, [])).toBe(words)
})
