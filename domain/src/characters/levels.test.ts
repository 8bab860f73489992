import { gameVersions } from '@muster/contract/game-versions'
import { expect, test } from 'vitest'
import { experienceTables } from './experience-table.ts'
import { readLevel, readLevelProgress } from './levels.ts'

test.each(gameVersions)('the table of %s holds 100 levels whose steps grow, and grow faster and faster', (game_version) => {
  const table = experienceTables[game_version]
  const stepsOf = (list: readonly number[]) => list.slice(1).map((value, at) => value - (list[at] ?? 0))
  const steps = stepsOf(table)
  const growth = stepsOf(steps)
  expect(table).toHaveLength(100)
  expect(table[0]).toBe(0)
  expect(steps.toSorted((a, b) => a - b)).toEqual(steps)
  // A mistyped entry fails here at once: it makes one step too large and the next too small.
  expect(growth.toSorted((a, b) => a - b)).toEqual(growth)
})

test('known starts: 34, 90, 95 and 100, the last beyond 32 bits', () => {
  expect([34, 90, 95, 100].map((level) => experienceTables.poe1[level - 1])).toEqual([
    8_348_398, 1_934_009_687, 2_876_116_901, 4_250_334_444,
  ])
})

test('progress is the share of the way to the next level', () => {
  expect(readLevelProgress('poe1', 1, 0)).toBe(0)
  expect(readLevelProgress('poe1', 2, 525 + (1760 - 525) / 2)).toBe(0.5)
  expect(readLevelProgress('poe1', 100, 4_250_334_444)).toBe(1)
})

test('progress stays between 0 and 1, and is 0 when level or experience are unknown', () => {
  expect(readLevelProgress('poe1', 2, 0)).toBe(0)
  expect(readLevelProgress('poe1', 2, 99_999)).toBe(1)
  expect(readLevelProgress('poe1', 0, 5)).toBe(0)
  expect(readLevelProgress('poe1', 101, 5)).toBe(0)
  expect(readLevelProgress('poe1', 5, Number.NaN)).toBe(0)
})

test('the level that an amount of experience gives', () => {
  expect([0, 524, 525, 4_250_334_444, 9e9, -1].map((experience) => readLevel('poe1', experience))).toEqual([1, 1, 2, 100, 100, 1])
})
