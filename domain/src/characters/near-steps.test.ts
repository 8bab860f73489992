import type { NumberField } from '@muster/contract/objectives'
import { expect, test } from 'vitest'
import { listNearSteps } from './near-steps.ts'
import { readPersonalObjectives, readPersonalProgress } from './personal-points.ts'

const rules = readPersonalObjectives({ game_version: 'poe1', personal_objectives: null })
const aPlayer = (player: string, values: Partial<Record<NumberField, number>>) => ({
  player,
  progress: readPersonalProgress(rules, (field) => values[field] ?? 0),
})

test('players near a step are listed, the nearest first, without those whose cap is reached', () => {
  const near = listNearSteps([
    aPlayer('Wren', { PLAYER_LEVEL: 85, ASCENDANCY: 5 }),
    aPlayer('Tansy', { PLAYER_LEVEL: 89, ASCENDANCY: 6 }),
    aPlayer('Far', { PLAYER_LEVEL: 84 }),
    aPlayer('Capped', { PLAYER_LEVEL: 90, ASCENDANCY: 7, ATLAS_POINTS: 40 }),
  ])
  expect(near.map(({ player, gauge, next, share }) => [player, gauge.number_field, next.at, next.adds, share])).toEqual([
    ['Tansy', 'PLAYER_LEVEL', 90, 3, 0.9],
    ['Wren', 'PLAYER_LEVEL', 90, 3, 0.5],
    ['Wren', 'ASCENDANCY', 6, 1, 0.5],
  ])
})
