import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import type { Submission } from '@muster/contract/submissions'
import { type BountyEvent, timeText, useBountyEvent } from '../../testing/bounties.ts'
import { anObjective, testNow } from '../../testing/builders.ts'
import { insertRow } from '../../testing/rows.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
const world = useBountyEvent(server)
let level: Awaited<ReturnType<typeof anObjective>>
beforeEach(async () => {
  await server.db.updateTable('events').set({ reports: 'honour' }).where('id', '=', world.event.id).execute()
  const kind = { objective_type: 'PLAYER', number_field: 'PLAYER_LEVEL' } as const
  level = await anObjective(server.db, world.event.id, { parent_id: world.root.id, ...kind })
})

type User = BountyEvent['ada']
const listAs = async (user: User) =>
  (await server.get(`/events/${world.event.id}/submissions`, await server.as(user))).json<Submission[]>()
const reportLevel = (number: number, seconds_ago: number) =>
  world.submitted(world.ada, world.claim({ objective_id: level.id, number, timestamp: timeText(testNow - seconds_ago * 1000) }))
async function askForRings(): Promise<void> {
  const kind = { objective_type: 'ITEM', aggregation: 'SUM_LATEST', number_field: 'STACK_SIZE' } as const
  const rings = await anObjective(server.db, world.event.id, { parent_id: world.root.id, ...kind })
  await insertRow(server.db, 'conditions', { objective_id: rings.id, field: 'ITEM_CLASS', operator: 'EQ', value: 'Ring' })
}
const ring = (...more: string[]) =>
  ['Item Class: Rings', 'Rarity: Normal', 'Ruby Ring', '--------', 'Item Level: 84', '--------', ...more].join('\n')
async function reportRing(text: string): Promise<Submission[]> {
  const answer = await server.send('POST', `/events/${world.event.id}/submissions/items`, await server.as(world.ada), {
    key: randomUUID(),
    text,
    timestamp: timeText(testNow - 1000),
  })
  expect(answer.statusCode).toBe(201)
  return answer.json<Submission[]>()
}

it('a level below an earlier one is accepted, waits, and shows its sign to judges only', async () => {
  await reportLevel(80, 300)
  const lower = await reportLevel(70, 200)
  expect(lower).toMatchObject({ counts_as: null, suspicions: [] })
  expect(await listAs(world.judge)).toMatchObject([{ suspicions: [] }, { suspicions: ['level_out_of_order'] }])
  for (const user of [world.ada, world.ben]) {
    expect((await listAs(user)).map(({ suspicions }) => suspicions)).toEqual([[], []])
  }
})

it('a level is compared with the other levels of the player, but not with rejected ones', async () => {
  const first = await reportLevel(80, 300)
  await world.review(first.id, 'REJECTED')
  expect(await reportLevel(70, 200)).toMatchObject({ counts_as: 'reported' })
  const ben = world.claim({ objective_id: level.id, number: 60, timestamp: timeText(testNow - 100_000) })
  expect(await world.submitted(world.ben, ben)).toMatchObject({ counts_as: 'reported' })
})

it('a changed report is not compared with itself', async () => {
  const first = await reportLevel(80, 300)
  const edit = { id: first.id, objective_id: level.id, number: 70, timestamp: timeText(testNow - 200_000) }
  expect(await world.submitted(world.ada, edit)).toMatchObject({ counts_as: 'reported', number: 70 })
})

it('an item waits if its level is higher than the areas in the player’s log allow, and the log shows all areas of the hour before', async () => {
  await askForRings()
  const enter = (level: number, minutes_ago: number, user = world.ada) =>
    insertRow(server.db, 'game_log_events', {
      event_id: world.event.id,
      user_id: user.id,
      kind: 'area',
      character: '',
      value: '1_5_2',
      number: level,
      logged: '2026/01/17 12:40:00',
      uptime_ms: minutes_ago,
      is_live: true,
      timestamp: new Date(testNow - minutes_ago * 60_000),
    })
  const askForAreas = (reports: 'refused' | null) =>
    anObjective(server.db, world.event.id, {
      parent_id: world.root.id,
      objective_type: 'PLAYER',
      number_field: 'AREAS_ENTERED',
      reports,
    })
  await askForAreas('refused')
  await enter(1, 1)
  expect(await reportRing(ring('+20% to Fire Resistance (implicit)'))).toMatchObject([{ counts_as: 'reported' }])
  await server.db.deleteFrom('game_log_events').execute()
  await askForAreas(null)
  await enter(83, 10, world.ben)
  await enter(78, 62)
  expect(await reportRing(ring('+21% to Fire Resistance (implicit)'))).toMatchObject([{ counts_as: 'reported' }])
  await enter(40, 50)
  expect(await reportRing(ring('+22% to Fire Resistance (implicit)'))).toMatchObject([{ counts_as: null, suspicions: [] }])
  await enter(79, 5)
  expect(await reportRing(ring('+23% to Fire Resistance (implicit)'))).toMatchObject([{ counts_as: 'reported' }])
  expect((await listAs(world.judge)).map(({ suspicions }) => suspicions)).toEqual([[], [], ['log_areas_too_low'], []])
})

it('an impossible item is accepted, and waits even for a trusted player', async () => {
  await askForRings()
  const implicit = '+25% to Fire Resistance (implicit)'
  expect(await reportRing(ring('{ Prefix Modifier "Virile" (Tier: 5) — Life }', '+60(60-69) to maximum Life'))).toMatchObject([
    { counts_as: null, suspicions: [] },
  ])
  expect(await reportRing(ring(implicit))).toMatchObject([{ counts_as: 'reported' }])
  expect((await listAs(world.judge)).map(({ suspicions }) => suspicions)).toEqual([['normal_with_mods'], []])
})
