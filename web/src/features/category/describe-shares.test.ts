import { expect, test } from 'vitest'
import { aScore } from '../../test-event.tsx'
import { describeShares } from './item-cell.tsx'

test('the details of a score name the rank and the points of each rule', () => {
  const item = { preset: { id: 1, name: 'First finds' }, further_presets: [{ id: 2, name: 'Scarabs' }] }
  const by_rule = [
    { scoring_preset_id: 1, points: 5, rank: 2 },
    { scoring_preset_id: 2, points: 8, rank: 0 },
  ]
  const words = describeShares(aScore({ by_rule: by_rule as never }), item as never)
  expect(words).toBe(' (First finds: 2nd place, 5 points; Scarabs: 8 points)')
  expect(describeShares(aScore(), item as never)).toBe('')
})
