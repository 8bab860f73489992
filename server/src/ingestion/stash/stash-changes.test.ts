import type { PublicStashPage } from '@muster/contract/game-api'
import { beforeEach, describe, expect, test } from 'vitest'
import { evaluateRound } from '../../testing/evaluate-round.ts'
import { aPage, anOnlyEvent, aTab, anItem, createTestContext, type SmallEvent } from '../../testing/muster.ts'
import { pickStreamPage, storeStreamPages } from '../../testing/stream-page.ts'
import { createFreshItems, type FreshItems, hashKey } from './fresh-items.ts'
import { listSnapshots } from './observe-snapshots.ts'
import type { PickedPage } from './store-pages.ts'
import { useOpened } from '../../testing/use-server.ts'

const world = useOpened(createTestContext)
let event: SmallEvent
let page_number = 0

beforeEach(async () => {
  event = await anOnlyEvent(world.ctx)
})

const pack = (page: PublicStashPage, change_id: string) => pickStreamPage(world.ctx, event.event_id, page, change_id)
const store = (pages: readonly PickedPage[]) => storeStreamPages(world.ctx, event.event_id, pages)

async function receive(page: PublicStashPage, change_id = `page-${++page_number}`, fresh?: FreshItems): Promise<number> {
  const packed = await pack(page, change_id)
  for (const { items_hash, list } of packed.tabs) fresh?.set(hashKey(items_hash), list)
  return store([packed])
}

const evaluate = (limit?: number, fresh?: FreshItems) =>
  evaluateRound(world.ctx, event.event_id, { ...(limit !== undefined && { limit }), fresh })

const listFacts = () =>
  world.ctx.db
    .selectFrom('facts')
    .select(['objective_id', 'team_id', 'user_id', 'source', 'number', 'timestamp'])
    .where('event_id', '=', event.event_id)
    .orderBy('sequence')
    .execute()

const ours = (tab: Parameters<typeof aTab>[0] = {}) =>
  aTab({ accountName: 'player1#0001', league: event.name, items: [anItem({ stackSize: 3 })], ...tab })

describe('storing a page', () => {
  test('keeps only tabs of participants in the league of the event', async () => {
    const written = await receive(
      aPage([
        ours({ id: 'a' }),
        ours({ id: 'b', league: 'Standard' }),
        ours({ id: 'c', accountName: 'Stranger#0001' }),
        ours({ id: 'd', accountName: null }),
      ]),
    )
    expect(written).toBe(1)
    const stashes = await world.ctx.db.selectFrom('stashes').selectAll().where('event_id', '=', event.event_id).execute()
    expect(stashes.map((row) => [row.stash_id, row.user_id])).toEqual([['a', event.teams[0]?.players[0]?.user_id]])
  })

  test('a repeated page, or an unchanged tab in a later page, stores nothing', async () => {
    expect(await receive(aPage([ours()]), 'same')).toBe(1)
    expect(await receive(aPage([ours()]), 'same')).toBe(0)
    expect(await receive(aPage([ours()]))).toBe(0)
  })

  test('a tab that appears twice in a page has two snapshots, and its last content is valid', async () => {
    await event.add({ name: 'Chaos' }, [{ field: 'BASE_TYPE', operator: 'EQ', value: 'Chaos Orb' }])
    const page = aPage([ours({ items: [anItem({ stackSize: 3 })] }), ours({ items: [] }), ours({ id: 'other' })])
    expect(await receive(page, 'after a pause')).toBe(3)
    expect(await receive(page, 'after a pause')).toBe(0)
    await evaluate()
    expect((await listFacts()).filter((fact) => fact.source === 'stash:tab-1').map((fact) => fact.number)).toEqual([3, 0])
    const tab = await world.ctx.db
      .selectFrom('stashes')
      .innerJoin('stash_snapshots', 'stash_snapshots.id', 'latest_snapshot_id')
      .select('item_count')
      .where('stashes.event_id', '=', event.event_id)
      .where('stashes.stash_id', '=', 'tab-1')
      .executeTakeFirstOrThrow()
    expect(tab.item_count).toBe(0)
  })

  test('pages stored together have the same result as one after the other', async () => {
    const first = await pack(aPage([ours(), ours({ id: 'other' }), ours({ items: [] })]), 'first')
    await world.clock.advance(1000)
    const second = await pack(aPage([ours({ id: 'other' }), ours(), ours({ id: 'third' })]), 'second')
    const listStored = () =>
      world.ctx.db
        .selectFrom('stash_snapshots')
        .select(['stash_id', 'change_id', 'item_count', 'timestamp'])
        .where('event_id', '=', event.event_id)
        .orderBy('stash_id')
        .orderBy('id')
        .execute()
    expect(await store([first, second])).toBe(5)
    const stored = await listStored()
    expect(stored).toEqual([
      { stash_id: 'other', change_id: 'first', item_count: 1, timestamp: first.at },
      { stash_id: 'tab-1', change_id: 'first', item_count: 1, timestamp: first.at },
      { stash_id: 'tab-1', change_id: 'first#2', item_count: 0, timestamp: first.at },
      { stash_id: 'tab-1', change_id: 'second', item_count: 1, timestamp: second.at },
      { stash_id: 'third', change_id: 'second', item_count: 1, timestamp: second.at },
    ])
    // Numbered in stream order: snapshots of a later page have higher ids than snapshots of an earlier one.
    const inOrder = await world.ctx.db
      .selectFrom('stash_snapshots')
      .select('change_id')
      .where('event_id', '=', event.event_id)
      .orderBy('id')
      .execute()
    expect(inOrder.map(({ change_id }) => change_id)).toEqual(['first', 'first', 'first#2', 'second', 'second'])
    expect(await store([second])).toBe(0)
    await world.ctx.db.deleteFrom('stashes').where('event_id', '=', event.event_id).execute()
    await world.ctx.db.deleteFrom('stash_snapshots').where('event_id', '=', event.event_id).execute()
    expect((await store([first])) + (await store([second]))).toBe(5)
    expect(await listStored()).toEqual(stored)
  })

  test('a known tab stays with its owner after the account was renamed; a new tab of an unknown account is ignored', async () => {
    await receive(aPage([ours()]))
    const renamed = { accountName: 'Renamed#0042', items: [anItem({ stackSize: 9 })] }
    expect(await receive(aPage([ours(renamed), ours({ ...renamed, id: 'of-a-stranger' })]))).toBe(1)
  })

  test('a known tab that is no longer listed makes an empty snapshot, an unknown one none', async () => {
    await receive(aPage([ours()]))
    const gone = { public: false, accountName: null, league: null, items: [] }
    expect(await receive(aPage([aTab({ id: 'tab-1', ...gone }), aTab({ id: 'unknown', ...gone })]))).toBe(1)
    expect(await receive(aPage([aTab({ id: 'tab-1', ...gone })]))).toBe(0)
  })
})

