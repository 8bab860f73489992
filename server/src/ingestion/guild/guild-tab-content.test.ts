import { hash } from 'node:crypto'
import type { GameItem, StashTabOfGame } from '@muster/contract/game-api'
import { beforeEach, expect, test } from 'vitest'
import { aGuildTab, testNow } from '../../testing/builders.ts'
import { aSmallEvent, anItem, createTestContext, type SmallEvent } from '../../testing/muster.ts'
import { unpackText } from '../stash/stored-items.ts'
import { insertSnapshots, storeTabContents } from './guild-tab-content.ts'
import { useOpened } from '../../testing/use-server.ts'

const world = useOpened(createTestContext)
let event: SmallEvent
const id = 'a1b2c3d4e5'

beforeEach(async () => {
  const { db } = world.ctx
  await db.deleteFrom('events').execute()
  await db.deleteFrom('accounts').execute()
  event = await aSmallEvent(world.ctx)
  const [team] = event.teams
  if (!team) throw new Error('a team was made')
  await aGuildTab(db, { id: team.id, event_id: event.event_id }, { id, name: 'drops' })
})

const store = (minute: number, items: readonly object[], sent: Partial<StashTabOfGame> = {}, own_name: string | null = null) =>
  world.ctx.db.transact(async (tx) => {
    const content = { id, name: 'drops', type: 'QuadStash', items: items as never, ...sent }
    const at = new Date(testNow + minute * 60_000)
    const due_at = new Date(testNow + (minute + 1) * 60_000)
    const snapshots = await storeTabContents(tx, event.event_id, [{ id, content, own_name, at, due_at }])
    insertSnapshots(tx, event.event_id, snapshots)
  })
const counts = async () =>
  (await world.ctx.db.selectFrom('stash_snapshots').select('item_count').orderBy('id').execute()).map((row) => row.item_count)
const tab = () => world.ctx.db.selectFrom('guild_stash_tabs').selectAll().executeTakeFirstOrThrow()

test('an item that moves within the tab is shown at its new position, and is not a change', async () => {
  await store(0, [anItem({ x: 0 })])
  const before = await tab()
  await store(1, [anItem({ x: 7, veiledMods: ['Suffix03'] })])
  const after = await tab()
  expect(await counts()).toEqual([1])
  expect(after.content).not.toEqual(before.content)
  expect(after.fetched_at).toEqual(new Date(testNow + 60_000))
  await store(2, [anItem({ x: 7, stackSize: 2 })])
  expect(await counts()).toEqual([1, 1])
})

/** An item of realistic size. */
const drop = (number: number, of: GameItem = {}) =>
  anItem({ id: hash('sha512', `drop ${number}`), explicitMods: [`affix ${number}`], ...of })
const drops = (count: number) => Array.from({ length: count }, (_, number) => drop(number))

test('in a full tab, only differences visible to conditions are changes, anywhere and any number of times', async () => {
  await store(0, drops(40))
  await store(
    1,
    drops(40).map((item, x) => ({ ...item, x })),
  )
  await store(2, drops(40).toReversed())
  expect(await counts()).toEqual([40])
  await store(3, [...drops(39), drop(39, { stackSize: 2 })])
  await store(4, [drop(39, { stackSize: 2 }), ...drops(39)])
  await store(5, [drop(39, { stackSize: 2 }), ...drops(38), drop(37)])
  await store(6, [drop(39, { stackSize: 2 }), ...drops(38), drop(36)])
  await store(7, drops(40))
  expect(await counts()).toEqual([40, 40, 40, 40, 40])
})

test('members see a tab as the game showed it, without the parts of a collection', async () => {
  const read = async () => JSON.parse(unpackText((await tab()).content ?? Buffer.alloc(0))) as unknown
  const sent = { id, name: '"items":[] ✦', type: 'QuadStash', metadata: { items: 1, colour: 'ff' } }
  await store(0, drops(2), { ...sent, children: [{ id: 'part', name: '1', type: 'UniqueStash' }] })
  expect(await read()).toEqual({ ...sent, items: drops(2) })
  await world.ctx.db.updateTable('guild_stash_tabs').set({ item_count: 0 }).execute()
  await store(1, [], { ...sent, items: undefined })
  expect(await read()).toEqual(sent)
})

test('an empty new tab makes no snapshot; a tab that became empty makes one after the second fetch', async () => {
  await store(0, [])
  expect(await counts()).toEqual([])
  await store(1, [anItem()])
  await store(2, [])
  expect([await counts(), await tab()]).toMatchObject([[1], { is_empty_unconfirmed: true, item_count: 1 }])
  await store(3, [])
  expect([await counts(), await tab()]).toMatchObject([[1, 0], { is_empty_unconfirmed: false, item_count: 0 }])
})

test('fetching the same content twice stores it once', async () => {
  await store(0, [anItem()])
  await world.ctx.db.updateTable('guild_stash_tabs').set({ content_hash: null }).execute()
  await store(0, [anItem()])
  expect(await counts()).toEqual([1])
})

test('appearance follows the game, except for names set by Muster, and colours get their zeros back', async () => {
  await store(0, [], { name: 'maps ✦', type: 'PremiumStash', index: 9, metadata: { colour: 'ff' } })
  expect(await tab()).toMatchObject({ name: 'maps ✦', type: 'PremiumStash', index: 9, color: '0000ff' })
  await store(1, [], { name: '1', metadata: { colour: 'no colour' } }, 'Ring')
  expect(await tab()).toMatchObject({ name: 'Ring', color: '0000ff' })
})

test('tabs that are stored together stay separate', async () => {
  const { db } = world.ctx
  const [team] = event.teams
  if (!team) throw new Error('a team was made')
  await aGuildTab(db, { id: team.id, event_id: event.event_id }, { id: 'ffffffffff', name: 'maps' })
  const [at, due_at] = [new Date(testNow), new Date(testNow + 60_000)]
  const look = (of: string, items: readonly object[]) => ({
    id: of,
    content: { id: of, name: `${of} ✦ "quoted" \\ {`, type: 'QuadStash', items: items as never },
    own_name: null,
    at,
    due_at,
  })
  const looks = [look('ffffffffff', [anItem()]), look('0000000000', [anItem()]), look(id, [])]
  const snapshots = await db.transact((tx) => storeTabContents(tx, event.event_id, looks))
  expect(snapshots.map(({ stash_id, item_count }) => [stash_id, item_count])).toEqual([['ffffffffff', 1]])
  const rows = await db.selectFrom('guild_stash_tabs').selectAll().orderBy('id').execute()
  const contents = rows.map((row) => JSON.parse(unpackText(row.content ?? Buffer.alloc(0))) as { id: string })
  expect(rows.map((row, place) => [row.id, row.name, row.item_count, contents[place]?.id])).toEqual([
    [id, looks[2]?.content.name, 0, id],
    ['ffffffffff', looks[0]?.content.name, 1, 'ffffffffff'],
  ])
})

test('a tab deleted in the meantime is skipped', async () => {
  await world.ctx.db.deleteFrom('guild_stash_tabs').execute()
  await store(0, [anItem()])
  expect(await counts()).toEqual([])
})
