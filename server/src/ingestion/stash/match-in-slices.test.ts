import type { GameItem } from '@muster/contract/game-api'
import type { Completion, Matcher } from '@muster/domain/conditions/matcher'
import { expect, test } from 'vitest'
import { matchInSlices } from './match-in-slices.ts'

const items: GameItem[] = Array.from({ length: 100 }, (_, at) => ({ ilvl: at }))
/** Finds every third item, and calls `asked` each time. */
const matcherThat = (asked: () => void): Matcher => ({
  match: (some) => {
    asked()
    return some.flatMap(({ ilvl }, item): Completion[] =>
      Number(ilvl) % 3 === 0 ? [{ item, objective_id: 7, number: Number(ilvl) }] : [],
    )
  },
  explain: () => null,
  unknown_bases: new Map(),
})

test('items are found at their positions in the whole list', async () => {
  const found = await matchInSlices(
    matcherThat(() => undefined),
    items,
    0,
  )
  expect(found).toEqual(Array.from({ length: 34 }, (_, at) => ({ item: 3 * at, objective_id: 7, number: 3 * at })))
})

test('slow matching lets other work run in between', async () => {
  let others = 0
  const waiting = setInterval(() => (others += 1), 1)
  const turnsBefore: number[] = []
  const busyUntil = (end: number) => {
    while (performance.now() < end);
  }
  await matchInSlices(
    matcherThat(() => {
      turnsBefore.push(others)
      busyUntil(performance.now() + 30)
    }),
    items,
    0,
  )
  clearInterval(waiting)
  expect(new Set(turnsBefore).size).toBeGreaterThan(3)
})
