import { expect, it } from 'vitest'
import { readPlaces } from './places.ts'

it.each<[string, (number | null)[], number[], [number, string][]]>([
  ['nobody', [null, null], [], []],
  ['some', [3, 1, null], [3, 1], []],
  ['one team twice', [3, 1, 3], [3, 1, 3], [[2, 'twice']]],
  ['a gap', [3, null, 1], [3, 1], [[2, 'gap']]],
])('places of %s', (_, chosen, team_ids, problems) => {
  const read = readPlaces(chosen)
  expect([read.team_ids, [...read.problems]]).toEqual([team_ids, problems])
})
