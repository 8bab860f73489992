import type { CheckResult, Condition } from '@muster/contract/conditions'
import { itemFields } from '@muster/contract/conditions'
import { maxConditions, objectiveTypes } from '@muster/contract/objectives'
import { setTimeout } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { anEvent, anObjective, testNow, insertRows } from '../../testing/builders.ts'
import { useTestServer, useRole } from '../../testing/use-server.ts'

const server = useTestServer()
const designer = useRole(server, 'objective_designer')
let event: Row<'events'>
let root: Row<'objectives'>
let objective: Row<'objectives'>
beforeEach(async () => {
  event = await anEvent(server.db)
  root = await anObjective(server.db, event.id, { objective_type: 'CATEGORY', aggregation: 'NONE' })
  objective = await anObjective(server.db, event.id, { parent_id: root.id, name: 'Mageblood' })
})

const ask = (method: 'PUT' | 'POST' | 'DELETE', path: string, payload?: object) =>
  server.app.inject({ method, url: `/api/events/${event.id}/conditions${path}`, headers: designer, ...(payload && { payload }) })
const body = (more: object = {}) => ({ objective_id: objective.id, field: 'NAME', operator: 'EQ', value: 'Mageblood', ...more })
const create = async (more: object = {}) => (await ask('PUT', '', body(more))).json<Condition>()
const listStored = () =>
  server.db
    .selectFrom('conditions')
    .innerJoin('objectives', 'objectives.id', 'conditions.objective_id')
    .selectAll('conditions')
    .where('event_id', '=', event.id)
    .orderBy('conditions.id')
    .execute()
const listReasons = async () =>
  (
    await server.db
      .selectFrom('definition_changes')
      .select('reason')
      .where('event_id', '=', event.id)
      .orderBy('sequence')
      .execute()
  ).map((row) => row.reason)

describe('saving a condition', () => {
  it('adds it and answers 201', async () => {
    const answer = await ask('PUT', '', body({ id: null }))
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({ id: expect.any(Number), field: 'NAME', operator: 'EQ', value: 'Mageblood', any_of: null })
    expect(await listReasons()).toEqual(['"Mageblood" has the new condition NAME EQ Mageblood'])
  })

  it('overwrites the condition with the given id, and moves it to another objective', async () => {
    const { id } = await create()
    const other = await anObjective(server.db, event.id, { parent_id: root.id, name: 'Headhunter' })
    const answer = await ask('PUT', '', body({ id, objective_id: other.id, operator: 'CONTAINS', value: 'hunter' }))
    expect(answer.statusCode).toBe(201)
    expect(await listStored()).toEqual([
      {
        id,
        objective_id: other.id,
        field: 'NAME',
        operator: 'CONTAINS',
        value: 'hunter',
        any_of: null,
        at_least: null,
        counts_as: null,
      },
    ])
  })

  it('trims a text for equality, because no item has surrounding blanks', async () => {
    expect(await create({ value: ' Mageblood' })).toMatchObject({ value: 'Mageblood' })
    expect(await create({ operator: 'MATCHES', value: ' of ' })).toMatchObject({ value: ' of ' })
  })

  it.each([
    ['a field of another type', { field: 'ILVL', operator: 'CONTAINS' }, 'operator', 'ILVL CONTAINS: '],
    ['an invalid number', { field: 'ILVL', operator: 'GT', value: '8x' }, 'value', 'ILVL GT: "8x" is not a whole number'],
    [
      'a pattern that does not compile',
      { operator: 'MATCHES', value: '(a' },
      'value',
      'NAME MATCHES: the pattern is not accepted',
    ],
    [
      'a pattern of exponential cost',
      { operator: 'MATCHES', value: '(a)\\1' },
      'value',
      'NAME MATCHES: the pattern is not accepted',
    ],
    ['an oversized pattern', { operator: 'MATCHES', value: 'x'.repeat(501) }, 'value', 'NAME MATCHES: the pattern is longer'],
  ])('D-44: refuses %s with field, operator and reason', async (_, more, field, reason) => {
    const answer = await ask('PUT', '', body(more))
    expect(answer.statusCode).toBe(400)
    const { error, problems } = answer.json<{ error: string; problems: { field: string; problem: string }[] }>()
    expect(problems).toEqual([{ field, problem: expect.stringContaining(reason) as string }])
    expect(error).toContain(reason)
    expect(await listStored()).toEqual([])
  })

  it.each(['field', 'operator', 'value', 'objective_id'])('Q-07: needs %s', async (field) => {
    const answer = await ask('PUT', '', body({ [field]: field === 'objective_id' ? 0 : '' }))
    expect(answer.json()).toMatchObject({ code: 'invalid_request', problems: [{ field }] })
  })

  it('stops at the maximum of conditions for an objective, except for edits', async () => {
    const row = { objective_id: objective.id, field: 'NAME' as const, operator: 'EQ' as const, value: 'x' }
    await insertRows(
      server.db,
      'conditions',
      Array.from({ length: maxConditions }, () => row),
    )
    const [first] = await listStored()
    expect((await ask('PUT', '', body())).json()).toMatchObject({ problems: [{ field: 'objective_id' }] })
    expect((await ask('PUT', '', body({ id: first?.id }))).statusCode).toBe(201)
  })

  it('D-37: does not find a missing condition', async () => {
    expect((await ask('PUT', '', body({ objective_id: 999_999 }))).json()).toMatchObject({ code: 'objective_not_found' })
    expect((await ask('PUT', '', body({ id: 999_999 }))).json()).toMatchObject({ code: 'condition_not_found' })
  })
})

