import { assert, beforeAll, expect, test } from 'vitest'
import { startSimulatedEvent } from '../testing/simulated-event.ts'
import { determineGuildStashAccess } from './determine-guild-stash-access.ts'
import { fetchGuildStashes } from './fetch-guild-stashes.ts'
import { useOpened } from '../testing/use-server.ts'

const world = useOpened(() => startSimulatedEvent({ hours: 1 }))
beforeAll(async () => {
  for (const { account_name: account } of world.players) world.simulator.inject({ kind: 'guild_rank', account, rank: 'leader' })
  await world.run(determineGuildStashAccess)
})

test('a priority tab is fetched several times while another tab is fetched once', async () => {
  const { db } = world.ctx
  const tabs = await db
    .selectFrom('guild_stash_tabs')
    .select('id')
    .where('parent_id', 'is', null)
    .where('type', 'in', ['QuadStash', 'PremiumStash'])
    .where('team_id', '=', world.players[0]?.team_id ?? (0 as never))
    .orderBy('id')
    .execute()
  const [fast, slow] = tabs
  assert(fast && slow)
  await db.updateTable('guild_stash_tabs').set({ fetch_enabled: true }).where('id', 'in', [fast.id, slow.id]).execute()
  await db.updateTable('guild_stash_tabs').set({ is_priority: true }).where('id', '=', fast.id).execute()
  const count = (id: string) =>
    world.simulator.requests.list(500).filter(({ path, status }) => path.includes(id) && status === 200).length
  await world.run(fetchGuildStashes, 2)
  const before = { fast: count(fast.id), slow: count(slow.id) }
  expect(before).toEqual({ fast: 1, slow: 1 })
  for (let round = 0; round < 5; round++) {
    world.simulator.step(10_000)
    await world.run(fetchGuildStashes)
  }
  // 50 seconds: at 20 and 40 seconds, and not yet after a minute.
  expect({ fast: count(fast.id), slow: count(slow.id) }).toEqual({ fast: 3, slow: 1 })
})

test('an interval of the event takes effect with the next round, without a restart of the job', async () => {
  const { db } = world.ctx
  const event = await db.selectFrom('events').select('id').executeTakeFirstOrThrow()
  await db.updateTable('events').set({ read_priority_tab_seconds: 300 }).where('id', '=', event.id).execute()
  await db
    .updateTable('guild_stash_tabs')
    .set({ due_at: new Date(0) })
    .where('is_priority', '=', true)
    .execute()
  await world.run(fetchGuildStashes)
  const { due_at, fetched_at } = await db
    .selectFrom('guild_stash_tabs')
    .select(['due_at', 'fetched_at'])
    .where('is_priority', '=', true)
    .executeTakeFirstOrThrow()
  expect(due_at.getTime() - (fetched_at?.getTime() ?? 0)).toBe(300_000)
})
