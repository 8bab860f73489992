import type { Objective } from '@muster/contract/objectives'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { anEvent, anObjective, aPreset, aTeam, aUser, testNow, insertRows } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
let designer: Record<string, string>
let author: Row<'users'>
let event: Row<'events'>
let root: Row<'objectives'>
beforeAll(async () => {
  author = await aUser(server.db, { permissions: ['objective_designer'] })
  designer = await server.as(author)
})
beforeEach(async () => {
  event = await anEvent(server.db)
  root = await aCategory({ name: 'default', parent_id: null })
})

const aCategory = (more: Partial<Row<'objectives'>>, event_id = event.id) => {
  const { id: _, ...columns } = more
  return anObjective(server.db, event_id, {
    objective_type: 'CATEGORY',
    aggregation: 'NONE',
    number_field: 'FINISHED_OBJECTIVES',
    ...columns,
  })
}
const put = (payload: object, event_id: number = event.id, query = '') =>
  server.send('PUT', `/events/${event_id}/objectives${query}`, designer, payload)
const remove = (id: number, event_id: number = event.id) =>
  server.send('DELETE', `/events/${event_id}/objectives/${id}`, designer)
const read = async (id: number) =>
  (await server.get(`/events/${event.id}/objectives/${id}`, designer)).json<Objective & { code: string }>()

const body = (more: object = {}) => ({
  parent_id: root.id,
  name: 'Mageblood',
  objective_type: 'ITEM',
  aggregation: 'EARLIEST',
  number_field: 'STACK_SIZE',
  required_number: 1,
  conditions: [],
  ...more,
})
const nameIs = (value: string, more: object = {}) => ({ field: 'NAME', operator: 'EQ', value, ...more })
const create = async (more: object = {}) => (await put(body(more))).json<Objective>()
const listReasons = async () =>
  (
    await server.db
      .selectFrom('definition_changes')
      .select(['reason', 'author_id'])
      .where('event_id', '=', event.id)
      .orderBy('sequence')
      .execute()
  ).map(({ reason, author_id }) => (author_id === author.id ? reason : 'somebody else'))

describe('creating an objective', () => {
  it('answers 201 with the whole objective, conditions included', async () => {
    const scoring_preset_id = await aPreset(server.db, event.id)
    const window = { valid_from: '2026-01-17T10:00:00+01:00', valid_to: '2026-01-18T09:00:00Z' }
    const answer = await put(
      body({
        ...window,
        extra: 'legacy counts',
        hide_progress: true,
        reports: 'honour',
        scoring_preset_id,
        conditions: [nameIs('Mageblood')],
      }),
    )
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      id: expect.any(Number),
      parent_id: root.id,
      name: 'Mageblood',
      extra: 'legacy counts',
      objective_type: 'ITEM',
      aggregation: 'EARLIEST',
      number_field: 'STACK_SIZE',
      required_number: 1,
      hide_progress: true,
      reports: 'honour',
      report_proof: null,
      valid_from: '2026-01-17T09:00:00.000Z',
      valid_to: '2026-01-18T09:00:00.000Z',
      conditions: [{ id: expect.any(Number), field: 'NAME', operator: 'EQ', value: 'Mageblood', any_of: null }],
      version: 1,
      scoring_preset_id,
      scoring_preset: null,
      children: [],
    })
  })

  it('Q-06: accepts null for every optional field', async () => {
    const nothing = { id: null, extra: null, hide_progress: null, valid_from: null, valid_to: null, scoring_preset_id: null }
    const answer = await put(body({ ...nothing, conditions: [nameIs('x', { id: null })] }))
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ extra: '', hide_progress: false, valid_from: null, scoring_preset_id: null })
  })

  it.each([
    ['parent_id', { parent_id: 0 }],
    ['parent_id', { parent_id: null }],
    ['required_number', { required_number: 0 }],
    ['name', { name: '' }],
    ['conditions', { conditions: null }],
    ['conditions.0.value', { conditions: [nameIs('')] }],
  ])('Q-07: %s that is zero or empty counts as missing', async (field, more) => {
    const answer = await put(body(more))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'invalid_request', problems: [{ field, problem: 'is required' }] })
  })

  it('D-44: refuses an unusable condition, naming field, operator and reason, and saves nothing', async () => {
    const conditions = [nameIs('x'), { field: 'ILVL', operator: 'MATCHES', value: '8.' }]
    const answer = await put(body({ conditions }))
    expect(answer.statusCode).toBe(400)
    const problem = expect.stringMatching(/^ILVL MATCHES: ILVL is of type int, which has no operator "MATCHES"/) as string
    expect(answer.json()).toMatchObject({ problems: [{ field: 'conditions.1.operator', problem }] })
    expect((await read(root.id)).children).toEqual([])
  })

  it('names every broken rule of the tree', async () => {
    const leaf = await create()
    const answer = await put(
      body({ parent_id: leaf.id, number_field: 'PLAYER_LEVEL', aggregation: 'DIFFERENCE_BETWEEN', scoring_preset_id: 999_999 }),
    )
    expect(answer.json<{ problems: { field: string }[] }>().problems.map(({ field }) => field)).toEqual([
      'parent_id',
      'number_field',
      'valid_from',
      'scoring_preset_id',
    ])
  })

  it('stores all of many simultaneous ones, each with a ledger entry', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => put(body({ name: `Unique ${at}` }))))
    expect(answers.map((answer) => answer.statusCode)).toEqual(answers.map(() => 201))
    expect((await read(root.id)).children).toHaveLength(8)
    expect(await listReasons()).toHaveLength(8)
  })
})

