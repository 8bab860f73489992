import { beforeAll, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { anEvent, anObjective, testNow, insertRows } from '../../testing/builders.ts'
import { useTestServer, useRole } from '../../testing/use-server.ts'

const server = useTestServer()
let event: Row<'events'>
const designer = useRole(server, 'objective_designer')
beforeAll(async () => {
  event = await anEvent(server.db)
})
const list = async (id = event.id) => (await server.get(`/events/${id}/problems`, designer)).json<unknown>()

it('an event without problems has none', async () => {
  expect(await list()).toEqual([])
})

it('problems of the rules come first, then unreadable data, newest first, each of its own event', async () => {
  const { id: objective_id } = await anObjective(server.db, event.id)
  const message = '"Goldrim" closes before it opens, so no fact counts'
  await insertRows(server.db, 'scoring_problems', {
    event_id: event.id,
    place: 1,
    code: 'bad_dates',
    objective_id,
    preset_id: 7,
    message,
  })
  const other = await anEvent(server.db)
  const read = { job_type: 'FetchStashChanges', excerpt: 'secret body' }
  for (const [event_id, seconds, problem] of [
    [event.id, 1, 'first'],
    [event.id, 2, 'second'],
    [other.id, 3, 'elsewhere'],
  ] as const) {
    const timestamp = new Date(testNow + seconds * 1000)
    await insertRows(server.db, 'ingestion_problems', { ...read, event_id, problem, timestamp })
  }
  const found = (problem: string, seconds: number) => ({
    source: 'ingestion',
    code: 'FetchStashChanges',
    message: problem,
    objective_id: null,
    scoring_preset_id: null,
    noticed_at: new Date(testNow + seconds * 1000).toISOString(),
  })
  expect(await list()).toEqual([
    { source: 'scoring', code: 'bad_dates', message, objective_id, scoring_preset_id: 7, noticed_at: null },
    found('second', 2),
    found('first', 1),
  ])
  expect(await list(other.id)).toEqual([found('elsewhere', 3)])
})

it('a cleaned answer without an event is in the list of every event', async () => {
  const heard = { event_id: null, job_type: 'cleaned', problem: 'Twitch', excerpt: '', timestamp: new Date(testNow) }
  await insertRows(server.db, 'ingestion_problems', heard)
  const other = await anEvent(server.db)
  const expected = expect.arrayContaining([expect.objectContaining({ code: 'cleaned', message: 'Twitch' })]) as unknown
  expect(await list()).toEqual(expected)
  expect(await list(other.id)).toEqual(expected)
})
