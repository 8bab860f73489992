import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { DEFAULT_START_MS, presets } from '../../options.ts'
import { renderCharacter } from '../../views/character-view.ts'
import { renderLadder } from '../../views/league-view.ts'
import { renderSecondCharacter } from '../../views/second-character-view.ts'
import { createWorld, type World } from '../world.ts'
import { secondGameClasses } from './classes.ts'

const HOUR = 60 * 60_000
const view = { wire_version: '3.29', image_base: 'https://web.poecdn.com' } as const

const aWorld = (isBoth: boolean): World => {
  const { retained_hours, second_game, ...preset } = presets.tiny_both
  const world = createWorld({
    ...preset,
    ...(isBoth ? { second_game } : {}),
    seed: 7,
    start_ms: DEFAULT_START_MS,
    stream_delay_ms: 300_000,
    retained_ms: retained_hours * HOUR,
    ladder_cache_ms: 60_000,
    journal_kept: 100_000,
  })
  world.advanceTo(DEFAULT_START_MS + 12 * HOUR)
  return world
}

/** Shared by the tests, which do not change it. */
const played = aWorld(true)

const lookAtFirst = (world: World) => ({
  ladder: renderLadder(world, 'pc', world.options.league, { sort: 'xp', offset: 0, limit: 500 }),
  characters: world.accounts.flatMap((account) =>
    account.characters.map(({ name }) => String(renderCharacter(world.options.seed, account, name, view))),
  ),
  tabs: world.accounts.map(({ tabs }) => tabs.map(({ items }) => items)),
  events: world.journal
    .list()
    .filter(({ data }) => data['realm'] !== 'poe2')
    .map(({ seq: _, ...entry }) => entry),
})

test('the second game changes nothing in the first', () => {
  const [both, first] = [played, aWorld(false)]
  expect(lookAtFirst(both)).toEqual(lookAtFirst(first))
  expect(both.journal.length()).toBeGreaterThan(first.journal.length() * 1.2)
})

test('characters of the second game level, ascend, and wear found items', () => {
  const world = played
  const characters = world.accounts.map((account) => account.second_game[0])
  for (const character of characters) {
    if (!character) throw new Error('some players do not play it')
    expect(character.level).toBeGreaterThan(30)
    expect(character.ascendancy_points).toBeGreaterThan(0)
    expect(secondGameClasses.flatMap(({ ascendancies }) => ascendancies)).toContain(character.record.ascendancy)
    const slots = character.equipment.map(({ slot, x }) => `${slot}/${x}`)
    expect(new Set(slots).size).toBe(slots.length)
    expect(slots.length).toBeGreaterThan(10)
    expect(character.skills.length).toBeGreaterThan(3)
  }
  const worn = characters.flatMap((character) => character?.equipment ?? [])
  expect(worn.some(({ item }) => item.frame === 'Unique')).toBe(true)
  expect(worn.some(({ item }) => (item.socketed ?? []).length > 0)).toBe(true)
  expect(characters.some((character) => character?.skills.some(({ item }) => (item.socketed ?? []).length > 0))).toBe(true)
})

test('some players use the same character name in both games', () => {
  const world = played
  const same = world.accounts.filter(({ characters, second_game }) => characters[0]?.name === second_game[0]?.name)
  expect(same.length).toBeGreaterThan(0)
  expect(same.length).toBeLessThan(world.accounts.length)
  expect(same.every(({ characters, second_game }) => characters[0]?.id !== second_game[0]?.id)).toBe(true)
})

test('12 hours of the second game with seed 7 are the same on every machine', () => {
  const world = played
  const texts = world.accounts.flatMap((account) =>
    account.second_game.map(({ name }) => String(renderSecondCharacter(7, account, name, { ...view, shows_inventory: true }))),
  )
  // changes only intentionally; then insert the new value here
  expect(createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16)).toBe('6b80a2e884e000e7')
})

test('the ladder of the second game ends after 1,000 places for every request', () => {
  const { cached_since, rows } = played.second_ladder()
  const [row] = rows
  if (!row) throw new Error('there is no ladder entry')
  const many = { cached_since, rows: Array.from({ length: 1080 }, (_, at) => ({ ...row, rank: at + 1 })) }
  const world = { ...played, second_ladder: () => many }
  const read = (offset: number) => renderLadder(world, 'poe2', world.options.league, { sort: 'xp', offset, limit: 500 })?.ladder
  expect([read(0)?.total, read(500)?.entries.at(-1), read(1000)?.entries]).toMatchObject([1000, { rank: 1000 }, []])
})
