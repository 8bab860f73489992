import type { GameVersion } from '@muster/contract/events'
import { expect, test } from 'vitest'
import type { GameContext } from '../../context.ts'
import { readLadder } from './ladder.ts'

/** A game whose ladder returns `perPage` entries per page, and reports `total` entries. */
function read(perPage: number, total: number, game_version: GameVersion = 'poe1') {
  let asked = 0
  const fetchLadderPage: GameContext['game']['fetchLadderPage'] = (_league, _game, offset) => {
    asked++
    const entries = Array.from({ length: perPage }, (_, place) => ({
      rank: offset + place + 1,
      character: { id: `${offset + place}`, name: 'Somebody', level: 1, class: 'Witch' },
    }))
    return Promise.resolve({ ok: true, value: { total, entries } })
  }
  const ctx = { game: { fetchLadderPage } } as unknown as GameContext
  return readLadder(ctx, { name: 'league', game_version }, new AbortController().signal).then((answer) => ({ answer, asked }))
}

test('reads a whole ladder page by page, to the last entry that the game keeps', async () => {
  const { answer, asked } = await read(500, 1_000_000_000)
  expect(answer.ok && answer.entries).toHaveLength(15_000)
  expect(asked).toBe(30)
})

test('reads a thousand entries in the second game', async () => {
  const { answer, asked } = await read(500, 15_000, 'poe2')
  expect(answer.ok && answer.entries).toHaveLength(1000)
  expect(asked).toBe(2)
})

test('gives up a ladder with one entry per page instead of sending thousands of requests', async () => {
  const { answer, asked } = await read(1, 15_000)
  expect(answer).toMatchObject({ ok: false, failure: { reason: 'malformed' } })
  expect(asked).toBeLessThan(1000)
})
