import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startSimulatedEvent } from '../testing/simulated-event.ts'
import { determineGuildStashAccess } from './determine-guild-stash-access.ts'
import { fetchCharacterData } from './fetch-character-data.ts'
import { fetchGuildStashes } from './fetch-guild-stashes.ts'
import { fetchStashChanges } from './fetch-stash-changes.ts'
import { useOpened } from '../testing/use-server.ts'

// JSON can contain U+0000 and unpaired surrogates; PostgreSQL can store neither.

const world = useOpened(() => startSimulatedEvent({ hours: 3 }))
beforeAll(async () => {
  await world.run(fetchStashChanges)
})
beforeEach(async () => {
  world.simulator.faults.clear()
  await world.ctx.db.deleteFrom('ingestion_problems').execute()
})

const spoil = (fields: string, route: string) =>
  world.simulator.faults.add({ effect: 'shape.unstorable', match: { route }, when: {}, parameters: { fields } })
const listProblems = async () =>
  (await world.ctx.db.selectFrom('ingestion_problems').select('problem').execute()).map(({ problem }) => problem)
const isNamed = (field: string) => expect.poll(listProblems).toContainEqual(expect.stringContaining(field))
const cleaned = expect.stringMatching(/\uFFFD\uFFFD$/) as string

test('unstorable text is cleaned in the name of a guild tab, in the list and in the tab itself', async () => {
  const { db } = world.ctx
  spoil('name,typeLine', '/guild')
  expect(await world.run(determineGuildStashAccess)).toMatchObject([{ ok: true }])
  await db.updateTable('guild_stash_tabs').set({ fetch_enabled: true }).where('parent_id', 'is', null).execute()
  expect(await world.run(fetchGuildStashes, 4)).toMatchObject([{ ok: true }, { ok: true }, { ok: true }, { ok: true }])
  const tabs = await db.selectFrom('guild_stash_tabs').selectAll().where('fetched_at', 'is not', null).execute()
  expect(tabs.length).toBeGreaterThan(0)
  expect(tabs.map(({ last_error }) => last_error).filter(Boolean)).toEqual([])
  expect(tabs.find(({ parent_id }) => parent_id === null)?.name).toEqual(cleaned)
  await isNamed('stashes.0.name')
  await isNamed('stash.name')
})

test('unstorable text is cleaned in the name of a public tab', async () => {
  world.simulator.step(60 * 60_000)
  spoil('stash,typeLine', '/public-stash-tabs')
  expect(await world.run(fetchStashChanges, 3)).toMatchObject([{ ok: true }, { ok: true }, { ok: true }])
  const { name } = await world.ctx.db.selectFrom('stashes').select('name').executeTakeFirstOrThrow()
  expect(name).toEqual(cleaned)
  await isNamed('.stash')
})

test('unstorable text is cleaned on the ladder, and in a character with its passive tree', async () => {
  spoil('class,name', '/league')
  spoil('class,pantheon_major,typeLine', '/character')
  world.simulator.step(60 * 60_000)
  expect(await world.run(fetchCharacterData)).toMatchObject([{ ok: true }])
  const { db } = world.ctx
  const ladder = await db.selectFrom('ladder_entries').select('character_class').execute()
  expect(ladder.map((entry) => entry.character_class)).toEqual(ladder.map(() => cleaned))
  const polls = await db.selectFrom('character_polls').select('last_error').execute()
  expect(polls.map(({ last_error }) => last_error).filter(Boolean)).toEqual([])
  const characters = await db.selectFrom('characters').select('ascendancy').execute()
  expect(characters.length).toBeGreaterThan(0)
  expect(characters.map(({ ascendancy }) => ascendancy)).toEqual(characters.map(() => cleaned))
  await isNamed('ladder.entries.0.character.name')
  await isNamed('characters.0.class')
})

test('the start of an unreadable answer is stored', async () => {
  await world.ctx.db
    .updateTable('character_polls')
    .set({ list_due_at: new Date(0) })
    .execute()
  world.simulator.faults.add({ effect: 'shape.raw_nul', match: { route: '/character' }, when: {}, parameters: {} })
  expect(await world.run(fetchCharacterData)).toMatchObject([{ ok: true }])
  await isNamed('not JSON')
})
