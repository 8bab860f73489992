import { gameVersions } from '@muster/contract/events'
import { expect, it } from 'vitest'
import { listGameClasses } from './game-classes.ts'

it('knows the ascendancies of both games, each once', () => {
  const names = gameVersions.map((game) => listGameClasses(game).flatMap((one) => one.ascendancies))
  expect(names.map((list) => list.length)).toEqual([21, 23])
  for (const list of names) expect(new Set(list).size).toBe(list.length)
  expect(names[0]).toContain('Juggernaut')
  expect(names[1]).toEqual(expect.arrayContaining(['Titan', 'Abyssal Lich', 'Spirit Walker', 'Martial Artist', 'Shaman']))
})