describe('deleting a condition', () => {
  it('answers 204 without a body, and adds a change to the ledger', async () => {
    const { id } = await create()
    const answer = await ask('DELETE', `/${id}`)
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect(await listStored()).toEqual([])
    expect((await listReasons()).at(-1)).toBe('The condition NAME EQ Mageblood of "Mageblood" was removed')
  })

  it('D-28: does not take 0 for an id', async () => {
    await create()
    expect((await ask('DELETE', '/0')).statusCode).toBe(400)
    expect(await listStored()).toHaveLength(1)
  })

  it('D-37: does not find a missing condition', async () => {
    expect((await ask('DELETE', '/999999')).json()).toMatchObject({ code: 'condition_not_found' })
  })
})

describe('D-11: the event in the path', () => {
  it('owns the conditions and the objectives they are put on', async () => {
    const { id } = await create()
    const mine = await listStored()
    const other = await anEvent(server.db)
    const theirs = await anObjective(server.db, other.id)
    const through = (method: 'PUT' | 'DELETE', path: string, payload?: object) =>
      server.app.inject({
        method,
        url: `/api/events/${other.id}/conditions${path}`,
        headers: designer,
        ...(payload && { payload }),
      })
    expect((await through('DELETE', `/${id}`)).json()).toMatchObject({ code: 'condition_not_found' })
    expect((await through('PUT', '', body())).json()).toMatchObject({ code: 'objective_not_found' })
    expect((await through('PUT', '', body({ id, objective_id: theirs.id }))).json()).toMatchObject({
      code: 'condition_not_found',
    })
    expect((await ask('PUT', '', body({ id, objective_id: theirs.id }))).json()).toMatchObject({ code: 'objective_not_found' })
    expect(await listStored()).toEqual(mine)
  })

  it('takes no edits while it is locked', async () => {
    const { id } = await create()
    await server.db.updateTable('events').set({ is_locked: true }).where('id', '=', event.id).execute()
    for (const answer of [await ask('PUT', '', body()), await ask('DELETE', `/${id}`)]) {
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ code: 'event_locked', error: 'Event is locked' })
    }
    expect(await listStored()).toHaveLength(1)
  })
})

