import { expect, test } from 'vitest'
import { objectiveKinds } from '@muster/domain/objectives/kinds'
import type { DemoObjective } from '../demo/tree.ts'
import { createFloorCount, startFloor } from './floor.ts'
import { judgeGrowth, listParts, pickDays } from './marathon-report.ts'
import { makeMarathonTree, marathonPresets } from './marathon-tree.ts'
import type { Reading } from './meter.ts'

const listAll = (objectives: readonly DemoObjective[]): DemoObjective[] =>
  objectives.flatMap((one) => [one, ...listAll(one.children)])

test.each([60, 333, 1000])('an event of %d objectives has exactly that many, including the root', (count) => {
  expect(listAll(makeMarathonTree(count)).length + 1).toBe(count)
})

test('a marathon has objectives of every type and several aggregations, and uses only its own presets', () => {
  const all = listAll(makeMarathonTree(1000))
  const countOf = (key: 'objective_type' | 'aggregation', value: string) => all.filter((one) => one[key] === value).length
  for (const type of Object.keys(objectiveKinds)) expect([type, countOf('objective_type', type) > 0]).toEqual([type, true])
  for (const way of ['EARLIEST', 'MAXIMUM', 'MINIMUM', 'SUM_LATEST'])
    expect([way, countOf('aggregation', way) > 5]).toEqual([way, true])
  for (const { preset } of all) expect(preset === undefined || Object.hasOwn(marathonPresets, preset)).toBe(true)
})

/** @param seconds processor time of each process; by default a floor page takes 10 ms. */
const aReading = (
  hours: number,
  played_hours: number,
  seconds: number,
  database_mb: number,
  floor_pages = seconds * 200,
): Reading => ({
  hours,
  played_hours,
  cpu_seconds: { jobs: seconds, database: seconds, game: 1000 * hours },
  floor_pages,
  memory: {},
  database_mb,
  tables_mb: {},
  wal_mb: 0,
  rows: { stash_snapshots: 0, character_readings: 0, facts: 100 * played_hours, score_changes: 0 },
  requests: 0,
  requests_by_policy: {},
  sent_mb: 0,
})

const partsOf = (...readings: Reading[]) => listParts(pickDays(readings), ['jobs'])

test('growth is linear if a played hour always costs the same, for any number of players', () => {
  const even = partsOf(aReading(0, 0, 5, 20), aReading(6, 100, 15, 30), aReading(12, 400, 45, 60))
  expect(judgeGrowth(even).map(({ each, is_linear }) => [each.map(Math.round), is_linear])).toEqual([
    [[20, 20], true],
    [[102, 102], true],
  ])
  const steep = partsOf(aReading(0, 0, 5, 20), aReading(6, 100, 15, 30), aReading(12, 200, 45, 60))
  expect(judgeGrowth(steep).map(({ ratio, is_linear }) => [Math.round(ratio), is_linear])).toEqual([
    [3, false],
    [3, false],
  ])
})

test('a part that took longer on a slower machine is not growth, but more work on a faster machine is', () => {
  const judge = (later_seconds: number, later_pages: number) => {
    const parts = partsOf(aReading(0, 0, 5, 20), aReading(6, 100, 15, 30), aReading(12, 200, later_seconds, 40, later_pages))
    return judgeGrowth(parts)[0]?.is_linear
  }
  expect(judge(35, 5000)).toBe(true)
  expect(judge(25, 5600)).toBe(false)
})

test('used time is counted with the speed of the machine at that time', async () => {
  const speeds_ms = [10, 5, 20]
  const floor = createFloorCount({ measure: () => Promise.resolve(speeds_ms.shift() ?? 0) })
  await floor.look(1)
  expect(floor.pages()).toBe(100)
  await floor.look(1.5)
  expect(floor.pages()).toBe(200)
  await floor.look(3.5)
  expect(floor.pages()).toBe(300)
})

test('the floor is measured in its own process, which ends on demand', async () => {
  const floor = startFloor()
  expect(await floor.measure()).toBeGreaterThan(0)
  expect(await floor.measure()).toBeGreaterThan(0)
  await floor.stop()
  await expect(floor.measure()).rejects.toThrow()
})

test('a part without players is not compared', () => {
  const parts = partsOf(aReading(0, 0, 5, 20), aReading(1, 100, 15, 30), aReading(2, 100, 16, 31))
  expect(judgeGrowth(parts).every(({ is_linear, each }) => is_linear && each.length === 1)).toBe(true)
})

test('days are compared up to the length of the last one, so that a day without its night does not look cheap', () => {
  const pick = (...hours: number[]) =>
    pickDays(hours.map((one) => aReading(one, one, one, one))).map(([from, to]) => [from.hours, to.hours])
  const sixHourly = [0, 6, 12, 18, 24, 30, 36, 42, 48, 54, 60, 66]
  expect(pick(...sixHourly, 72)).toEqual([
    [0, 24],
    [24, 48],
    [48, 72],
  ])
  expect(pick(...sixHourly, 69.8)).toEqual([
    [0, 18],
    [24, 42],
    [48, 66],
  ])
  expect(pick(0, 12, 24, 36.1, 48, 60.2, 65)).toEqual([
    [0, 12],
    [24, 36.1],
    [48, 60.2],
  ])
  expect(pick(0, 12, 24, 36, 48, 53)).toEqual([
    [0, 24],
    [24, 48],
  ])
  expect(pick(0, 1, 2, 3)).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
  ])
  // There are no comparable readings.
  expect(pick(0, 7, 23, 41)).toEqual([
    [0, 7],
    [7, 23],
    [23, 41],
  ])
})
