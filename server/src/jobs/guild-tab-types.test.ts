import { StashTabOfGame } from '@muster/contract/game-api'
import { presets } from '@muster/simulator/options'
import { beforeAll, expect, test } from 'vitest'
import type { Row } from '../db/schema.ts'
import { startSimulatedEvent } from '../testing/simulated-event.ts'
import { determineGuildStashAccess } from './determine-guild-stash-access.ts'
import { fetchGuildStashes } from './fetch-guild-stashes.ts'
import { unpackText } from '../ingestion/stash/stored-items.ts'
import { useOpened } from '../testing/use-server.ts'

// A guild with a tab of every type, in the form the game sends.

const world = useOpened(() =>
  startSimulatedEvent({ hours: 1.5, preset: { ...presets.tiny, teams: 1, guild_tabs: 'every_type' } }),
)
let tabs: Row<'guild_stash_tabs'>[]

beforeAll(async () => {
  await world.run(determineGuildStashAccess)
  await world.ctx.db.updateTable('guild_stash_tabs').set({ fetch_enabled: true }).execute()
  await world.run(fetchGuildStashes, 8)
  tabs = await world.ctx.db.selectFrom('guild_stash_tabs').selectAll().orderBy('index').orderBy('id').execute()
})

const unpack = ({ content }: Row<'guild_stash_tabs'>) => StashTabOfGame.parse(JSON.parse(unpackText(content ?? Buffer.alloc(0))))

test('every tab is fetched, including parts of collections, and none causes a problem', async () => {
  expect(tabs.filter(({ fetched_at, last_error }) => fetched_at === null || last_error !== null)).toEqual([])
  expect(new Set(tabs.map(({ type }) => type)).size).toBeGreaterThan(15)
  const empty = tabs.filter(
    ({ item_count, type, parent_id }) => item_count === 0 && !(parent_id === null && /Map|Unique/.test(type)),
  )
  expect(empty.map(({ name }) => name)).toEqual([])
  expect(await world.ctx.db.selectFrom('ingestion_problems').selectAll().execute()).toEqual([])
})

test('the layout of a tab is stored unchanged', () => {
  const layoutOf = (type: string) => tabs.filter((tab) => tab.type === type).map((tab) => unpack(tab).metadata?.['layout'])[0]
  expect(layoutOf('QuadStash')).toBe(true)
  expect(layoutOf('FragmentStash')).toMatchObject({ sections: ['fragments', 'scarabs'], layout: { 0: { section: 'fragments' } } })
  expect(layoutOf('NormalStash')).toBeUndefined()
})

test('a part of a map collection is named after its series, other parts after the class of their items', () => {
  const namesOf = (type: string) => tabs.filter((tab) => tab.parent_id !== null && tab.type === type).map(({ name }) => name)
  expect(namesOf('MapStash')).toContain('Map (Tier 16)')
  expect(new Set(namesOf('MapStash')).size).toBe(namesOf('MapStash').length)
  expect(namesOf('UniqueStash')).toContain('Ring')
})
