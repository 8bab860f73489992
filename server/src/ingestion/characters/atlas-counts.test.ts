import { beforeEach, expect, test } from 'vitest'
import { getEvent } from '../../testing/events.ts'
import { anOnlyEvent, createTestContext, type SmallEvent } from '../../testing/muster.ts'
import { type CharacterReport, loadCharacters, recordCharacters } from './characters.ts'
import { useOpened } from '../../testing/use-server.ts'

// Rules use the number of nodes in the largest atlas tree, so a reading stores only that number.

const world = useOpened(createTestContext)
let event: SmallEvent
beforeEach(async () => {
  event = await anOnlyEvent(world.ctx)
})

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
    .select(['id', 'level', 'atlas_node_count'])
    .where('event_id', '=', event.event_id)
    .orderBy('id')
    .execute()

test('a reading stores the size of the largest tree, and so do later readings', async () => {
  await record({})
  await record({ atlas_trees: [tree(12), tree(41)] })
  await record({ level: 91 })
  expect(await listReadings()).toMatchObject([
    { level: 90, atlas_node_count: 0 },
    { level: 90, atlas_node_count: 41 },
    { level: 91, atlas_node_count: 41 },
  ])
})

test('other trees of the same size make no new reading', async () => {
  await record({ atlas_trees: [tree(41)] })
  await record({ atlas_trees: [tree(3), { hashes: tree(42).hashes.slice(1) }] })
  expect(await listReadings()).toHaveLength(1)
  await record({ atlas_trees: [tree(42)] })
  expect(await listReadings()).toHaveLength(2)
})
