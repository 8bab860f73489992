import { expect, test } from 'vitest'
import { createDraws, drawUuid, rng } from './prng.ts'

test('a draw depends only on seed, stream and index', () => {
  expect(rng(7, 'account/1', 3)).toBe(rng(7, 'account/1', 3))
  expect(new Set([rng(7, 'account/1', 3), rng(8, 'account/1', 3), rng(7, 'account/2', 3), rng(7, 'account/1', 4)]).size).toBe(4)
})

test('the numbers are the same on every machine', () => {
  expect([rng(7, 'account/1', 0), rng(7, 'account/1', 1), rng(0, '', 0)]).toEqual([1823401963, 4054824468, 2789766492])
})

test('draws of one entity do not change when another draws', () => {
  const alone = createDraws(7, 'a')
  const first = [alone.float(), alone.float()]
  const mixed = createDraws(7, 'a')
  const other = createDraws(7, 'b')
  const second = [mixed.float(), (other.float(), mixed.float())]
  expect(second).toEqual(first)
})

test('draws spread evenly', () => {
  const tallies = createDraws(7, 'tally')
  const tally = [0, 0, 0, 0]
  for (let i = 0; i < 40_000; i++) {
    const at = tallies.int(4)
    tally[at] = (tally[at] ?? 0) + 1
  }
  expect(Math.min(...tally)).toBeGreaterThan(9_600)
  expect(Math.max(...tally)).toBeLessThan(10_400)
})

test('weights determine how often something is picked', () => {
  const draws = createDraws(7, 'weights')
  const picks = Array.from({ length: 10_000 }, () => draws.pickWeighted([{ weight: 9 }, { weight: 1 }]).weight)
  const rare = picks.filter((weight) => weight === 1).length
  expect(rare).toBeGreaterThan(900)
  expect(rare).toBeLessThan(1_100)
})

test('a uuid has the form of version 4', () => {
  expect(drawUuid(createDraws(7, 'uuid'))).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('picking from nothing is an error', () => {
  expect(() => createDraws(7, 'x').pick([])).toThrow('empty list')
})
