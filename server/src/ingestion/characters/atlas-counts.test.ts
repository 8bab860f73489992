import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getEvent } from '../../testing/events.ts'
import { anOnlyEvent, createTestContext, type SmallEvent } from '../../testing/muster.ts'
import { type CharacterReport, loadCharacters, recordCharacters } from './characters.ts'
import { loadStates } from './observe-readings.ts'

// Rules read how many nodes the largest atlas tree has, so that is all that a reading keeps of an atlas.

let world: Awaited<ReturnType<typeof createTestContext>>
let event: SmallEvent
beforeAll(async () => {
  world = await createTestContext()
})
afterAll(() => world.close())
beforeEach(async () => {
  event = await anOnlyEvent(world.ctx)
  await storeTreesUntil('-infinity')
})

const storeTreesUntil = (when: string) => sql`update snapshot_deltas set stored_from = ${when}::timestamptz`.execute(world.ctx.db)

const tree = (nodes: number) => ({ hashes: Array.from({ length: nodes }, (_, node) => node) })

function record(update: Partial<CharacterReport['update']>) {
  const user_id = event.teams[0]?.players[0]?.user_id ?? (0 as never)
  const told = { id: 'a', name: 'Anna', level: 90, experience: 5, ascendancy: 'Elementalist', ...update }
  const report: CharacterReport = { user_id, update: told, source: update.atlas_trees ? 'atlas' : 'detail', at: new Date(0) }
  return world.ctx.db.transact(async (tx) => {
    const known = await loadCharacters(tx, event.event_id, [report])
    return recordCharacters(tx, await getEvent(world.ctx.db, event.event_id), [report], known)
  })
}

const listReadings = () =>
  world.ctx.db
    .selectFrom('character_readings')
    .select(['id', 'level', 'atlas_node_count', 'atlas_trees'])
    .where('event_id', '=', event.event_id)
    .orderBy('id')
    .execute()

test('a reading keeps the nodes of the largest tree as a number, and so do those after it', async () => {
  await record({})
  await record({ atlas_trees: [tree(12), tree(41)] })
  await record({ level: 91 })
  expect(await listReadings()).toMatchObject([
    { level: 90, atlas_node_count: 0, atlas_trees: [] },
    { level: 90, atlas_node_count: 41, atlas_trees: [] },
    { level: 91, atlas_node_count: 41, atlas_trees: [] },
  ])
})

test('other trees with as many nodes say nothing new', async () => {
  await record({ atlas_trees: [tree(41)] })
  await record({ atlas_trees: [tree(3), { hashes: tree(42).hashes.slice(1) }] })
  expect(await listReadings()).toHaveLength(1)
  await record({ atlas_trees: [tree(42)] })
  expect(await listReadings()).toHaveLength(2)
})

test('what a program of before has stored is counted from its trees', async () => {
  await record({})
  await world.ctx.db
    .updateTable('character_readings')
    .set({ atlas_node_count: null, atlas_trees: JSON.stringify([tree(3), { hashes: [1, 2, 3, 4, 4, 5] }]) })
    .execute()
  const [reading] = await listReadings()
  const states = await loadStates(world.ctx.db, [reading?.id ?? 0])
  expect([...states.values()]).toMatchObject([{ level: 90, atlas_node_count: 5 }])
})

test('until the day is over in which the version before may come back, readings have all trees as well', async () => {
  await storeTreesUntil('infinity')
  await record({ atlas_trees: [tree(2), tree(3)] })
  await record({ level: 91 })
  const trees = [tree(2), tree(3)]
  expect(await listReadings()).toMatchObject([
    { level: 90, atlas_node_count: 3, atlas_trees: trees },
    { level: 91, atlas_node_count: 3, atlas_trees: trees },
  ])
  await storeTreesUntil('-infinity')
  await record({ level: 92 })
  expect((await listReadings()).at(-1)).toMatchObject({ level: 92, atlas_node_count: 3, atlas_trees: [] })
})
