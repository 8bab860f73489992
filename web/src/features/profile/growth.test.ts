import type { CharacterStat } from '@muster/contract/ladder'
import { experienceTables } from '@muster/domain/characters/experience-table'
import { expect, test } from 'vitest'
import { listMetrics, listMilestones, readGrowth } from './growth.ts'

const startOf = (level: number) => experienceTables.poe1[level - 1] ?? 0
const reading = (timestamp: number, level: number, more: Partial<CharacterStat> = {}): CharacterStat => ({
  timestamp,
  xp: startOf(level),
  dps: 0,
  ehp: 0,
  phys_max_hit: 0,
  ele_max_hit: 0,
  hp: 0,
  mana: 0,
  es: 0,
  armour: 0,
  evasion: 0,
  movement_speed: 0,
  ...more,
})

test('levels follow from experience, with the share of the next one', () => {
  const half = (startOf(12) + startOf(13)) / 2
  const { levels, values } = readGrowth('poe1', [reading(1, 2), reading(2, 12, { xp: half }), reading(3, 100)], 'xp')
  expect(levels[0]).toBe(2)
  expect(levels[1]).toBeCloseTo(12.5, 2)
  expect(levels[2]).toBe(100)
  expect(values[1]).toBe(half)
})

test('milestones are the first sightings of each tenth level and of the highest', () => {
  const growth = readGrowth('poe1', [reading(10, 4), reading(20, 11), reading(30, 22), reading(40, 23), reading(50, 23)], 'xp')
  expect(listMilestones(growth)).toEqual([
    { level: 10, at: 20 },
    { level: 20, at: 30 },
    { level: 23, at: 40 },
  ])
})

test('figures never calculated are not offered', () => {
  expect(listMetrics([reading(1, 2), reading(2, 3)])).toEqual(['xp'])
  expect(listMetrics([reading(1, 2), reading(2, 3, { hp: 400 })])).toEqual(['xp', 'hp'])
})
