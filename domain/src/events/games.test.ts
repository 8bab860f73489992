import { gameVersions } from '@muster/contract/game-versions'
import { expect, test } from 'vitest'
import { games } from './games.ts'

const listMissing = (game_version: 'poe1' | 'poe2') =>
  Object.entries(games[game_version]).flatMap(([what, has]) => (has === false ? [what] : []))

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
    'transfigured_gems',
    'legacy_items',
    'art_outranks_labels',
    'socketed_gems',
  ])
})

test('the readable part of a ladder is a whole number of pages of 500', () => {
  expect(gameVersions.map((game_version) => games[game_version].ladder_places % 500)).toEqual([0, 0])
})