describe('editing an objective', () => {
  it('Q-05: accepts the whole objective back, children included, and Q-08: answers 201', async () => {
    const category = await aCategory({ parent_id: root.id })
    const leaf = await create({ parent_id: category.id })
    const whole = await read(category.id)
    const answer = await put({ ...whole, name: 'Renamed', scoring_preset: { id: 3 }, children: [{ ...leaf, name: 'ignored' }] })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ id: category.id, name: 'Renamed', children: [{ id: leaf.id, name: 'Mageblood' }] })
  })

  it('keeps omitted conditions, overwrites conditions with an id, adds conditions without', async () => {
    const { id, conditions } = await create({ conditions: [nameIs('one'), nameIs('two')] })
    const second = conditions[1]?.id
    const edited = (await put(body({ id, conditions: [nameIs('2', { id: second }), nameIs('three')] }))).json<Objective>()
    expect(edited.conditions.map(({ value }) => value)).toEqual(['one', '2', 'three'])
    expect(edited.conditions[1]?.id).toBe(second)
  })

  it('with other_conditions=remove has exactly the conditions of the body', async () => {
    const { id, conditions } = await create({ conditions: [nameIs('one'), nameIs('two')] })
    const payload = body({ id, conditions: [nameIs('two', { id: conditions[1]?.id }), nameIs('three')] })
    const edited = (await put(payload, event.id, '?other_conditions=remove')).json<Objective>()
    expect(edited.conditions.map(({ value }) => value)).toEqual(['two', 'three'])
  })

  it('keeps the alternatives of a stored condition if the body omits them', async () => {
    const { id, conditions } = await create({ conditions: [nameIs('one', { any_of: 4 }), nameIs('two', { any_of: 4 })] })
    expect(conditions.map(({ any_of }) => any_of)).toEqual([4, 4])
    const [one, two] = conditions.map((condition) => condition.id)
    const payload = body({
      id,
      conditions: [nameIs('1', { id: one }), nameIs('two', { id: two, any_of: null }), nameIs('three')],
    })
    const edited = (await put(payload)).json<Objective>()
    expect(edited.conditions.map(({ value, any_of }) => [value, any_of])).toEqual([
      ['1', 4],
      ['two', null],
      ['three', null],
    ])
  })

  it('keeps the counts of a stored condition if the body omits them, and answers only those above 1', async () => {
    const counted = { any_of: 4, at_least: 2, counts_as: 40 }
    const { id, conditions } = await create({
      conditions: [nameIs('one', counted), nameIs('two', counted), nameIs('three', { any_of: 4, at_least: 1, counts_as: null })],
    })
    expect(conditions.map(({ at_least, counts_as }) => [at_least, counts_as])).toEqual([
      [2, 40],
      [2, 40],
      [undefined, undefined],
    ])
    const [one, two, three] = conditions.map((condition) => condition.id)
    const edit = [
      nameIs('1', { id: one }),
      nameIs('2', { id: two, at_least: null, counts_as: 1 }),
      nameIs('3', { id: three, any_of: null }),
    ]
    const edited = (await put(body({ id, conditions: edit }))).json<Objective>()
    expect(edited.conditions).toEqual([
      { id: one, field: 'NAME', operator: 'EQ', value: '1', ...counted },
      { id: two, field: 'NAME', operator: 'EQ', value: '2', any_of: 4 },
      { id: three, field: 'NAME', operator: 'EQ', value: '3', any_of: null },
    ])
  })

  it.each([
    ['at_least', 0],
    ['at_least', 1001],
    ['counts_as', 0],
    ['counts_as', 10_001],
  ])('refuses %s %s, naming the field', async (field, number) => {
    const answer = await put(body({ conditions: [nameIs('one', { any_of: 1, [field]: number })] }))
    expect(answer.json()).toMatchObject({ code: 'invalid_request', problems: [{ field: `conditions.0.${field}` }] })
  })

  it('refuses a condition of another objective', async () => {
    const other = await create({ conditions: [nameIs('theirs')] })
    const answer = await put(body({ conditions: [nameIs('mine now', { id: other.conditions[0]?.id })] }))
    expect(answer.json()).toMatchObject({
      problems: [{ field: 'conditions.0.id', problem: 'is not a condition of this objective' }],
    })
    expect((await read(other.id)).conditions).toEqual(other.conditions)
  })

  it('moves a branch, and never below itself', async () => {
    const [upper, other] = [await aCategory({ parent_id: root.id }), await aCategory({ parent_id: root.id })]
    const lower = await aCategory({ parent_id: upper.id })
    const wire = (category: Row<'objectives'>, parent_id: number) => ({ ...category, parent_id, conditions: [] })
    expect((await put(wire(lower, other.id))).json()).toMatchObject({ parent_id: other.id })
    expect((await put(wire(lower, upper.id))).statusCode).toBe(201)
    const answer = await put(wire(upper, lower.id))
    expect(answer.json()).toMatchObject({ problems: [{ field: 'parent_id', problem: 'would make it its own ancestor' }] })
  })

  it('of two moves that would form a cycle together, one is refused', async () => {
    const [one, two] = [await aCategory({ parent_id: root.id }), await aCategory({ parent_id: root.id })]
    const answers = await Promise.all([
      put({ ...one, parent_id: two.id, conditions: [] }),
      put({ ...two, parent_id: one.id, conditions: [] }),
    ])
    expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([201, 400])
  })

  it('refuses changes to the root', async () => {
    const category = await aCategory({ parent_id: root.id })
    const answer = await put({ ...root, parent_id: category.id, conditions: [] })
    expect(answer.json()).toMatchObject({ problems: [{ field: 'id', problem: 'the root of the tree cannot be edited' }] })
  })

  it('does not change the kind of an objective with submissions', async () => {
    const submission = await create({ objective_type: 'SUBMISSION', number_field: 'SUBMISSION_VALUE' })
    const retyped = body({ id: submission.id })
    const team = await aTeam(server.db, event.id)
    const { id: user_id } = await aUser(server.db)
    await insertRows(server.db, 'submissions', {
      event_id: event.id,
      objective_id: submission.id as Row<'objectives'>['id'],
      team_id: team.id,
      user_id,
      number: 1,
      timestamp: new Date(testNow),
      submitted_at: new Date(testNow),
    })
    expect((await put(retyped)).json()).toMatchObject({ problems: [{ field: 'objective_type' }] })
    await server.db.updateTable('submissions').set({ approval_status: 'REJECTED' }).execute()
    expect((await put(retyped)).statusCode).toBe(201)
  })

  it('adds a ledger entry with author and change, and none without a change', async () => {
    const made = await create({ conditions: [nameIs('one')] })
    await put(made)
    await put({ ...made, required_number: 3, valid_to: '2026-01-18T09:00:00Z' })
    await put({ ...made, required_number: 3, valid_to: '2026-01-18T09:00:00Z', conditions: [nameIs('two')] })
    await remove(made.id)
    expect(await listReasons()).toEqual([
      '"Mageblood" was added',
      '"Mageblood" was edited: required_number, valid_to',
      '"Mageblood" was edited: conditions',
      '"Mageblood" was deleted',
    ])
  })

  it('does not find a missing objective', async () => {
    expect((await put(body({ id: 999_999 }))).json()).toMatchObject({ code: 'objective_not_found' })
  })
})