describe('testing an item', () => {
  const item = { name: 'Mageblood', typeLine: 'Heavy Belt', baseType: 'Heavy Belt', rarity: 'Unique', ilvl: 84, frameType: 3 }
  const test = async (payload: object, query = '') => (await ask('POST', `/test${query}`, payload)).json<CheckResult[]>()

  it('Q-11: names the objectives that it completes, with its number', async () => {
    const belt = await anObjective(server.db, event.id, { parent_id: root.id })
    await create()
    await create({ objective_id: belt.id, field: 'BASE_TYPE', value: 'Heavy Belt' })
    await create({ objective_id: belt.id, field: 'ILVL', operator: 'GT', value: '83' })
    expect(await test(item)).toEqual([
      { ObjectiveId: objective.id, Number: 1 },
      { ObjectiveId: belt.id, Number: 1 },
    ])
    expect(await test({ ...item, ilvl: 83, stackSize: 7 })).toEqual([{ ObjectiveId: objective.id, Number: 7 }])
  })

  it('does not depend on the time', async () => {
    await create()
    await server.db
      .updateTable('objectives')
      .set({ valid_from: new Date(testNow + 1000), valid_to: new Date(testNow + 2000) })
      .where('id', '=', objective.id)
      .execute()
    expect(await test(item)).toHaveLength(1)
  })

  it('never counts a foil item', async () => {
    await create()
    expect(await test({ ...item, frameType: 10 })).toEqual([])
  })

  it("explains one objective: the item's values, matched conditions, and failed conditions", async () => {
    await create({ value: 'Headhunter' })
    await create({ field: 'EXPLICIT_MODS', operator: 'CONTAINS', value: 'Life' })
    const answer = await test({ ...item, frameType: 10, explicitMods: ['+90 to maximum Life'] }, `?explain=${objective.id}`)
    expect(answer).toEqual([
      {
        ObjectiveId: objective.id,
        Number: 1,
        Matches: false,
        Obstacles: ['foil'],
        Conditions: [
          { Field: 'NAME', Operator: 'EQ', Value: 'Headhunter', AnyOf: null, Seen: 'Mageblood', Holds: false, Refused: null },
          {
            Field: 'EXPLICIT_MODS',
            Operator: 'CONTAINS',
            Value: 'Life',
            AnyOf: null,
            Seen: ['+90 to maximum Life'],
            Holds: true,
            Refused: null,
          },
        ],
      },
    ])
    expect((await ask('POST', '/test?explain=999999', item)).json()).toMatchObject({ code: 'objective_not_found' })
  })

  it.each([{}, { name: null, properties: 'x', sockets: {}, stackSize: 'many' }, { explicitMods: [null, 3, {}] }])(
    'accepts any object as an item: %j',
    async (odd) => {
      await create({ field: 'NAME', operator: 'DOES_NOT_MATCH', value: '.' })
      expect(await test(odd)).toEqual([{ ObjectiveId: objective.id, Number: 1 }])
    },
  )

  it.each([[[]], ['text'], [null]])('accepts no other value as an item: %j', async (odd) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/events/${event.id}/conditions/test`,
      headers: { ...designer, 'content-type': 'application/json' },
      payload: JSON.stringify(odd),
    })
    expect(answer.statusCode).toBe(400)
  })
})

function scramble(seed: number): string {
  let state = seed + 1
  return Array.from({ length: 900 }, () => {
    state = (state * 48_271) % 2_147_483_647
    return 'abcdefghi jklmnopqrstuvwxyz'[state % 27] ?? ''
  }).join('')
}

describe('an expensive pattern', () => {
  const patterns = Array.from({ length: 40 }, (_, at) => `(?:[aeiou${at}].{0,160}){3}~$`)
  /** Never the same letters twice in a row: results that the engine caches for one text do not help with the next. */
  const texts = Array.from({ length: 900 }, (_, at) => `~${scramble(at)}`)

  it('and huge is refused on saving, with the field', async () => {
    const answer = await ask('PUT', '', body({ field: 'EXPLICIT_MODS', operator: 'CONTAINS_MATCH', value: '(x?){1000}x{1000}$' }))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      code: 'invalid_request',
      problems: [{ field: 'value', problem: expect.stringContaining('EXPLICIT_MODS CONTAINS_MATCH: the pattern is too large') }],
    })
  })

  it('blocks no other request during a test, and the test is ended', async () => {
    for (const value of patterns) await create({ field: 'EXPLICIT_MODS', operator: 'CONTAINS_MATCH', value })
    let isAnswered = false
    const answer = ask('POST', `/test?explain=${objective.id}`, { explicitMods: texts }).finally(() => (isAnswered = true))
    let others = 0
    for (; !isAnswered; others++) {
      expect((await server.get('/clock')).statusCode).toBe(200)
      await setTimeout(5)
    }
    expect((await answer).json()).toMatchObject({ code: 'invalid_request', problems: [{ field: 'body' }] })
    expect(others).toBeGreaterThan(50)
  })

  it('stored by an older version is left out, and reported', async () => {
    const value = '(x?){1000}x{1000}$'
    await insertRows(server.db, 'conditions', { objective_id: objective.id, field: 'NAME', operator: 'MATCHES', value })
    const answer = await ask('POST', `/test?explain=${objective.id}`, { name: 'x' })
    expect(answer.json()).toMatchObject([
      { Matches: false, Conditions: [{ Refused: expect.stringContaining('the pattern is too large') }] },
    ])
  })
})

describe('the valid mappings', () => {
  it('name every field, and the operators and numbers that fit', async () => {
    const answer = (await server.get(`/events/${event.id}/conditions/valid-mappings`, designer)).json<
      Record<string, Record<string, unknown>>
    >()
    expect(Object.keys(answer['field_to_type'] ?? {})).toEqual(itemFields)
    expect(answer['valid_operators']).toMatchObject({ bool: ['EQ', 'NEQ'] })
    expect(Object.keys(answer['objective_type_to_number_fields'] ?? {})).toEqual(objectiveTypes)
    expect(answer['objective_type_to_number_fields']).toMatchObject({ ITEM: ['STACK_SIZE'], CATEGORY: ['FINISHED_OBJECTIVES'] })
  })
})
