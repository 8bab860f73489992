import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { anEvent, anObjective, aScoreChange, aTeam, publishDefinition, testNow } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { findNewNotices } from './find-new.ts'

// The cursor keeps the standings of the last reading: scores that are changed here without a number show whether they were read
// again.

const server = useTestServer()
const minute = 60_000
const wanted = { least_points: 1, queue: true, tracking: false }
let now = testNow
let event: Row<'events'>
let team: Row<'teams'>
let root: Row<'objectives'>
let mirror: Row<'objectives'>
beforeEach(async () => {
  event = await anEvent(server.db)
  team = await aTeam(server.db, event.id)
  root = await anObjective(server.db, event.id, { objective_type: 'CATEGORY', aggregation: 'NONE', name: 'Root' })
  mirror = await anObjective(server.db, event.id, { parent_id: root.id, name: 'Mirror' })
  await score(mirror, 10)
  await look()
})
afterEach(() => server.db.deleteFrom('events').execute())

const score = (objective: Row<'objectives'>, points: number) =>
  aScoreChange(server.db, { event_id: event.id, objective, team_id: team.id, points, at: now })
const forge = (points: number) => server.db.updateTable('scores').set({ points }).where('event_id', '=', event.id).execute()

async function look(after_ms = 5000): Promise<number | undefined> {
  now += after_ms
  server.setNow(now)
  await findNewNotices(server.ctx, event, wanted)
  const cursor = await server.db.selectFrom('notice_cursors').selectAll().where('event_id', '=', event.id).executeTakeFirst()
  return cursor?.standings.find(({ team_id }) => team_id === team.id)?.points
}
const listKinds = async () =>
  (await server.db.selectFrom('notices').select('kind').where('event_id', '=', event.id).orderBy('sequence').execute()).map(
    ({ kind }) => kind,
  )

test('the standings are read again only after a change of scores or of the definition', async () => {
  await forge(77)
  expect([await look(), await look()]).toEqual([10, 10])
  await publishDefinition(server.db, event.id)
  expect(await look()).toBe(77)
  await forge(88)
  expect(await look()).toBe(77)
  await score(mirror, 20)
  expect(await look()).toBe(20)
})

test('an opening, and a closing one hour ahead, are announced when they are due', async () => {
  const dates = { valid_from: new Date(now + 3 * minute), valid_to: new Date(now + 64 * minute) }
  await anObjective(server.db, event.id, { parent_id: root.id, name: 'Daily', ...dates })
  await publishDefinition(server.db, event.id)
  await look()
  expect(await listKinds()).toEqual([])
  await look(3 * minute)
  expect(await listKinds()).toEqual(['release'])
  await look(minute)
  expect(await listKinds()).toEqual(['release', 'closing_soon'])
})

test('the end of an event makes a notice although nothing else changes', async () => {
  now = event.event_end_time.getTime() - minute
  await look(0)
  await look(minute)
  expect(await listKinds()).toEqual(['results'])
})

test('a change without a number, such as the name of a team, is found within ten minutes', async () => {
  await forge(77)
  expect(await look(10 * minute)).toBe(77)
})
