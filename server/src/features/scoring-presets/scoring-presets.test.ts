import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { beforeEach, describe, expect, it } from 'vitest'
import { loadDefinition } from '../../db/definition.ts'
import type { Row } from '../../db/schema.ts'
import { anEvent, anObjective, aPreset } from '../../testing/builders.ts'
import { useTestServer, useRole } from '../../testing/use-server.ts'

const server = useTestServer()
const designer = useRole(server, 'objective_designer')
let event: Row<'events'>
beforeEach(async () => {
  event = await anEvent(server.db)
})

const put = (payload: object, event_id: number = event.id) =>
  server.send('PUT', `/events/${event_id}/scoring-presets`, designer, payload)
const remove = (id: number, event_id: number = event.id) =>
  server.send('DELETE', `/events/${event_id}/scoring-presets/${id}`, designer)
const body = (more: object = {}) => ({ name: 'Race', points: [10, 5], scoring_method: 'RANKED_TIME', type: 'OBJECTIVE', ...more })
const list = async () => (await server.get(`/events/${event.id}/scoring-presets`)).json<ScoringPreset[]>()
const listReasons = async () =>
  (
    await server.db
      .selectFrom('definition_changes')
      .select('reason')
      .where('event_id', '=', event.id)
      .orderBy('sequence')
      .execute()
  ).map((row) => row.reason)

describe('saving a preset', () => {
  it('Q-08: answers 200 to a new one and to an edit', async () => {
    const made = await put(body({ id: null, description: null, point_cap: null }))
    expect(made.statusCode).toBe(200)
    const preset = made.json<ScoringPreset>()
    expect(preset).toEqual({ ...body(), id: expect.any(Number), description: '', point_cap: 0, version: 1 })
    const edited = await put({ ...preset, points: [0.29, -2], point_cap: 7, description: 'By place' })
    expect(edited.statusCode).toBe(200)
    expect(await list()).toEqual([{ ...preset, points: [0.29, -2], point_cap: 7, description: 'By place', version: 2 }])
    expect(await listReasons()).toEqual(['The preset "Race" was added', 'The preset "Race" was edited'])
  })

  it.each([
    ['no points at all', { points: [] }],
    ['more points than the method reads', { scoring_method: 'PRESENCE', points: [1, 2, 3] }],
    ['a type that does not fit the method', { scoring_method: 'BINGO_3', type: 'OBJECTIVE' }],
  ])('D-45: accepts %s, which is harmless', async (_, more) => {
    expect((await put(body(more))).statusCode).toBe(200)
  })

  it.each([
    ['points', { points: null }],
    ['points.0', { points: [null] }],
    ['points.1', { points: [1, 1e12] }],
    ['points', { points: Array.from({ length: 1001 }, () => 1) }],
    ['point_cap', { point_cap: -1 }],
    ['name', { name: '  ' }],
    ['scoring_method', { scoring_method: 'RANK_BY_LUCK' }],
    ['type', { type: '' }],
  ])('D-45: refuses %s, which cannot be intended: %j', async (field, more) => {
    const answer = await put(body(more))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ problems: [{ field }] })
  })

  it('stores parameters that the method takes, and answers without the field where there are none', async () => {
    const set = body({ scoring_method: 'RANKED_COMPLETION_TIME', parameters: { required_percent: 75, required_children: 3 } })
    const preset = (await put(set)).json<ScoringPreset>()
    expect(preset).toMatchObject({ parameters: { required_children: 3, required_percent: 75 } })
    expect(await list()).toEqual([preset])
    const edited = (await put({ ...preset, parameters: {} })).json<ScoringPreset>()
    expect(Object.keys(edited)).toEqual(['id', 'name', 'description', 'points', 'point_cap', 'scoring_method', 'type', 'version'])
    expect(Object.keys((await put({ ...preset, parameters: null })).json())).not.toContain('parameters')
    const definition = await loadDefinition(server.db, event.id)
    expect(JSON.stringify(definition.presets)).not.toContain('parameters')
  })

  it.each([
    ['parameters.required_children', { parameters: { required_children: 2 } }],
    ['parameters.required_children', { scoring_method: 'BONUS_PER_COMPLETION', parameters: { required_children: 0 } }],
    ['parameters.required_percent', { scoring_method: 'BONUS_PER_COMPLETION', parameters: { required_percent: 101 } }],
    ['parameters', { scoring_method: 'BONUS_PER_COMPLETION', parameters: { required_luck: 1 } }],
  ])('refuses %s: %j', async (field, more) => {
    const answer = await put(body(more))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ problems: [{ field }] })
  })

  it('does not find a missing preset', async () => {
    expect((await put(body({ id: 999_999 }))).json()).toMatchObject({ code: 'scoring_preset_not_found' })
  })
})

describe('deleting a preset', () => {
  it('Q-09: answers 200 with {}, and clears it on the objectives that used it', async () => {
    const scoring_preset_id = await aPreset(server.db, event.id, { name: 'Gone' })
    const { id } = await anObjective(server.db, event.id, { scoring_preset_id })
    const answer = await remove(scoring_preset_id)
    expect([answer.statusCode, answer.json()]).toEqual([200, {}])
    expect(await list()).toEqual([])
    const objective = await server.db.selectFrom('objectives').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(objective.scoring_preset_id).toBeNull()
    expect(await listReasons()).toEqual(['The preset "Gone" was deleted (objectives that used it: 1)'])
  })

  it('D-38: succeeds if it is already deleted', async () => {
    expect((await remove(999_999)).json()).toEqual({})
    expect(await listReasons()).toEqual([])
  })

  it('D-28: does not take 0 for an id', async () => {
    expect((await remove(0)).statusCode).toBe(400)
  })
})

describe('D-11: the event in the path', () => {
  it('owns the presets that are edited and deleted', async () => {
    const other = await anEvent(server.db)
    const id = await aPreset(server.db, other.id)
    expect((await put(body({ id }))).json()).toMatchObject({ code: 'scoring_preset_not_found' })
    expect((await remove(id)).json()).toMatchObject({ code: 'scoring_preset_not_found' })
    const row = await server.db.selectFrom('scoring_presets').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ event_id: other.id, scoring_method: 'PRESENCE' })
  })

  it('takes no edits while it is locked', async () => {
    const id = await aPreset(server.db, event.id)
    await server.db.updateTable('events').set({ is_locked: true }).where('id', '=', event.id).execute()
    for (const answer of [await put(body()), await put(body({ id })), await remove(id)]) {
      expect(answer.json()).toMatchObject({ code: 'event_locked', error: 'Event is locked' })
    }
    expect(await list()).toHaveLength(1)
  })
})
