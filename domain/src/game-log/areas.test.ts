import { gameVersions } from '@muster/contract/game-versions'
import { expect, test } from 'vitest'
import { listAreas } from './areas.ts'
import { isOfGame } from './log-line.ts'

test.each(gameVersions)('suggested areas of %s have ids that a log can show, and different names', (game_version) => {
  const areas = listAreas(game_version)
  const isPossible = ([value]: (typeof areas)[number]) =>
    isOfGame({ kind: 'area', character: '', value, number: 1 }, game_version)
  expect(areas.filter((area) => !isPossible(area))).toEqual([])
  expect(new Set(areas.map(([, name]) => name)).size).toBe(areas.length)
})
