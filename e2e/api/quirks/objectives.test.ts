import { anObjective } from '@muster/server/testing/builders'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, openApi } from '../api.ts'
import { openStage, type Stage } from '../ask.ts'

// Section 12 of the contract, which existing clients depend on: objectives, conditions, presets, suggestions.

let api: Api
let stage: Stage
beforeAll(async () => {
  api = openApi()
  stage = await openStage(api)
})
afterAll(() => api.close())

interface Node {
  id: number
  name: string
  parent_id: number | null
  children: Node[]
  scoring_preset_id: number | null
  [field: string]: unknown
}
const readTree = async (own: Stage, who: 'nobody' | 'objective_designer' = 'nobody') =>
  (await own.ask(who, 'GET', '/events/{e}/objectives')).json as Node

it('Q-05: an objective is edited by sending back the whole object', async () => {
  const own = await openStage(api)
  const node = (await readTree(own)).children.find(({ id }) => id === own.objective_id)
  const saved = await own.ask('objective_designer', 'PUT', '/events/{e}/objectives', { ...node, name: 'Umbenannt' })
  expect([saved.status, saved.json]).toMatchObject([201, { id: own.objective_id, name: 'Umbenannt' }])
  expect((await readTree(own)).children.find(({ id }) => id === own.objective_id)).toMatchObject({
    name: 'Umbenannt',
    conditions: [{ id: own.condition_id, field: 'BASE_TYPE', operator: 'EQ', value: 'Chaos Orb' }],
  })
})

it('Q-06: window, preset, free text and ids of conditions may be null', async () => {
  const body = {
    id: null,
    name: 'Mit Nullen',
    parent_id: stage.root_id,
    objective_type: 'ITEM',
    aggregation: 'EARLIEST',
    number_field: 'STACK_SIZE',
    required_number: 1,
    conditions: [{ id: null, field: 'BASE_TYPE', operator: 'EQ', value: 'Chaos Orb' }],
    extra: null,
    scoring_preset_id: null,
    valid_from: null,
    valid_to: null,
  }
  const made = await stage.ask('objective_designer', 'PUT', '/events/{e}/objectives', body)
  expect([made.status, made.json]).toMatchObject([201, { extra: '', scoring_preset_id: null, valid_from: null }])
})

it('Q-07: neither the number nor the parent of an objective may be zero', async () => {
  const node = (await readTree(stage)).children[0]
  for (const zero of [{ required_number: 0 }, { parent_id: 0 }, { parent_id: null }]) {
    expect((await stage.ask('objective_designer', 'PUT', '/events/{e}/objectives', { ...node, ...zero })).status).toBe(400)
  }
})

it('Q-08: creating and updating are answered 201 for conditions and objectives, 200 for presets', async () => {
  const own = await openStage(api)
  const condition = { objective_id: own.objective_id, field: 'TYPE_LINE', operator: 'EQ', value: 'a' }
  const preset = { name: 'P', points: [1], scoring_method: 'PRESENCE', type: 'OBJECTIVE' }
  for (const [path, body, status] of [
    ['/events/{e}/conditions', condition, 201],
    ['/events/{e}/scoring-presets', preset, 200],
  ] as const) {
    const made = await own.ask('objective_designer', 'PUT', path, body)
    const { id } = made.json as { id: number }
    const changed = await own.ask('objective_designer', 'PUT', path, { ...body, id })
    expect([made.status, changed.status, (changed.json as { id: number }).id]).toEqual([status, status, id])
  }
})

it('Q-09, S-04: deleting a preset is answered 200 with an empty object, a condition and an objective 204', async () => {
  const own = await openStage(api)
  const preset = await own.ask('objective_designer', 'DELETE', `/events/{e}/scoring-presets/${own.preset_id}`)
  const condition = await own.ask('objective_designer', 'DELETE', `/events/{e}/conditions/${own.condition_id}`)
  const objective = await own.ask('objective_designer', 'DELETE', `/events/{e}/objectives/${own.objective_id}`)
  expect([preset.status, preset.text]).toEqual([200, '{}'])
  expect([condition.status, condition.text, objective.status, objective.text]).toEqual([204, '', 204, ''])
})

it('Q-10: a suggestion is answered 201 with a message', async () => {
  const answer = await stage.ask('lead', 'PUT', `/events/{e}/suggestions/${stage.objective_id}`, { objective_id: 1, extra: 'x' })
  expect([answer.status, answer.json]).toEqual([201, { message: expect.any(String) as string }])
  expect((await stage.ask('player', 'GET', '/events/{e}/suggestions')).json).toContainEqual(
    expect.objectContaining({ objective_id: stage.objective_id, extra: 'x' }),
  )
})

it('Q-11: a condition test returns upper-case values', async () => {
  const own = await openStage(api)
  const item = { name: '', typeLine: 'Chaos Orb', baseType: 'Chaos Orb', frameType: 5, stackSize: 7 }
  const answer = await own.ask('objective_designer', 'POST', '/events/{e}/conditions/test', item)
  expect(answer.json).toEqual([{ ObjectiveId: own.objective_id, Number: 7 }])
})

it('Q-15: the tree has the id of a preset instead of the preset', async () => {
  const node = (await readTree(stage)).children.find(({ id }) => id === stage.objective_id)
  expect(node).toMatchObject({ scoring_preset: null, scoring_preset_id: stage.preset_id })
})

it('Q-16: an objective that has not opened yet shows its opening time, but no number, name or type', async () => {
  const own = await openStage(api)
  const valid_from = new Date(own.now + 3_600_000)
  const secret = { parent_id: own.root_id as never, valid_from, name: 'Geheim', required_number: 9876 }
  const event_id = own.event_id as never
  const [{ id }] = [await anObjective(api.db, event_id, secret), await anObjective(api.db, event_id, secret)]
  const masked = (await readTree(own)).children.filter((node) => node.id === 0)
  expect(masked).toHaveLength(2)
  expect(masked[0]).toMatchObject({
    objective_type: '',
    aggregation: '',
    required_number: 0,
    conditions: [],
    children: [],
    extra: '',
    parent_id: own.root_id,
  })
  expect(masked[0]?.name).toMatch(/^[0-9a-f]{64}$/)
  expect(Date.parse(String(masked[0]?.['valid_from']))).toBe(valid_from.getTime())
  const shown = (await readTree(own, 'objective_designer')).children.find((node) => node.id === id)
  expect(shown).toMatchObject({ name: 'Geheim', required_number: 9876 })
})
