import { expect, test } from 'vitest'
import {
  cumulativeExperience,
  experienceAfterHours,
  experienceAtLevel,
  hoursForExperience,
  levelAtExperience,
} from './experience.ts'

test('the table has a hundred increasing levels', () => {
  expect(cumulativeExperience).toHaveLength(100)
  expect(cumulativeExperience).toEqual(cumulativeExperience.toSorted((a, b) => a - b))
})

test.each([
  [0, 1],
  [524, 1],
  [525, 2],
  [4_250_334_443, 99],
  [4_250_334_444, 100],
  [9_999_999_999, 100],
])('experience %d is level %d', (experience, level) => {
  expect(levelAtExperience(experience)).toBe(level)
})

test.each([
  [0.5, 10],
  [3, 33],
  [16, 80],
  [32, 90],
  [260, 100],
  [1000, 100],
])('after %d hours an average player has level %d', (hours, level) => {
  expect(levelAtExperience(experienceAfterHours(hours))).toBe(level)
})

test.each([0, 300, 50_000, 10_000_000, 700_000_000, 4_000_000_000])(
  'converting %d hours to experience and back gives the same hours',
  (experience) => {
    const back = experienceAfterHours(hoursForExperience(experience))
    expect(Math.abs(back - experience)).toBeLessThanOrEqual(Math.max(2, experience * 1e-6))
  },
)

test('levels outside the table are clamped', () => {
  expect([experienceAtLevel(0), experienceAtLevel(101)]).toEqual([0, 4_250_334_444])
})