describe('reading one objective', () => {
  it('D-49: shows designers the unmasked objective, before it opens too, with its children', async () => {
    const category = await aCategory({ parent_id: root.id, valid_from: new Date(testNow + 1000) })
    const leaf = await create({ parent_id: category.id, conditions: [nameIs('x')] })
    expect(await read(category.id)).toMatchObject({
      id: category.id,
      name: category.name,
      children: [{ id: leaf.id, conditions: [{ value: 'x' }] }],
    })
  })

  it('does not find a missing objective', async () => {
    expect(await read(999_999)).toMatchObject({ code: 'objective_not_found' })
  })
})

describe('deleting an objective', () => {
  it('removes everything below it, with a ledger entry', async () => {
    const category = await aCategory({ parent_id: root.id, name: 'Rings' })
    const leaf = await create({ parent_id: category.id })
    expect((await remove(category.id)).statusCode).toBe(204)
    expect(await read(leaf.id)).toMatchObject({ code: 'objective_not_found' })
    expect((await listReasons()).at(-1)).toBe('"Rings" was deleted, with 1 below it')
  })

  it('D-38: succeeds if it is already deleted', async () => {
    expect((await remove(999_999)).statusCode).toBe(204)
    expect(await listReasons()).toEqual([])
  })

  it('never deletes the root', async () => {
    expect((await remove(root.id)).json()).toMatchObject({ problems: [{ field: 'id' }] })
    expect(await read(root.id)).toMatchObject({ id: root.id })
  })

  it('D-28: does not take 0 for an id', async () => {
    expect((await remove(0)).statusCode).toBe(400)
  })
})

