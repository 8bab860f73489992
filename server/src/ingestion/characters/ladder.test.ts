import type { GameVersion } from '@muster/contract/events'
import { expect, test } from 'vitest'
import type { Context } from '../../context.ts'
import { readLadder } from './ladder.ts'

/** A game whose ladder gives so many entries a page, and says that there are so many in all. */
function read(perPage: number, total: number, game_version: GameVersion = 'poe1') {
  let asked = 0
  const fetchLadderPage: Context['game']['fetchLadderPage'] = (_league, _game, offset) => {
    asked++
    const entries = Array.from({ length: perPage }, (_, place) => ({
      rank: offset + place + 1,
      character: { id: `${offset + place}`, name: 'Somebody', level: 1, class: 'Witch' },
    }))
    return Promise.resolve({ ok: true, value: { total, entries } })
  }
  const ctx = { game: { fetchLadderPage } } as unknown as Context
  return readLadder(ctx, { name: 'league', game_version }, new AbortController().signal).then((answer) => ({ answer, asked }))
}

test('a whole ladder is read page by page, to the deepest place that the game keeps', async () => {
  const { answer, asked } = await read(500, 1_000_000_000)
  expect(answer.ok && answer.entries).toHaveLength(15_000)
  expect(asked).toBe(30)
})

test('the second game keeps a thousand places', async () => {
  const { answer, asked } = await read(500, 15_000, 'poe2')
  expect(answer.ok && answer.entries).toHaveLength(1000)
  expect(asked).toBe(2)
})

test('a ladder that gives one place at a time is given up, and not asked for thousands of times', async () => {
  const { answer, asked } = await read(1, 15_000)
  expect(answer).toMatchObject({ ok: false, failure: { reason: 'malformed' } })
  expect(asked).toBeLessThan(1000)
})
