import type { Event } from '@muster/contract/events'
import type { EventId } from '@muster/contract/ids'
import { expect, it } from 'vitest'
import { findDefinition } from '../db/definition.ts'
import { anEvent, anObjective, eventStart, insertRows } from '../testing/builders.ts'
import { useRole, useTestServer } from '../testing/use-server.ts'

const server = useTestServer()
const admin = useRole(server, 'admin')
const hour_ms = 3_600_000
const at = (hours: number) => new Date(eventStart + hours * hour_ms).toISOString()
const edit = (id: EventId, edits: readonly object[]) => server.send('POST', `/events/${id}/definition/edits`, admin, { edits })
const countChanges = async (id: EventId) =>
  (await server.db.selectFrom('definition_changes').select('sequence').where('event_id', '=', id).execute()).length

it('dates of an event and of its objectives move in one change, and the removal of raw data moves with the end', async () => {
  const event = await anEvent(server.db)
  const kept = new Date(event.event_end_time.getTime() + 48 * hour_ms)
  await server.db.updateTable('events').set({ raw_kept_until: kept }).where('id', '=', event.id).execute()
  const root = await anObjective(server.db, event.id, { name: 'default', objective_type: 'CATEGORY' })
  const window = { valid_from: new Date(at(2)), valid_to: new Date(at(26)) }
  const daily = await anObjective(server.db, event.id, { parent_id: root.id, name: 'Daily', ...window })
  const event_end_time = new Date(event.event_end_time.getTime() + 10 * hour_ms).toISOString()
  const answer = await edit(event.id, [
    { kind: 'save_event', event: { event_start_time: at(10), event_end_time } },
    { kind: 'set_dates', ids: [daily.id], valid_from: at(12), valid_to: at(36) },
  ])
  expect(answer.statusCode).toBe(200)
  expect(await countChanges(event.id)).toBe(1)
  const moved = expect.objectContaining({ id: daily.id, valid_from: Date.parse(at(12)), valid_to: Date.parse(at(36)) }) as unknown
  expect(await findDefinition(server.db, event.id)).toMatchObject({
    definition: {
      start_at: Date.parse(at(10)),
      end_at: Date.parse(event_end_time),
      objectives: expect.arrayContaining([moved]) as unknown,
    },
  })
  const saved = (await server.get(`/events/${event.id}`, admin)).json<Event>()
  expect(Date.parse(saved.raw_kept_until ?? '')).toBe(kept.getTime() + 10 * hour_ms)
})

it('the game of an event cannot change once its data has been read', async () => {
  const { id } = await anEvent(server.db)
  await anObjective(server.db, id, { name: 'default', objective_type: 'CATEGORY' })
  const character = { event_id: id, id: 'd', name: 'Wren', level: 2, experience: 1, ascendancy: 'Witch' }
  await insertRows(server.db, 'characters', character)
  const answer = await edit(id, [{ kind: 'save_event', event: { game_version: 'poe2' } }])
  expect(answer.json()).toMatchObject({ code: 'invalid_request', problems: [{ field: 'edits.0.game_version' }] })
})
