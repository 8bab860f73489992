import { hash } from 'node:crypto'
import type { GameItem } from '@muster/contract/game-api'
import { beforeEach, expect, test } from 'vitest'
import { evaluateRound } from '../../testing/evaluate-round.ts'
import { aPage, anOnlyEvent, aTab, anItem, createTestContext, type SmallEvent } from '../../testing/muster.ts'
import { pickStreamPage, storeStreamPages } from '../../testing/stream-page.ts'
import { baseItems, packSnapshots } from './pack-snapshots.ts'
import { unpackItems, writeItems } from './stored-items.ts'
import { insertRows } from '../../testing/builders.ts'
import { useOpened } from '../../testing/use-server.ts'

const world = useOpened(createTestContext)
let event: SmallEvent
let page_number = 0

beforeEach(async () => {
  event = await anOnlyEvent(world.ctx)
})

/** An item with the size and variety of a real one; with `orbs`, a stack of Chaos Orbs. */
const drop = (number: number, orbs = 0): GameItem => ({
  ...anItem({ typeLine: orbs > 0 ? 'Chaos Orb' : 'Jewel', baseType: orbs > 0 ? 'Chaos Orb' : 'Jewel' }),
  id: hash('sha256', `drop ${number}`),
  ...(orbs > 0 && { stackSize: orbs }),
  explicitMods: [hash('sha512', `affix ${number}`)],
})
const drops = (count: number, from = 0) => Array.from({ length: count }, (_, place) => drop(from + place))

interface Sight {
  readonly id?: string
  readonly items: readonly GameItem[]
}

async function see({ items, id = 'tab' }: Sight) {
  await world.clock.advance(60_000)
  const page = aPage([aTab({ id, accountName: 'player1#0001', league: event.name, items: [...items] })])
  await storeStreamPages(world.ctx, event.event_id, [
    await pickStreamPage(world.ctx, event.event_id, page, `page-${++page_number}`),
  ])
}

const listStored = () =>
  world.ctx.db
    .selectFrom('stash_snapshots')
    .select(['id', 'items', 'base_id', baseItems.as('base')])
    .where('event_id', '=', event.event_id)
    .orderBy('id')
    .execute()
/** The index of each snapshot's base; null for a whole snapshot. */
const listBases = async () => {
  const stored = await listStored()
  return stored.map(({ base_id }) => (base_id === null ? null : stored.findIndex(({ id }) => id === base_id)))
}
const listNumbers = async () => {
  const rows = await world.ctx.db
    .selectFrom('facts')
    .select(['source', 'number'])
    .where('event_id', '=', event.event_id)
    .orderBy('sequence')
    .execute()
  return rows.map(({ source, number }) => `${source} ${number}`)
}

/** A tab fills up, items are used, another tab is opened, and in the end most of the tab is new. */
const evening: readonly Sight[] = [
  { items: drops(40) },
  { items: [...drops(40), drop(100, 3)] },
  { items: [drop(101, 2), ...drops(20), ...drops(19, 21), drop(100, 3)] },
  { id: 'other', items: drops(30, 200) },
  { items: [drop(101, 1), ...drops(20), ...drops(19, 21), drop(100, 3)] },
  { id: 'other', items: [...drops(30, 200), drop(300, 5)] },
  { items: [] },
  { items: [...drops(39), drop(100, 9)] },
  { items: [...drops(10), ...drops(30, 400), drop(100, 8)] },
  { items: [...drops(10), ...drops(31, 400), drop(100, 8)] },
]

test('snapshots of a tab use its newest whole snapshot as the base and come back unchanged', async () => {
  for (const sight of evening) await see(sight)
  expect(await listBases()).toEqual([null, 0, 0, null, 0, 3, 0, 0, null, 8])
  const stored = await listStored()
  expect(stored.map((one) => JSON.stringify(unpackItems(one)))).toEqual(evening.map(({ items }) => JSON.stringify(items)))
})

test('snapshots with a base lead to the same facts in a first evaluation and in a re-evaluation', async () => {
  const wants = [{ field: 'BASE_TYPE', operator: 'EQ', value: 'Chaos Orb' }] as const
  await event.add({ name: 'Chaos' }, [...wants])
  for (const sight of evening) await see(sight)
  await evaluateRound(world.ctx, event.event_id)
  const told = ['tab 3', 'tab 5', 'tab 4', 'other 5', 'tab 0', 'tab 9', 'tab 8'].map((one) => `stash:${one}`)
  expect(await listNumbers()).toEqual(told)
  await event.add({ name: 'Chaos, once more' }, [...wants])
  await evaluateRound(world.ctx, event.event_id)
  expect((await listNumbers()).slice(told.length)).toEqual(told)
})

test('equipment and inventory of a character have separate bases', async () => {
  const { event_id, teams } = event
  const team_id = teams[0]?.id ?? (0 as never)
  const store = (minute: number, worn: GameItem[], carried: GameItem[]) =>
    world.ctx.db.transact(async (tx) => {
      const shown = [
        { kind: 'worn' as const, stash_id: 'a', ...writeItems(worn) },
        { kind: 'carried' as const, stash_id: 'a', ...writeItems(carried) },
      ]
      const packed = await packSnapshots(tx, event_id, shown)
      for (const [place, { kind, list }] of shown.entries()) {
        const of = { event_id, stash_id: 'a', kind, change_id: `${kind}-${minute}`, team_id, timestamp: new Date() }
        const stored = packed[place] ?? expect.fail('not packed')
        await insertRows(tx, 'stash_snapshots', { ...of, item_count: list.length, ...stored })
      }
    })
  await store(1, drops(20), drops(20, 50))
  await store(2, drops(21), drops(20, 50))
  await store(3, drops(20, 90), drops(21, 50))
  expect(await listBases()).toEqual([null, null, 0, 1, null, 1])
  expect((await listStored()).map((stored) => unpackItems(stored).length)).toEqual([20, 20, 21, 20, 20, 21])
})
