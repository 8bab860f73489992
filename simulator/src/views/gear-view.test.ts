import { expect, test } from 'vitest'
import { DEFAULT_START_MS, presets } from '../options.ts'
import { createWorld } from '../world/world.ts'
import { dressCharacter } from './gear-view.ts'

const { retained_hours, ...preset } = presets.tiny
const hour = 60 * 60_000
const world = createWorld({
  ...preset,
  start_ms: DEFAULT_START_MS,
  stream_delay_ms: 300_000,
  ladder_cache_ms: 60_000,
  retained_ms: retained_hours * hour,
  seed: 7,
  journal_kept: 1000,
})

test('a character wears one graft from level 80 and two from level 88, always the same ones', () => {
  world.advanceTo(DEFAULT_START_MS + 6 * hour)
  const record = world.accounts.flatMap(({ characters }) => characters)[0]?.record
  const graftsAt = (gear_stage: number) =>
    dressCharacter(1, { ...(record as NonNullable<typeof record>), gear_stage }).equipment.filter(
      ({ item }) => item.family === 'graft',
    )
  expect([9, 10, 11].map((stage) => graftsAt(stage).map(({ slot }) => slot))).toEqual([
    [],
    ['BrequelGrafts'],
    ['BrequelGrafts', 'BrequelGrafts2'],
  ])
  expect(graftsAt(11)).toEqual(graftsAt(11))
})
