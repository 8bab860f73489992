import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { DEFAULT_START_MS, presets } from '../options.ts'
import { renderCharacter } from '../views/character-view.ts'
import { createStreamView, parseChangeId } from '../views/stream-view.ts'
import { renderGuildTab, renderHistory } from '../views/guild-view.ts'
import { renderLadder } from '../views/league-view.ts'
import { createWorld, type World, type WorldOptions } from './world.ts'

const HOUR = 60 * 60_000
const view = { wire_version: '3.29', image_base: 'https://web.poecdn.com' } as const

const aWorld = (seed: number, kept = 1000, more: Partial<WorldOptions> = {}): World => {
  const { retained_hours, ...preset } = presets.demo
  const times = {
    start_ms: DEFAULT_START_MS,
    stream_delay_ms: 300_000,
    retained_ms: retained_hours * HOUR,
    ladder_cache_ms: 60_000,
  }
  return createWorld({ ...preset, ...times, seed, journal_kept: kept, ...more })
}

/** Hashes of everything clients can see: the journal, the stream's last half hour, the ladder, all characters. */
const look = (world: World) => {
  const print = (texts: readonly (string | Buffer)[]) => createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16)
  const stream = createStreamView(world)
  const pages: string[] = []
  for (let from = world.stream.positionsAt(world.now() - 35 * 60_000); ; ) {
    const { next_change_id, body } = stream.page(from, view, { tabs: 60, items: 1000 })
    pages.push(body)
    if (next_change_id === from.join('-')) break
    from = parseChangeId(next_change_id) ?? []
  }
  const characters = world.accounts.flatMap((account) =>
    account.characters.map(({ name }) => renderCharacter(world.options.seed, account, name, view) ?? 'null'),
  )
  return {
    events: world.journal.length(),
    journal: world.journal.hash(),
    stream: print(pages),
    ladder: print([JSON.stringify(renderLadder(world, 'pc', world.options.league, { sort: 'xp', offset: 0, limit: 500 }))]),
    characters: print(characters),
    guilds: print(
      world.guilds.flatMap((guild) => [
        JSON.stringify(renderHistory(guild, { most: 1_000_000 })),
        ...guild.tabs.flatMap(({ tab, parts }) =>
          [null, ...parts.map((part) => part.tab.id)].map(
            (sub) => renderGuildTab(guild, guild.tabs, { id: tab.id, sub }, view) ?? '',
          ),
        ),
      ]),
    ),
  }
}

// One world for all these checks, because simulating it takes two thirds of this file's time.
test('the demo with seed 7 is lively from the start, is the same on every machine, and stops growing', () => {
  const kept = 1000
  const world = aWorld(7, kept)
  // Every team finds something within 20 minutes.
  world.advanceTo(DEFAULT_START_MS + 20 * 60_000)
  expect(world.journal.list()).toHaveLength(world.journal.length())
  const interesting = world.journal
    .list({ kind: 'deposit' })
    .filter(({ data }) => data['name'] !== '' || String(data['base']).includes('Essence'))
  const teams = new Set(interesting.map(({ actor }) => world.findAccount(actor)?.team))
  expect(teams.size).toBe(4)

  world.advanceTo(DEFAULT_START_MS + 72 * HOUR)
  // changes only intentionally; then insert the new values here
  expect(look(world)).toEqual({
    events: 115_318,
    journal: '382b9555c519cb07',
    stream: 'ef3ee70ce318a4a0',
    ladder: '8e7a1f2f4d4aafc7',
    characters: 'aacf50f7ff7598da',
    guilds: '2d9c80b8197e6bf8',
  })
  // Levels match the pace.
  const levels = world.ladder().rows.map((row) => row.record.level)
  expect(levels[0]).toBeGreaterThanOrEqual(90)
  expect(levels.at(-1)).toBeGreaterThan(60)

  // The retention period is full.
  const sizes: number[] = []
  for (const hours of [96, 120, 144]) {
    world.advanceTo(DEFAULT_START_MS + hours * HOUR)
    sizes.push(world.stream.size())
    expect(world.journal.list().length).toBeLessThan(2 * kept)
  }
  expect(Math.max(...sizes)).toBeLessThan(Math.min(...sizes) * 1.25)
  expect(Math.max(...world.accounts.flatMap((account) => account.tabs.map((tab) => tab.items.length)))).toBeLessThan(577)
}, 120_000)

test('the size of time steps does not affect the result', () => {
  const [leaping, walking] = [aWorld(7), aWorld(7)]
  leaping.advanceTo(DEFAULT_START_MS + 6 * HOUR)
  for (let at = 0; at <= 6 * HOUR; at += 97_001) {
    walking.advanceTo(DEFAULT_START_MS + at)
    createStreamView(walking).latestChangeId()
  }
  walking.advanceTo(DEFAULT_START_MS + 6 * HOUR)
  expect(look(walking)).toEqual(look(leaping))
})

test('guild stock does not affect the rest of the world', () => {
  const [few, all] = [aWorld(7, 1000, { guild_tabs: 'few' }), aWorld(7)]
  for (const world of [few, all]) world.advanceTo(DEFAULT_START_MS + 6 * HOUR)
  const { guilds: _, journal: _journal, events: _events, ...rest } = look(all)
  expect(look(few)).toMatchObject(rest)
  expect(look(few).guilds).not.toBe(look(all).guilds)
})

test('another seed gives another world', () => {
  const [seven, eight] = [aWorld(7), aWorld(8)]
  for (const world of [seven, eight]) world.advanceTo(DEFAULT_START_MS + HOUR)
  expect(seven.journal.hash()).not.toBe(eight.journal.hash())
})

test('the world does not go back in time', () => {
  const world = aWorld(7)
  world.advanceTo(DEFAULT_START_MS + HOUR)
  expect(() => world.advanceTo(DEFAULT_START_MS)).toThrow('does not go back')
})

test('the servers save a character at zone changes and at least every two minutes, and at no other time', () => {
  const world = aWorld(7)
  const readings = new Map<string, Set<number>>()
  let reads = 0
  for (let at = 0; at < HOUR; at += 10_000) {
    world.advanceTo(DEFAULT_START_MS + at)
    for (const account of world.accounts.filter(({ online }) => online)) {
      const record = account.characters[0]?.record
      expect(world.now() - (record?.written_at ?? 0)).toBeLessThanOrEqual(120_000)
      reads++
      readings.set(account.name, (readings.get(account.name) ?? new Set()).add(record?.experience ?? 0))
    }
  }
  const distinct = [...readings.values()].reduce((sum, values) => sum + values.size, 0)
  expect(distinct).toBeGreaterThan(100)
  expect(distinct).toBeLessThan(reads / 5)
})

test('people of another world have the same accounts, but other characters, tabs and results', () => {
  const [home, away] = [aWorld(7), aWorld(8, 1000, { people_seed: 7 })]
  for (const world of [home, away]) world.advanceTo(DEFAULT_START_MS + 4 * HOUR)
  const who = (world: World) => world.accounts.map(({ uuid, name }) => [uuid, name])
  expect(who(away)).toEqual(who(home))
  const ids = (world: World) => world.accounts.flatMap(({ characters, tabs }) => [...characters, ...tabs].map(({ id }) => id))
  const known = new Set(ids(home))
  expect(ids(away).filter((id) => known.has(id))).toEqual([])
  expect(away.journal.hash()).not.toBe(home.journal.hash())
})
