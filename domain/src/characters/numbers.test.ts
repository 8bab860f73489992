import { type NumberField, numberFields } from '@muster/contract/objectives'
import { expect, test } from 'vitest'
import { isInGame, listTreeFields, readMostNumber, readPlayerNumber, readTeamNumber } from './numbers.ts'
import type { PlayerRules } from './personal-points.ts'
import { countAtlasNodes, type PlayerState } from './player-state.ts'
import { readWornOfCharacter } from './worn-values.ts'

const aPlayer = (more: Partial<PlayerState>): PlayerState => ({
  level: 1,
  ascendancy_points: 0,
  pantheon_major: null,
  pantheon_minor: null,
  delve_depth: 0,
  atlas_node_count: 0,
  experience: 0,
  figures: null,
  worn: null,
  ...more,
})
const poe1: PlayerRules = { game_version: 'poe1', personal_objectives: null }
const poe2: PlayerRules = { game_version: 'poe2', personal_objectives: null }
const tree = (nodes: number) => ({ hashes: Array.from({ length: nodes }, (_, at) => at) })
const both = { pantheon_major: 'Lunaris', pantheon_minor: 'Ralakesh' }

const rows: [NumberField, Partial<PlayerState>, number][] = [
  ['PLAYER_LEVEL', { level: 93 }, 93],
  ['DELVE_DEPTH', { delve_depth: 312 }, 312],
  ['DELVE_DEPTH_PAST_100', { delve_depth: 312 }, 212],
  ['DELVE_DEPTH_PAST_100', { delve_depth: 100 }, 0],
  ['DELVE_DEPTH_PAST_100', { delve_depth: 40 }, 0],
  ['PANTHEON', both, 1],
  ['PANTHEON', { pantheon_major: 'Lunaris' }, 0],
  ['PANTHEON', { pantheon_minor: 'Ralakesh' }, 0],
  ['PANTHEON', { ...both, pantheon_major: '' }, 0],
  ['ASCENDANCY', { ascendancy_points: 6 }, 6],
  ['ATLAS_POINTS', { atlas_node_count: 41 }, 41],
  ['PLAYER_SCORE', { level: 90 }, 6],
  ['EXPERIENCE', { experience: 4_250_334_444 }, 4_250_334_444],
  ['DELVE_DEPTH_WEIGHTED', { delve_depth: 99 }, 0],
  ['DELVE_DEPTH_WEIGHTED', { delve_depth: 149 }, 49],
  ['DELVE_DEPTH_WEIGHTED', { delve_depth: 150 }, 60],
  ['DELVE_DEPTH_WEIGHTED', { delve_depth: 249 }, 178],
  ['DELVE_DEPTH_WEIGHTED', { delve_depth: 250 }, 210],
  ['DELVE_DEPTH_WEIGHTED', { delve_depth: 350 }, 400],
  ['DELVE_DEPTH_WEIGHTED', { delve_depth: 450 }, 630],
  ['DELVE_DEPTH_WEIGHTED', { delve_depth: 549 }, 808],
  ['DELVE_DEPTH_WEIGHTED', { delve_depth: 550 }, 900],
  ['LIFE', { figures: { hp: 4321 } }, 4321],
  ['ATTACK_BLOCK', { figures: { attack_block: 75 } }, 75],
  ['LOWEST_RESISTANCE', { figures: { lowest_resistance: 76 } }, 76],
  ['PLAYER_LEVEL', { level: Number.NaN }, 0],
]

test.each(rows)('%s of %o is %i', (field, player, value) => {
  expect(readPlayerNumber(field, aPlayer(player), poe1)).toBe(value)
})

test('the second game has no pantheon', () => {
  expect(readPlayerNumber('PANTHEON', aPlayer(both), poe2)).toBe(0)
})

test('numbers missing in the second game are at most 0, and the others count as in the first', () => {
  const most = (rules: PlayerRules) => numberFields.map((field) => [field, readMostNumber(field, rules)])
  const absent = new Set([
    'DELVE_DEPTH',
    'DELVE_DEPTH_PAST_100',
    'DELVE_DEPTH_WEIGHTED',
    'PANTHEON',
    'ATLAS_POINTS',
    'INFLUENCED_WORN',
    'FOULBORN_WORN',
    'SOCKETED_GEMS',
  ])
  expect(most(poe2)).toEqual(most(poe1).map(([field, number]) => [field, absent.has(String(field)) ? 0 : number]))
})

