import { gameVersions } from '@muster/contract/game-versions'
import { expect, it } from 'vitest'
import { listGameClasses, readClassName } from './game-classes.ts'

it('knows the ascendancies of both games, each once', () => {
  const names = gameVersions.map((game) => listGameClasses(game).flatMap((one) => one.ascendancies))
  expect(names.map((list) => list.length)).toEqual([21, 23])
  for (const list of names) expect(new Set(list).size).toBe(list.length)
  expect(names[0]).toContain('Juggernaut')
  expect(names[1]).toEqual(expect.arrayContaining(['Titan', 'Abyssal Lich', 'Spirit Walker', 'Martial Artist', 'Shaman']))
})

it('an id sent as a name becomes the name, in the second game only', () => {
  expect(['Warrior2', 'Witch3b', 'Titan', 'Ranger', 'Ranger2'].map((name) => readClassName('poe2', name))).toEqual([
    'Warbringer',
    'Abyssal Lich',
    'Titan',
    'Ranger',
    'Ranger2',
  ])
  expect(readClassName('poe1', 'Warrior2')).toBe('Warrior2')
})
