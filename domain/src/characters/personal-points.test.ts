import { expect, test } from 'vitest'
import { countPersonalPoints, listPersonalSteps, listSteps, personalCap } from './personal-points.ts'

const aPlayer = (more: Partial<Parameters<typeof countPersonalPoints>[0]>) => ({
  level: 1,
  ascendancy_points: 0,
  atlas_node_count: 0,
  ...more,
})

test.each([
  [{ level: 39, ascendancy_points: 3 }, 0],
  [{ level: 40 }, 1],
  [{ level: 60 }, 2],
  [{ level: 80 }, 3],
  [{ level: 89 }, 3],
  [{ level: 90 }, 6],
  [{ ascendancy_points: 4 }, 1],
  [{ ascendancy_points: 6 }, 2],
  [{ ascendancy_points: 8 }, 3],
  [{ atlas_node_count: 39 }, 0],
  [{ atlas_node_count: 40 }, 3],
  [{ level: 100, ascendancy_points: 8 }, 9],
  [{ level: 100, ascendancy_points: 8, atlas_node_count: 132 }, 9],
])('personal objective points of %o are %i', (player, points) => {
  expect(countPersonalPoints(aPlayer(player), 'poe1')).toBe(points)
})

test('the second game has no atlas step, and all its steps together equal the cap', () => {
  const reads = new Set(listSteps('poe2').map((step) => step.reads))
  expect([...reads]).toEqual(['level', 'ascendancy_points'])
  const all = { level: 100, ascendancy_points: 8 }
  expect(countPersonalPoints(aPlayer(all), 'poe2')).toBe(personalCap)
  expect(countPersonalPoints(aPlayer({ level: 89, atlas_node_count: 132 }), 'poe2')).toBe(3)
})

test('pages see which steps are done, and the steps reach beyond the cap', () => {
  expect(listPersonalSteps(aPlayer({ level: 61 }), 'poe1').filter(({ reached }) => reached)).toEqual([
    { reads: 'level', at: 40, points: 1, reached: true },
    { reads: 'level', at: 60, points: 1, reached: true },
  ])
  expect(listSteps('poe1').reduce((sum, { points }) => sum + points, 0)).toBeGreaterThan(personalCap)
})
