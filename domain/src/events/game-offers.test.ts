import { gameVersions } from '@muster/contract/events'
import { expect, test } from 'vitest'
import { gameOffers } from './game-offers.ts'

const listMissing = (game_version: 'poe1' | 'poe2') =>
  Object.entries(gameOffers(game_version)).flatMap(([what, has]) => (has === false ? [what] : []))

test('the first game offers everything', () => {
  expect(listMissing('poe1')).toEqual([])
})

test('the second game offers characters and the top of its ladder, and no storage', () => {
  expect(listMissing('poe2')).toEqual([
    'stash_stream',
    'guild_tabs',
    'guild_logs',
    'inventory',
    'pantheon',
    'labyrinth',
    'atlas',
    'delve',
    'heist',
    'scarabs',
  ])
})

test('the readable part of a ladder is a whole number of pages of 500', () => {
  expect(gameVersions.map((game_version) => gameOffers(game_version).ladder_places % 500)).toEqual([0, 0])
})
