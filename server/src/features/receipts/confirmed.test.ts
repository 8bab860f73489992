import { beforeEach, expect, it } from 'vitest'
import type { ObjectiveId } from '@muster/contract/ids'
import type { ConfirmedScores } from '@muster/contract/receipts'
import type { ScoringMethod } from '@muster/contract/scoring-presets'
import type { Submission } from '@muster/contract/submissions'
import type { Row } from '../../db/schema.ts'
import { openScorekeeper } from '../../scoring/scorekeeper.ts'
import { type BountyEvent, useBountyEvent } from '../../testing/bounties.ts'
import { anObjective, publishDefinition } from '../../testing/builders.ts'
import { insertRow } from '../../testing/rows.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
const world = useBountyEvent(server)
let level: { id: ObjectiveId }
let preset: Row<'scoring_presets'>
beforeEach(async () => {
  const { db } = server
  await db.updateTable('events').set({ reports: 'honour' }).where('id', '=', world.event.id).execute()
  preset = await insertRow(db, 'scoring_presets', {
    event_id: world.event.id,
    name: 'Ten',
    points: [10],
    scoring_method: 'PRESENCE',
    type: 'OBJECTIVE',
  })
  level = await anObjective(db, world.event.id, {
    parent_id: world.root.id,
    objective_type: 'PLAYER',
    number_field: 'PLAYER_LEVEL',
    required_number: 90,
    scoring_preset_id: preset.id,
  })
})

const setMethod = (scoring_method: ScoringMethod, points: number[]) =>
  server.db.updateTable('scoring_presets').set({ scoring_method, points }).where('id', '=', preset.id).execute()
const none = { totals: [], unconfirmed: [] }
/** Brings the board up to the end of the ledger. */
async function readConfirmed(): Promise<ConfirmedScores> {
  await publishDefinition(server.db, world.event.id)
  const keeper = await openScorekeeper(server.ctx, world.event.id)
  await keeper.step()
  return (await server.get(`/events/${world.event.id}/scores/confirmed`)).json()
}
const totals = (red: number, blue: number) => [
  { team_id: world.red.id, points: red },
  { team_id: world.blue.id, points: blue },
]
const report = (user: BountyEvent['ada'], number = 92) => world.submitted(user, world.claim({ objective_id: level.id, number }))

it('totals leave out reports until a judge confirms them, and again after the judge changes their mind', async () => {
  const { id } = await report(world.ada)
  await report(world.ben)
  expect(await readConfirmed()).toEqual({
    totals: totals(0, 0),
    unconfirmed: [{ objective_id: level.id, team_ids: [world.red.id, world.blue.id] }],
  })
  await world.review(id, 'APPROVED')
  expect(await readConfirmed()).toEqual({
    totals: totals(10, 0),
    unconfirmed: [{ objective_id: level.id, team_ids: [world.blue.id] }],
  })
  await world.review(id, 'REJECTED')
  expect(await readConfirmed()).toEqual({
    totals: totals(0, 0),
    unconfirmed: [{ objective_id: level.id, team_ids: [world.blue.id] }],
  })
})

it('after a change of the rule earlier reports stay left out; without undecided reports nothing is answered', async () => {
  const { id }: Submission = await report(world.ada)
  const { id: second }: Submission = await report(world.ben)
  await world.review(id, 'APPROVED')
  await server.db.updateTable('events').set({ reports: 'reviewed' }).where('id', '=', world.event.id).execute()
  expect((await readConfirmed()).totals).toEqual(totals(10, 0))
  await world.review(second, 'APPROVED')
  expect(await readConfirmed()).toEqual(none)
})

it('a confirmed team is not marked when the report of a rival takes its place', async () => {
  await setMethod('RANKED_TIME', [10, 5])
  await report(world.ada)
  const { id } = await report(world.ben)
  await world.review(id, 'APPROVED')
  expect(await readConfirmed()).toEqual({
    totals: totals(0, 10),
    unconfirmed: [{ objective_id: level.id, team_ids: [world.red.id] }],
  })
})

it('says nothing of hidden progress: an unfinished result of an objective that hides it is not listed', async () => {
  await server.db.updateTable('objectives').set({ hide_progress: true }).where('id', '=', level.id).execute()
  await report(world.ada, 80)
  expect(await readConfirmed()).toEqual({ totals: totals(0, 0), unconfirmed: [] })
  await report(world.ben)
  expect((await readConfirmed()).unconfirmed).toEqual([{ objective_id: level.id, team_ids: [world.blue.id] }])
})
