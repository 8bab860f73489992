import { hash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import type { GameItem } from '@muster/contract/game-api'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { evaluateRound } from '../../testing/evaluate-round.ts'
import { aPage, anOnlyEvent, aTab, anItem, createTestContext, type SmallEvent } from '../../testing/muster.ts'
import { packStreamPage, storeStreamPages } from '../../testing/stream-page.ts'
import { createFreshItems, type FreshItems } from './fresh-items.ts'
import { createMatchedItems } from './matched-items.ts'
import { packSnapshots } from './pack-items.ts'
import { createSnapshotBases, type SnapshotBases } from './snapshot-bases.ts'
import { unpackItems } from './stored-items.ts'
import { hashItems, writeItems } from './written-items.ts'

// What becomes of a tab that is seen again and again, when only deltas are stored.

let world: Awaited<ReturnType<typeof createTestContext>>
let event: SmallEvent
let bases: SnapshotBases
let fresh: FreshItems
let page_number = 0

beforeAll(async () => {
  world = await createTestContext()
})
afterAll(() => world.close())
beforeEach(async () => {
  event = await anOnlyEvent(world.ctx)
  bases = createSnapshotBases()
  fresh = createFreshItems()
})

/** As large and as different from others as one of the game; `orbs` says which of them are Chaos Orbs, and how many each is. */
const drop = (number: number, orbs = 0): GameItem => ({
  ...anItem({ typeLine: orbs > 0 ? 'Chaos Orb' : 'Jewel', baseType: orbs > 0 ? 'Chaos Orb' : 'Jewel' }),
  id: hash('sha256', `drop ${number}`),
  ...(orbs > 0 && { stackSize: orbs }),
  explicitMods: [hash('sha512', `affix ${number}`)],
})
const drops = (count: number, from = 0) => Array.from({ length: count }, (_, place) => drop(from + place))

interface Sight {
  readonly items: readonly GameItem[]
  readonly id?: string
  readonly change_id?: string
  readonly accountName?: string
}

async function see({ items, id = 'tab', change_id = `page-${++page_number}`, accountName = 'player1#0001' }: Sight) {
  await world.clock.advance(60_000)
  const page = aPage([aTab({ id, accountName, league: event.name, items: [...items] })])
  const packed = await packStreamPage(world.ctx, event.event_id, page, change_id, bases)
  for (const { items_hash, list, overlap } of packed.tabs) fresh.keep(items_hash, list, overlap)
  return storeStreamPages(world.ctx, event.event_id, [packed], bases)
}

const listStored = async () => {
  const { rows } = await sql<{ id: number; items: Buffer; items_hash: Buffer; base_id: number | null; base: Buffer | null }>`
    select stored.id, stored.items, stored.items_hash, stored.base_id, base.items as base
    from stash_snapshots stored left join stash_snapshots base on base.id = stored.base_id
    where stored.event_id = ${event.event_id} order by stored.id`.execute(world.ctx.db)
  return rows
}
/** Against which snapshot each is a delta; null for a full one. */
const listBases = async () => {
  const stored = await listStored()
  return stored.map(({ base_id }) => (base_id === null ? null : stored.findIndex(({ id }) => id === base_id)))
}

const evaluate = () => evaluateRound(world.ctx, event.event_id)

const listNumbers = async () => {
  const rows = await world.ctx.db
    .selectFrom('facts')
    .select(['source', 'number'])
    .where('event_id', '=', event.event_id)
    .orderBy('sequence')
    .execute()
  return rows.map(({ source, number }) => `${source} ${number}`)
}

/** An evening of a tab: it fills up, something is used, and two tabs are opened beside it. */
const evening: readonly Sight[] = [
  { items: drops(40) },
  { items: [...drops(40), drop(100, 3)] },
  { items: [drop(101, 2), ...drops(20), ...drops(19, 21), drop(100, 3)] },
  { id: 'other', items: drops(30, 200) },
  { items: [drop(101, 1), ...drops(20), ...drops(19, 21), drop(100, 3)] },
  { id: 'other', items: [...drops(30, 200), drop(300, 5)] },
  { items: drops(39) },
  { items: [] },
  { items: [...drops(39), drop(100, 9)] },
]

describe('a tab of which little has changed', () => {
  test('is stored as a delta against its last full snapshot, and read as it was', async () => {
    for (const sight of evening) await see(sight)
    expect(await listBases()).toEqual([null, 0, 0, null, 0, 3, 0, null, 0])
    for (const [place, { items, items_hash, base }] of (await listStored()).entries()) {
      const shown = evening[place]?.items ?? []
      expect(JSON.stringify(unpackItems({ items, base }))).toBe(JSON.stringify(shown))
      expect(items_hash).toEqual(hashItems(writeItems(shown, undefined).fingerprints))
      if (base !== null) expect(items.length * 2).toBeLessThan(base.length)
    }
  })

  test.each([
    ['from the database', undefined],
    ['from memory, with what was found before', createMatchedItems()],
  ])('leads to the facts that full snapshots lead to, at once %s and when all is matched again', async (_, matched) => {
    const wants = [{ field: 'BASE_TYPE', operator: 'EQ', value: 'Chaos Orb' }] as const
    await event.add({ name: 'Chaos' }, [...wants])
    for (const sight of evening) await see(sight)
    await evaluateRound(world.ctx, event.event_id, matched && { fresh, matched })
    const told = ['stash:tab 3', 'stash:tab 5', 'stash:tab 4', 'stash:other 5', 'stash:tab 0', 'stash:tab 9']
    expect(await listNumbers()).toEqual(told)
    await event.add({ name: 'Chaos, once more' }, [...wants])
    await evaluate()
    expect((await listNumbers()).slice(told.length)).toEqual(told)
  })

  test('the same page again stores nothing', async () => {
    const again = { items: drops(41), change_id: 'again' }
    await see({ items: drops(40) })
    expect([await see(again), await see(again)]).toEqual([1, 0])
  })

  test('a program that knows nothing of it cannot take it for a list of items', async () => {
    for (const { items } of evening.slice(0, 2)) await see({ items })
    const [, delta] = await listStored()
    expect(() => gunzipSync(delta?.items ?? Buffer.alloc(0))).toThrow('incorrect header check')
  })
})

describe('a full snapshot is stored again', () => {
  test('of what is small, and where most is new', async () => {
    for (const items of [drops(3), drops(4), drops(40, 10), drops(40, 35), drops(41, 35)]) await see({ items })
    expect(await listBases()).toEqual([null, null, null, null, 3])
  })

  test('once all deltas against one need as much as it does', async () => {
    for (let step = 0; step < 16; step++) await see({ items: [...drops(40), ...drops(step, 100)] })
    const full = (await listBases()).flatMap((base, place) => (base === null ? [place] : []))
    expect(full).toHaveLength(2)
    expect(full[1]).toBeGreaterThan(4)
  })

  test('for another team: a delta is never against what was another’s', async () => {
    await see({ items: drops(40) })
    const [from, to] = event.teams
    await world.ctx.db
      .updateTable('team_users')
      .set({ team_id: to?.id })
      .where('user_id', '=', from?.players[0]?.user_id ?? (0 as never))
      .execute()
    await see({ items: drops(41) })
    await see({ items: drops(42) })
    expect(await listBases()).toEqual([null, null, 1])
  })

  test('by a process that has stored none', async () => {
    await see({ items: drops(40) })
    bases = createSnapshotBases()
    await see({ items: drops(41) })
    await see({ items: drops(42) })
    expect(await listBases()).toEqual([null, null, 1])
  })

  test('where the last one is not in the database: its transaction failed, or the database was put back', async () => {
    await see({ items: drops(40) })
    await world.ctx.db.deleteFrom('stash_snapshots').where('event_id', '=', event.event_id).execute()
    await see({ items: drops(41) })
    await see({ items: drops(42) })
    expect(await listBases()).toEqual([null, 0])
  })
})

describe('after an upgrade', () => {
  test('a tab that shows what it showed to the version before, which hashed it as a whole, has not changed', async () => {
    const items = drops(3)
    await see({ items })
    const items_hash = hash('sha256', JSON.stringify(items), 'buffer')
    await world.ctx.db.updateTable('stash_snapshots').set({ items_hash }).where('event_id', '=', event.event_id).execute()
    expect([await see({ items }), await see({ items: drops(4) })]).toEqual([0, 1])
  })

  const storeFrom = (when: string) => sql`update snapshot_deltas set stored_from = ${when}::timestamptz`.execute(world.ctx.db)
  afterEach(() => storeFrom('-infinity'))

  test('all snapshots are full until the day is over in which the version before may come back', async () => {
    await storeFrom('infinity')
    for (const count of [40, 41, 42]) await see({ items: drops(count) })
    expect(await listBases()).toEqual([null, null, null])
    await storeFrom('-infinity')
    // Asked again some minutes later; a process that begins now asks at once.
    bases = createSnapshotBases()
    for (const count of [43, 44]) await see({ items: drops(count) })
    expect(await listBases()).toEqual([null, null, null, null, 3])
  })
})

test('snapshots that are packed together are deltas each against its own base', async () => {
  const { event_id, teams } = event
  const team_id = teams[0]?.id ?? (0 as never)
  const shown = (kind: string, change_id: string, list: GameItem[]) => {
    return { event_id, kind, stash_id: 'a', team_id, user_id: null, change_id, list }
  }
  const store = (minute: number, worn: GameItem[], carried: GameItem[]) =>
    world.ctx.db.transact(async (tx) => {
      const all = [shown('worn', `worn-${minute}`, worn), shown('carried', `carried-${minute}`, carried)]
      const packed = await packSnapshots(tx, event_id, all, bases)
      const rows = all.map(({ list, ...one }, place) => {
        const { items = Buffer.alloc(0), items_hash = Buffer.alloc(0), base_id = null } = packed[place] ?? {}
        return { ...one, kind: one.kind as 'worn', timestamp: new Date(), item_count: list.length, items, items_hash, base_id }
      })
      await tx.insertInto('stash_snapshots').values(rows).execute()
    })
  await store(1, drops(20), drops(20, 50))
  await store(2, drops(21), drops(20, 50))
  await store(3, drops(3), drops(21, 50))
  expect(await listBases()).toEqual([null, null, 0, 1, null, 1])
  const lists = (await listStored()).map((stored) => unpackItems(stored).length)
  expect(lists).toEqual([20, 20, 21, 20, 3, 21])
})
