import { randomUUID } from 'node:crypto'
import type { ObjectiveId } from '@muster/contract/ids'
import type { Receipt } from '@muster/contract/receipts'
import type { ReportRule } from '@muster/contract/report-rules'
import { beforeEach, expect, it } from 'vitest'
import { openScorekeeper } from '../../scoring/scorekeeper.ts'
import { type BountyEvent, answerOf, timeText, useBountyEvent } from '../../testing/bounties.ts'
import { anObjective, aPreset, publishDefinition, testNow } from '../../testing/builders.ts'
import { insertRow } from '../../testing/rows.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
const world = useBountyEvent(server)
let rings: { id: ObjectiveId }
beforeEach(async () => {
  rings = await aRingObjective()
})

async function aRingObjective(more: object = {}) {
  const { db } = server
  const objective = await anObjective(db, world.event.id, {
    parent_id: world.root.id,
    objective_type: 'ITEM',
    aggregation: 'EARLIEST',
    number_field: 'STACK_SIZE',
    scoring_preset_id: await aPreset(db, world.event.id, { points: [12, 5], scoring_method: 'RANKED_TIME' }),
    ...more,
  })
  await insertRow(db, 'conditions', { objective_id: objective.id, field: 'ITEM_CLASS', operator: 'EQ', value: 'Ring' })
  return objective
}

const ring = ['Item Class: Rings', 'Rarity: Unique', 'Kaom’s Sign', 'Coral Ring', '--------', 'Item Level: 70'].join('\n')
const body = (more: object = {}) => ({ text: ring, timestamp: timeText(testNow - 1000), ...more })

type User = BountyEvent['ada']
/** Brings the board up to the end of the ledger. */
async function score(): Promise<void> {
  await publishDefinition(server.db, world.event.id)
  const keeper = await openScorekeeper(server.ctx, world.event.id)
  await keeper.step()
}
async function preview(user: User, more: object = {}) {
  await publishDefinition(server.db, world.event.id)
  return server.send('POST', `/events/${world.event.id}/submissions/items/what-if`, await server.as(user), body(more))
}
const previewed = async (user: User, more: object = {}) => (await preview(user, more)).json<object[]>()
const report = async (user: User) =>
  server.send('POST', `/events/${world.event.id}/submissions/items`, await server.as(user), { key: randomUUID(), ...body() })
const countReports = (reports: ReportRule) =>
  server.db.updateTable('events').set({ reports }).where('id', '=', world.event.id).execute()
const readReceipt = async (team_id: number) => {
  const address = `/events/${world.event.id}/objectives/${rings.id}/receipt?team_id=${team_id}`
  return (await server.get(address)).json<Receipt>()
}

it('says what a report would bring: now where reports count at once, else after a judge', async () => {
  expect(await previewed(world.ada)).toEqual([{ objective_id: rings.id, waits: true, points: 12 }])
  await countReports('honour')
  expect(await previewed(world.ada)).toEqual([{ objective_id: rings.id, waits: false, points: 12 }])
})

it('stores nothing, and leaves the receipts of both teams as they were', async () => {
  await countReports('honour')
  await report(world.ben)
  await score()
  const before = [await readReceipt(world.red.id), await readReceipt(world.blue.id)]
  const { rows } = await world.readLedger()
  // An equal item of another player waits for a judge.
  const later = { timestamp: timeText(testNow - 500) }
  expect(await previewed(world.ada, later)).toEqual([{ objective_id: rings.id, waits: true, points: 5 }])
  expect((await world.readLedger()).rows).toEqual(rows)
  expect(await world.list(world.judge)).toHaveLength(1)
  const after = [await readReceipt(world.red.id), await readReceipt(world.blue.id)]
  expect(after.map(({ points, facts }) => ({ points, facts }))).toEqual(before.map(({ points, facts }) => ({ points, facts })))
})

it('agrees with the board after the same report, for each of two objectives', async () => {
  const others = await aRingObjective({ aggregation: 'SUM_LATEST', required_number: 2 })
  await countReports('honour')
  expect(await previewed(world.ada)).toEqual([
    { objective_id: rings.id, waits: false, points: 12 },
    { objective_id: others.id, waits: false, points: 0 },
  ])
  await report(world.ada)
  await score()
  expect(await readReceipt(world.red.id)).toMatchObject({ points: 12 })
  expect(await previewed(world.ada)).toEqual([
    { objective_id: rings.id, waits: true, points: 0 },
    { objective_id: others.id, waits: true, points: 12 },
  ])
})

it('hides points and waiting where progress is hidden: they would reveal something about rivals', async () => {
  await server.db.updateTable('objectives').set({ hide_progress: true }).where('id', '=', rings.id).execute()
  expect(await previewed(world.ada)).toEqual([{ objective_id: rings.id, waits: null, points: null }])
})

it('a preview is refused like the report itself', async () => {
  expect(answerOf(await preview(world.judge))).toEqual([403, 'not_allowed'])
  expect(answerOf(await preview(world.ada, { text: ring.replace('Rings', 'Belts') }))).toEqual([400, 'no_objective_matches'])
  await countReports('refused')
  expect(answerOf(await preview(world.ada))).toEqual([400, 'reports_refused'])
})
