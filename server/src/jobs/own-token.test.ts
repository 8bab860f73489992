import { DEFAULT_CLIENT_ID } from '@muster/simulator/options'
import { assert, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSimulatedEvent } from '../testing/simulated-event.ts'
import { determineGuildStashAccess } from './determine-guild-stash-access.ts'
import { fetchCharacterData } from './fetch-character-data.ts'
import { fetchGuildStashes } from './fetch-guild-stashes.ts'
import { useOpened } from '../testing/use-server.ts'

const minutes = (count: number) => count * 60_000

const world = useOpened(() => startSimulatedEvent({ hours: 1 }))
beforeAll(async () => {
  await world.run(determineGuildStashAccess)
  await world.ctx.db.updateTable('guild_stash_tabs').set({ fetch_enabled: true }).where('type', '=', 'QuadStash').execute()
  await world.run(fetchGuildStashes, 3)
  await world.run(fetchCharacterData, 2)
})

/** Every player's access token expires early. */
function endTokens(): void {
  const { grants, clock } = world.simulator
  for (const token of grants.liveTokens(clock.now())) {
    if (token.kind === 'access' && token.account_uuid !== null) grants.kill(token.token)
  }
}

let before: number
beforeEach(() => {
  world.simulator.step(minutes(31))
  before = world.simulator.requests.totals().requests
  endTokens()
})
/** Number of tokens the game has refused since then. */
function countRefused(): number {
  const { list, totals } = world.simulator.requests
  return list(totals().requests - before).filter(({ status }) => status === 401).length
}

test('a list of tabs is read in the same round with a renewed token', async () => {
  await world.run(determineGuildStashAccess)
  const polls = await world.ctx.db.selectFrom('guild_stash_polls').selectAll().execute()
  expect(polls.map((poll) => poll.last_error)).toEqual(world.players.map(() => null))
  expect(polls.every(({ checked_at }) => (checked_at?.getTime() ?? 0) >= world.ctx.clock.now() - minutes(1))).toBe(true)
  expect(countRefused()).toBe(world.players.length)
})

test('characters are read in the same round with a renewed token', async () => {
  await world.ctx.db
    .updateTable('character_polls')
    .set({ list_due_at: new Date(0) })
    .execute()
  await world.run(fetchCharacterData)
  const polls = await world.ctx.db.selectFrom('character_polls').selectAll().execute()
  expect(polls.map((poll) => [poll.last_error, poll.failures_in_a_row])).toEqual(world.players.map(() => [null, 0]))
  expect(countRefused()).toBe(world.players.length)
})

test('a tab is opened by the same player, not by all others first', async () => {
  const later = new Date(world.ctx.clock.now() + minutes(60))
  await world.ctx.db.updateTable('guild_stash_polls').set({ due_at: later }).execute()
  await world.run(fetchGuildStashes, 2)
  const tabs = await world.ctx.db.selectFrom('guild_stash_tabs').selectAll().where('fetch_enabled', '=', true).execute()
  expect(tabs.length).toBeGreaterThan(0)
  expect(tabs.map((tab) => [tab.last_error, tab.failures_in_a_row])).toEqual(tabs.map(() => [null, 0]))
  expect(countRefused()).toBe(tabs.length)
})

test('a player who withdrew consent is informed and no longer polled', async () => {
  await world.ctx.db
    .updateTable('guild_stash_polls')
    .set({ due_at: new Date(0) })
    .execute()
  const [player] = world.players
  assert(player)
  world.simulator.grants.withdraw(DEFAULT_CLIENT_ID, world.simulator.world.findAccount(player.account_name)?.uuid ?? '')
  await world.run(determineGuildStashAccess)
  const poll = await world.ctx.db
    .selectFrom('guild_stash_polls')
    .selectAll()
    .where('user_id', '=', player.user_id)
    .executeTakeFirstOrThrow()
  expect(poll).toMatchObject({ last_error: expect.stringContaining('no longer valid'), failures_in_a_row: 1 })
})

test('the simulated game reports no violations', () => {
  expect(world.simulator.requests.totals().complaints).toEqual({})
})
