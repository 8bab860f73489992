import { expect, test } from 'vitest'
import { findNeighbours, pickForScale } from './neighbours.ts'

const standings = [
  { team_id: 5, points: 90 },
  { team_id: 1, points: 70 },
  { team_id: 2, points: 50 },
  { team_id: 3, points: 50 },
  { team_id: 4, points: 10 },
  { team_id: 6, points: 0 },
] as const
const [leader, second, third, level, fifth, last] = standings

test.each([
  ['in the middle', third, second, fifth],
  ['level with another', level, second, fifth],
  ['that leads', leader, null, second],
  ['that is last', last, fifth, null],
] as const)('the neighbours of a team %s are the nearest with more and with fewer points', (_, own, above, below) => {
  expect(findNeighbours(standings, own)).toEqual({ above, below })
})

test('the scale shows a team with its neighbours, teams level with it, and the leader', () => {
  expect(pickForScale(standings, third)).toEqual([leader, second, third, level, fifth])
  expect(pickForScale(standings, leader)).toEqual([leader, second])
  expect(pickForScale([last], last)).toEqual([last])
})