describe('D-11: the event in the path', () => {
  let other: Row<'events'>
  let theirs: Row<'objectives'>
  beforeEach(async () => {
    other = await anEvent(server.db)
    theirs = await aCategory({ parent_id: (await aCategory({ parent_id: null }, other.id)).id }, other.id)
  })

  it('owns the objectives that are edited, read, deleted and extended', async () => {
    expect((await put({ ...theirs, parent_id: root.id, conditions: [] })).json()).toMatchObject({ code: 'objective_not_found' })
    expect(await read(theirs.id)).toMatchObject({ code: 'objective_not_found' })
    expect((await remove(theirs.id)).json()).toMatchObject({ code: 'objective_not_found' })
    expect((await put(body({ parent_id: theirs.id }))).json()).toMatchObject({ problems: [{ field: 'parent_id' }] })
    const scoring_preset_id = await aPreset(server.db, other.id)
    expect((await put(body({ scoring_preset_id }))).json()).toMatchObject({ problems: [{ field: 'scoring_preset_id' }] })
    const still = await server.db.selectFrom('objectives').selectAll().where('id', '=', theirs.id).executeTakeFirstOrThrow()
    expect(still).toEqual(theirs)
  })

  it('takes no edits while it is locked', async () => {
    const leaf = await create()
    await server.db.updateTable('events').set({ is_locked: true }).where('id', '=', event.id).execute()
    for (const answer of [await put(body()), await put(body({ id: leaf.id })), await remove(leaf.id)]) {
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ code: 'event_locked', error: 'Event is locked' })
    }
    expect(await read(leaf.id)).toMatchObject({ id: leaf.id })
  })
})
