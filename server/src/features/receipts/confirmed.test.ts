import { beforeEach, expect, it } from 'vitest'
import type { Submission } from '@muster/contract/submissions'
import { type BountyEvent, aBountyEvent } from '../../testing/bounties.ts'
import { anObjective } from '../../testing/builders.ts'
import { insertRow } from '../../testing/rows.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
let world: BountyEvent
let level: { id: number }
beforeEach(async () => {
  world = await aBountyEvent(server)
  const { db } = server
  await db.updateTable('events').set({ reports: 'honour' }).where('id', '=', world.event.id).execute()
  const preset = await insertRow(db, 'scoring_presets', {
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

/** The scorekeeper has read the ledger. */
const follow = async () => {
  const newest = (await world.readLedger()).rows.at(-1)?.sequence ?? 0
  await server.db
    .insertInto('score_cursors')
    .values({ event_id: world.event.id, ledger_sequence: newest })
    .onConflict((conflict) => conflict.column('event_id').doUpdateSet({ ledger_sequence: newest }))
    .execute()
}
const readTotals = async () => {
  await follow()
  return (await server.get(`/events/${world.event.id}/scores/confirmed`)).json<object>()
}
const totals = (red: number, blue: number) => [
  { team_id: world.red.id, points: red },
  { team_id: world.blue.id, points: blue },
]
const report = (user: BountyEvent['ada']) => world.submitted(user, world.claim({ objective_id: level.id, number: 92 }))

it('totals leave out reports until a judge confirms them, and again after the judge changes their mind', async () => {
  const { id } = await report(world.ada)
  await report(world.ben)
  expect(await readTotals()).toEqual(totals(0, 0))
  await world.review(id, 'APPROVED')
  expect(await readTotals()).toEqual(totals(10, 0))
  await world.review(id, 'REJECTED')
  expect(await readTotals()).toEqual(totals(0, 0))
})

it('after a change of the rule earlier reports stay left out; without undecided reports nothing is answered', async () => {
  const { id }: Submission = await report(world.ada)
  const { id: second }: Submission = await report(world.ben)
  await world.review(id, 'APPROVED')
  await server.db.updateTable('events').set({ reports: 'reviewed' }).where('id', '=', world.event.id).execute()
  expect(await readTotals()).toEqual(totals(10, 0))
  await world.review(second, 'APPROVED')
  expect(await readTotals()).toEqual([])
})
