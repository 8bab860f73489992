import { expect, test } from 'vitest'
import { objectiveKinds } from '@muster/domain/objectives/kinds'
import type { DemoObjective } from '../demo/tree.ts'
import { judgeGrowth, listParts, pickDays } from './marathon-report.ts'
import { makeMarathonTree, marathonPresets } from './marathon-tree.ts'
import type { Reading } from './meter.ts'

const listAll = (objectives: readonly DemoObjective[]): DemoObjective[] =>
  objectives.flatMap((one) => [one, ...listAll(one.children)])

test.each([60, 333, 1000])('an event of %d objectives has so many, with the root', (count) => {
  expect(listAll(makeMarathonTree(count)).length + 1).toBe(count)
})

test('a marathon has objectives of every type, counts in several ways, and names only presets that it has', () => {
  const all = listAll(makeMarathonTree(1000))
  const countOf = (key: 'objective_type' | 'aggregation', value: string) => all.filter((one) => one[key] === value).length
  for (const type of Object.keys(objectiveKinds)) expect([type, countOf('objective_type', type) > 0]).toEqual([type, true])
  for (const way of ['EARLIEST', 'MAXIMUM', 'MINIMUM', 'SUM_LATEST'])
    expect([way, countOf('aggregation', way) > 5]).toEqual([way, true])
  for (const { preset } of all) expect(preset === undefined || Object.hasOwn(marathonPresets, preset)).toBe(true)
})

const aReading = (hours: number, played_hours: number, seconds: number, database_mb: number): Reading => ({
  hours,
  played_hours,
  cpu_seconds: { jobs: seconds, database: seconds, game: 1000 * hours },
  memory: {},
  database_mb,
  tables_mb: {},
  wal_mb: 0,
  rows: { stash_snapshots: 0, character_readings: 0, facts: 100 * played_hours, score_changes: 0 },
  requests: 0,
  requests_by_policy: {},
  sent_mb: 0,
})

test('growth is linear when an hour that somebody plays costs the same throughout, however many play', () => {
  const even = listParts([aReading(0, 0, 5, 20), aReading(18, 100, 15, 30), aReading(36, 400, 45, 60)], ['jobs'])
  expect(judgeGrowth(even).map(({ each, is_linear }) => [each.map(Math.round), is_linear])).toEqual([
    [[200, 200], true],
    [[102, 102], true],
  ])
  const steep = listParts([aReading(0, 0, 5, 20), aReading(18, 100, 15, 30), aReading(36, 200, 45, 60)], ['jobs'])
  expect(judgeGrowth(steep).map(({ ratio, is_linear }) => [Math.round(ratio), is_linear])).toEqual([
    [3, false],
    [3, false],
  ])
})

test('a part in which nobody plays any more is not compared', () => {
  const parts = listParts([aReading(0, 0, 5, 20), aReading(1, 100, 15, 30), aReading(2, 100, 16, 31)], ['jobs'])
  expect(judgeGrowth(parts).every(({ is_linear, each }) => is_linear && each.length === 1)).toBe(true)
})

test('days are compared with days, and the last with what was played of it unless that is but a night', () => {
  const pick = (hours: readonly number[]) => pickDays(hours.map((one) => aReading(one, one, one, one))).map((one) => one.hours)
  expect(pick([0, 6, 12, 18, 24, 30, 36, 42, 48, 54, 60, 66, 72])).toEqual([0, 24, 48, 72])
  expect(pick([0, 12, 24, 36, 48, 60, 65])).toEqual([0, 24, 48, 65])
  expect(pick([0, 12, 24, 36, 48, 53])).toEqual([0, 24, 53])
  expect(pick([0, 1, 2, 3, 4])).toEqual([0, 1, 2, 3, 4])
})