describe('evaluating snapshots', () => {
  test('records the sum of matching items in a tab, with the time of the snapshot', async () => {
    const objective_id = await event.add({ name: 'Chaos' }, [{ field: 'BASE_TYPE', operator: 'EQ', value: 'Chaos Orb' }])
    const at = world.clock.now()
    await receive(
      aPage([
        ours({
          items: [anItem({ stackSize: 3 }), anItem({ stackSize: 4 }), anItem({ baseType: 'Vaal Orb', typeLine: 'Vaal Orb' })],
        }),
      ]),
    )
    await world.clock.advance(60_000)
    await evaluate()
    expect(await listFacts()).toEqual([
      {
        objective_id,
        team_id: event.teams[0]?.id,
        user_id: event.teams[0]?.players[0]?.user_id,
        source: 'stash:tab-1',
        number: 7,
        timestamp: new Date(at),
      },
    ])
  })

  test('a tab that no longer shows matching items records 0 once, and a number when they are back', async () => {
    await event.add({ name: 'Chaos' }, [{ field: 'BASE_TYPE', operator: 'EQ', value: 'Chaos Orb' }])
    await receive(aPage([ours()]))
    await receive(aPage([ours({ items: [] })]))
    await receive(aPage([ours({ items: [anItem({ baseType: 'Vaal Orb', typeLine: 'Vaal Orb' })] })]))
    await receive(aPage([ours({ items: [anItem({ stackSize: 2 })] })]))
    await evaluate()
    expect((await listFacts()).map((fact) => fact.number)).toEqual([3, 0, 2])
  })

  test('recently stored items are not decompressed, once, and give the same facts', async () => {
    await event.add({ name: 'Chaos' }, [{ field: 'BASE_TYPE', operator: 'EQ', value: 'Chaos Orb' }])
    const fresh = createFreshItems()
    const chaos = (stackSize: number) => [anItem({ stackSize })]
    // Two tabs with the same content, and one stored by another process.
    await receive(aPage([ours({ items: chaos(4) }), ours({ id: 'tab-2', items: chaos(4) })]), 'at hand', fresh)
    const spoilt = { items: Buffer.from('not packed') }
    await world.ctx.db.updateTable('stash_snapshots').set(spoilt).where('event_id', '=', event.event_id).execute()
    await receive(aPage([ours({ id: 'tab-3', items: chaos(9) })]))
    await evaluate(100, fresh)
    expect((await listFacts()).map(({ source, number }) => [source, number])).toEqual([
      ['stash:tab-1', 4],
      ['stash:tab-2', 4],
      ['stash:tab-3', 9],
    ])
    expect([...fresh.entries()]).toEqual([])
    await receive(aPage([ours({ id: 'tab-4', items: chaos(4) })]))
    await evaluate(100, fresh)
    expect((await listFacts()).at(-1)).toMatchObject({ source: 'stash:tab-4', number: 4 })
  })

  test('recently stored items that are forgotten during the query are still found', async () => {
    const fresh = createFreshItems()
    await receive(aPage([ours({ items: [anItem({ stackSize: 4 })] })]), 'at hand', fresh)
    const found = listSnapshots(world.ctx.db, event.event_id, { after: 0, upTo: Number.MAX_SAFE_INTEGER }, 100, fresh)
    fresh.clear()
    expect((await found).map(({ items }) => items.length)).toEqual([1])
  })

  test('the facts do not depend on the number of snapshots in a batch', async () => {
    await event.add({ name: 'Chaos' }, [{ field: 'BASE_TYPE', operator: 'EQ', value: 'Chaos Orb' }])
    for (const stackSize of [1, 2, 2, 5])
      await receive(
        aPage([
          ours({ items: stackSize === 2 ? [anItem({ stackSize }), anItem({ baseType: 'Jewel' })] : [anItem({ stackSize })] }),
        ]),
      )
    while ((await evaluate(1)).snapshots > 0);
    expect((await listFacts()).map((fact) => fact.number)).toEqual([1, 2, 5])
    expect(await evaluate()).toMatchObject({ snapshots: 0, facts: 0, oldest_at: null })
  })

  test('the time of the snapshot decides whether a window is open, not the time of evaluation', async () => {
    const closes = new Date(world.clock.now() + 30_000)
    await event.add({ name: 'Daily', valid_to: closes }, [{ field: 'BASE_TYPE', operator: 'EQ', value: 'Chaos Orb' }])
    await receive(aPage([ours()]))
    await world.clock.advance(120_000)
    await receive(aPage([ours({ items: [anItem({ stackSize: 9 })] })]))
    await receive(aPage([ours({ items: [] })]))
    await evaluate()
    expect((await listFacts()).map((fact) => fact.number)).toEqual([3])
  })

  test('D-60: malformed items match nothing and do not stop the evaluation', async () => {
    await event.add({ name: 'Chaos' }, [{ field: 'BASE_TYPE', operator: 'EQ', value: 'Chaos Orb' }])
    await receive(
      aPage([ours({ items: [{}, { baseType: null, properties: 'x', sockets: {}, explicitMods: [null, 3] }, anItem()] })]),
    )
    await evaluate()
    expect((await listFacts()).map((fact) => fact.number)).toEqual([1])
  })

  test('a tab whose owner changed teams stops counting for the old team and counts for the new one', async () => {
    await event.add({ name: 'Chaos' }, [{ field: 'BASE_TYPE', operator: 'EQ', value: 'Chaos Orb' }])
    await receive(aPage([ours()]))
    await evaluate()
    const [old, fresh] = event.teams
    await world.ctx.db
      .updateTable('team_users')
      .set({ team_id: fresh?.id })
      .where('user_id', '=', old?.players[0]?.user_id ?? (0 as never))
      .execute()
    await receive(aPage([ours()]))
    await evaluate()
    expect((await listFacts()).map(({ team_id, number }) => ({ team_id, number }))).toEqual([
      { team_id: old?.id, number: 3 },
      { team_id: old?.id, number: 0 },
      { team_id: fresh?.id, number: 3 },
    ])
  })

  test("a difference starts from the tab's content before its window, even if that has been removed", async () => {
    const [from, to] = [new Date(world.clock.now() + 600_000), new Date(world.clock.now() + 1_200_000)]
    await event.add({ name: 'Gain', aggregation: 'DIFFERENCE_BETWEEN', valid_from: from, valid_to: to }, [
      { field: 'BASE_TYPE', operator: 'EQ', value: 'Chaos Orb' },
    ])
    await receive(aPage([ours()]))
    await receive(aPage([ours({ items: [] })]))
    await evaluate()
    expect((await listFacts()).map((fact) => fact.number)).toEqual([3, 0])
  })
})