test.each(['STACK_SIZE', 'SUBMISSION_VALUE', 'FINISHED_OBJECTIVES'] as const)('%s is not read from characters', (field) => {
  expect(readPlayerNumber(field, aPlayer({}), poe1)).toBeNull()
  expect(readTeamNumber({ number_field: field }, [], poe1)).toBeNull()
})

test('a figure is unknown until a build was calculated, and then counts for neither a player nor a team', () => {
  const [known, unknown] = [aPlayer({ figures: { hp: 5000 } }), aPlayer({})]
  expect(readPlayerNumber('LIFE', unknown, poe1)).toBeNull()
  expect(readPlayerNumber('MANA', known, poe1)).toBeNull()
  expect(readPlayerNumber('UNIQUES_WORN', unknown, poe1)).toBeNull()
  expect(readTeamNumber({ number_field: 'LIFE' }, [known, unknown], poe1)).toBe(5000)
})

test('gems and flasks count from the level that the objective states', () => {
  const worn = readWornOfCharacter({}, 'poe1')
  const player = aPlayer({ worn: { ...worn, gem_levels: [1, 20, 21], flask_levels: [84, 85] } })
  expect([1, 20, 21, 22].map((least) => readPlayerNumber('GEMS_OF_LEVEL', player, poe1, least))).toEqual([3, 2, 1, 0])
  expect(readPlayerNumber('FLASKS_OF_ITEM_LEVEL', player, poe1, 85)).toBe(1)
  expect(readPlayerNumber('SOCKETED_GEMS', player, poe1)).toBe(3)
})

test('a team has the number of its players with enough, if its objective asks for that', () => {
  const players = [90, 80, 80, 79].map((level) => aPlayer({ level }))
  const count = (players_from: number) => readTeamNumber({ number_field: 'PLAYER_LEVEL', players_from }, players, poe1)
  expect([1, 80, 81, 91].map(count)).toEqual([4, 3, 1, 0])
  const rule = { number_field: 'GEMS_OF_LEVEL', pieces_from: 20, players_from: 2 } as const
  const worn = { ...readWornOfCharacter({}, 'poe1'), gem_levels: [20, 21] }
  expect(readTeamNumber(rule, [aPlayer({ worn }), aPlayer({})], poe1)).toBe(1)
})

test('a team has the sum of its players', () => {
  expect(readTeamNumber({ number_field: 'PLAYER_LEVEL' }, [aPlayer({ level: 90 }), aPlayer({ level: 12 })], poe1)).toBe(102)
  expect(readTeamNumber({ number_field: 'PANTHEON' }, [aPlayer(both), aPlayer(both), aPlayer({})], poe1)).toBe(2)
  expect(
    readTeamNumber({ number_field: 'DELVE_DEPTH_PAST_100' }, [aPlayer({ delve_depth: 150 }), aPlayer({ delve_depth: 90 })], poe1),
  ).toBe(50)
  expect(readTeamNumber({ number_field: 'PLAYER_LEVEL' }, [], poe1)).toBe(0)
})

test('of several atlas trees the largest counts, and a repeated node counts once', () => {
  expect(countAtlasNodes([])).toBe(0)
  expect(countAtlasNodes([tree(39), tree(5)])).toBe(39)
  expect(countAtlasNodes([tree(3), tree(40)])).toBe(40)
  expect(countAtlasNodes([{ hashes: [...tree(30).hashes, ...tree(30).hashes] }])).toBe(30)
})

test('personal points depend on the passive tree only where a step counts ascendancy points', () => {
  const steps = [{ number_field: 'PLAYER_LEVEL' as const, at: 90, points: 1 }]
  const levels = { cap: 0, steps, figures_cap: 0, figures: [] }
  expect(listTreeFields(poe2)).toEqual(['ASCENDANCY', 'PLAYER_SCORE'])
  expect(listTreeFields({ game_version: 'poe2', personal_objectives: levels })).toEqual(['ASCENDANCY'])
})

test('a number belongs only to the games that have it', () => {
  expect([isInGame('ATLAS_POINTS', 'poe1'), isInGame('ATLAS_POINTS', 'poe2'), isInGame('PLAYER_SCORE', 'poe2')]).toEqual([
    true,
    false,
    true,
  ])
})
