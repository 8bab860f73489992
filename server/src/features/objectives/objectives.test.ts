import type { Objective } from '@muster/contract/objectives'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { anEvent, anObjective, aPreset, aUser, testNow } from '../../testing/builders.ts'
import { startTestServer } from '../../testing/server.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
let event: Row<'events'>
let root: Row<'objectives'>
beforeEach(async () => {
  server.setNow(testNow)
  event = await anEvent(server.db)
  root = await anObjective(server.db, event.id, { name: 'default', objective_type: 'CATEGORY', aggregation: 'NONE' })
})

const readTree = async (headers: Record<string, string> = {}) =>
  (await server.get(`/events/${event.id}/objectives`, headers)).json<Objective>()

describe('the objective tree', () => {
  it('has a root named default, and conditions and presets by id', async () => {
    const scoring_preset_id = await aPreset(server.db, event.id)
    const category = await anObjective(server.db, event.id, {
      parent_id: root.id,
      objective_type: 'CATEGORY',
      aggregation: 'NONE',
    })
    const leaf = await anObjective(server.db, event.id, {
      parent_id: category.id,
      name: 'Mageblood',
      note: 'legacy counts',
      scoring_preset_id,
      valid_to: new Date(testNow + 1000),
    })
    const condition = await server.db
      .insertInto('conditions')
      .values({ objective_id: leaf.id, field: 'NAME', operator: 'EQ', value: 'Mageblood' })
      .returningAll()
      .executeTakeFirstOrThrow()
    const tree = await readTree()
    expect(tree).toMatchObject({ id: root.id, parent_id: null, name: 'default' })
    expect(tree.children.map((child) => child.id)).toEqual([category.id])
    expect(tree.children[0]?.children).toEqual([
      {
        id: leaf.id,
        parent_id: category.id,
        name: 'Mageblood',
        extra: 'legacy counts',
        objective_type: 'ITEM',
        aggregation: 'EARLIEST',
        number_field: 'STACK_SIZE',
        required_number: 1,
        hide_progress: false,
        reports: null,
        report_proof: null,
        valid_from: null,
        valid_to: new Date(testNow + 1000).toISOString(),
        conditions: [{ id: condition.id, field: 'NAME', operator: 'EQ', value: 'Mageblood', any_of: null }],
        version: 1,
        scoring_preset_id,
        scoring_preset: null,
        children: [],
      },
    ])
  })

  it('of an event without a root is not found', async () => {
    const bare = await anEvent(server.db)
    const answer = await server.get(`/events/${bare.id}/objectives`)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'objective_not_found'])
  })
})

describe('an objective that opens later', () => {
  const opensAt = testNow + 60_000
  let daily: Row<'objectives'>
  beforeEach(async () => {
    daily = await anObjective(server.db, event.id, {
      parent_id: root.id,
      name: 'A daily worth hiding',
      note: 'hint',
      number_field: 'STACK_SIZE',
      hide_progress: true,
      scoring_preset_id: await aPreset(server.db, event.id),
      valid_from: new Date(opensAt),
      valid_to: new Date(opensAt + 1000),
    })
    await anObjective(server.db, event.id, { parent_id: daily.id, name: 'A part of it' })
  })

  it('D-17: shows a visitor only its opening and closing times', async () => {
    const [masked] = (await readTree()).children
    expect(masked).toEqual({
      id: 0,
      parent_id: root.id,
      name: expect.stringMatching(/^[0-9a-f]{64}$/),
      extra: '',
      objective_type: '',
      aggregation: '',
      number_field: '',
      required_number: 0,
      hide_progress: false,
      reports: null,
      report_proof: null,
      valid_from: new Date(opensAt).toISOString(),
      valid_to: new Date(opensAt + 1000).toISOString(),
      conditions: [],
      version: 0,
      scoring_preset_id: null,
      scoring_preset: null,
      children: [],
    })
  })

  it('keeps its place on a board', async () => {
    await server.db
      .updateTable('objectives')
      .set({ cell: { row: 1, column: 3 } })
      .where('id', '=', daily.id)
      .execute()
    expect((await readTree()).children).toMatchObject([{ id: 0, extra: '3,1' }])
  })

  it('D-17: keeps its random name, which is not derived from the real one', async () => {
    const twin = await anObjective(server.db, event.id, { parent_id: root.id, name: daily.name, valid_from: new Date(opensAt) })
    const first = (await readTree()).children.map((child) => child.name)
    expect(new Set(first).size).toBe(2)
    await server.db.updateTable('objectives').set({ name: 'Renamed' }).where('id', 'in', [daily.id, twin.id]).execute()
    expect((await readTree()).children.map((child) => child.name)).toEqual(first)
  })

  it.each(['admin', 'objective_designer'] as const)('is shown to an %s', async (role) => {
    const tree = await readTree(await server.as(await aUser(server.db, { permissions: [role] })))
    expect(tree.children).toMatchObject([{ id: daily.id, name: 'A daily worth hiding', children: [{ name: 'A part of it' }] }])
  })

  it.each(['manager', 'submission_judge'] as const)('is not shown to a %s', async (role) => {
    const tree = await readTree(await server.as(await aUser(server.db, { permissions: [role] })))
    expect(tree.children).toMatchObject([{ id: 0 }])
  })

  it('opens for everyone at its time on the event clock, even in a cached answer', async () => {
    const keeping = await startTestServer({ freshness: 1000 })
    const own = await anEvent(keeping.db)
    const { id: parent_id } = await anObjective(keeping.db, own.id)
    await anObjective(keeping.db, own.id, { parent_id, name: 'Soon', valid_from: new Date(opensAt) })
    const nameNow = async () => (await keeping.get(`/events/${own.id}/objectives`)).json<Objective>().children[0]?.name
    expect(await nameNow()).not.toBe('Soon')
    keeping.setNow(opensAt - 1)
    expect(await nameNow()).not.toBe('Soon')
    keeping.setNow(opensAt)
    expect(await nameNow()).toBe('Soon')
    await keeping.close()
  })
})

describe('the scoring presets', () => {
  it('come by id with their points as numbers', async () => {
    const id = await aPreset(server.db, event.id, {
      name: 'Ranked',
      points: [10, 7.5, 0],
      point_cap: 3,
      scoring_method: 'RANKED_TIME',
    })
    const last = await aPreset(server.db, event.id)
    const presets = (await server.get(`/events/${event.id}/scoring-presets`)).json<unknown[]>()
    expect(presets).toMatchObject([
      {
        id,
        name: 'Ranked',
        description: '',
        points: [10, 7.5, 0],
        point_cap: 3,
        scoring_method: 'RANKED_TIME',
        type: 'OBJECTIVE',
      },
      { id: last },
    ])
  })
})
