import type { DefinitionChange, DefinitionEdited, DefinitionEditInput } from '@muster/contract/definition'
import type { Objective } from '@muster/contract/objectives'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { anEvent, anObjective, aUser, testNow } from '../../testing/builders.ts'
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
  root = await aCategory('default', null)
})

const aCategory = (name: string, parent_id: Row<'objectives'>['parent_id']) =>
  anObjective(server.db, event.id, {
    name,
    parent_id,
    objective_type: 'CATEGORY',
    aggregation: 'NONE',
    number_field: 'FINISHED_OBJECTIVES',
  })
const edit = (edits: readonly DefinitionEditInput[], more: object = {}) =>
  server.send('POST', `/events/${event.id}/definition/edits`, designer, { edits, ...more })
const made = async (edits: readonly DefinitionEditInput[]) => {
  const answer = await edit(edits)
  expect(answer.json()).toMatchObject({ definition_version: expect.any(Number) as number })
  return answer.json<DefinitionEdited>()
}
const leaf = { objective_type: 'ITEM', aggregation: 'EARLIEST', number_field: 'STACK_SIZE', required_number: 1 } as const
const category = {
  objective_type: 'CATEGORY',
  aggregation: 'NONE',
  number_field: 'FINISHED_OBJECTIVES',
  required_number: 1,
} as const
const nameIs = (value: string, any_of: number | null = null) => ({ field: 'NAME', operator: 'EQ', value, any_of }) as const
const save = (name: string, more: object = {}): DefinitionEditInput => ({
  kind: 'save_objective',
  key: name,
  objective: { ...leaf, name, parent_id: root.id, conditions: [nameIs(name)], ...more },
})
const readTree = async () => (await server.get(`/events/${event.id}/objectives`, designer)).json<Objective>()
const outline = ({ name, children }: Objective): string =>
  children.length === 0 ? name : `${name}(${children.map(outline).join(' ')})`
const readOutline = async () => outline(await readTree())
const listChanges = async () => (await server.get(`/events/${event.id}/definition/changes`, designer)).json<DefinitionChange[]>()

describe('many edits in one call', () => {
  it('add new objectives to new categories and give them new presets, by their keys', async () => {
    const { objective_ids, scoring_preset_ids, definition_version } = await made([
      {
        kind: 'save_preset',
        key: 'race',
        preset: { name: 'Race', points: [3, 2, 1], scoring_method: 'RANKED_TIME', type: 'OBJECTIVE' },
      },
      { kind: 'save_objective', key: 'rings', objective: { ...category, name: 'Rings', parent_id: root.id, conditions: [] } },
      {
        kind: 'save_objective',
        key: 'mageblood',
        objective: {
          ...leaf,
          name: 'Mageblood',
          parent_key: 'rings',
          scoring_preset_key: 'race',
          conditions: [nameIs('Mageblood')],
        },
      },
    ])
    const [rings] = (await readTree()).children
    expect(rings).toMatchObject({ id: objective_ids['rings'], name: 'Rings' })
    expect(rings?.children).toMatchObject([
      { id: objective_ids['mageblood'], scoring_preset_id: scoring_preset_ids['race'], conditions: [nameIs('Mageblood')] },
    ])
    const changes = await listChanges()
    expect(changes).toEqual([
      {
        sequence: definition_version,
        author: { id: author.id, display_name: author.display_name },
        reason: 'The preset "Race" was added; "Rings" was added; "Mageblood" was added',
        timestamp: new Date(testNow).toISOString(),
      },
    ])
  })

  it('are applied together or not at all, and the refusal names the edit and its field', async () => {
    const answer = await edit([save('One'), save('Two', { required_number: 1, number_field: 'PLAYER_LEVEL' })])
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'invalid_request', problems: [{ field: 'edits.1.objective.number_field' }] })
    expect(await readOutline()).toBe('default')
    expect(await listChanges()).toEqual([])
  })

  it.each([
    ['edits.0.objective.name', () => [save('A', { name: '' })]],
    ['edits.0.objective.parent_key', () => [save('A', { parent_id: null, parent_key: 'nothing' })]],
    ['edits.0.objective.parent_id', () => [save('A', { parent_id: null })]],
    [
      'edits.0.objective.conditions.0.operator',
      () => [save('A', { conditions: [{ field: 'ILVL', operator: 'MATCHES', value: '8' }] })],
    ],
    ['edits.1.key', () => [save('A'), save('A')]],
    ['edits.1.ids.0', () => [save('A'), { kind: 'set_dates', ids: [999_999], valid_to: null }]],
    ['edits.0', () => [{ kind: 'duplicate_objective', id: 999_999, parent_id: root.id, name: 'Copy' }]],
    ['edits.0.id', () => [{ kind: 'delete_objective', id: root.id }]],
  ] satisfies [string, () => unknown[]][])('refuse %s by name', async (field, edits) => {
    const answer = await edit(edits() as DefinitionEditInput[])
    expect(answer.json()).toMatchObject({ problems: [{ field }] })
  })

  it('state the reason in one entry, summarise a long list, and add no entry without a change', async () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G']
    await edit(
      names.map((name) => save(name)),
      { reason: ' Agreed on ' },
    )
    const [change] = await listChanges()
    expect(change?.reason).toBe(
      'Agreed on ("A" was added; "B" was added; "C" was added; "D" was added; "E" was added; and 2 more)',
    )
    const [first] = (await readTree()).children
    await made([
      { kind: 'place_objective', id: first?.id ?? 0, parent_id: root.id, before_id: (await readTree()).children[1]?.id ?? 0 },
    ])
    expect(await listChanges()).toHaveLength(1)
  })

  it('need the right to design objectives, and an unlocked event', async () => {
    await server.db.updateTable('events').set({ is_locked: true }).where('id', '=', event.id).execute()
    expect((await edit([save('A')])).json()).toMatchObject({ code: 'event_locked' })
  })

  it('a thousand at once are all stored', async () => {
    const edits = Array.from({ length: 1000 }, (_, at) => save(`Objective ${at}`))
    await made(edits)
    const { children } = await readTree()
    expect(children.map(({ name }) => name)).toEqual(edits.map((_, at) => `Objective ${at}`))
  }, 60_000)
})

describe('a simultaneous edit by another designer', () => {
  it('is not overwritten: the refusal names the version', async () => {
    const { objective_ids, definition_version } = await made([save('A')])
    const id = objective_ids['A'] ?? 0
    await made([{ kind: 'set_dates', ids: [id], valid_to: '2026-01-18T09:00:00Z' }])
    const late = await edit([{ kind: 'delete_objective', id, base_version: 1 }])
    expect(late.statusCode).toBe(409)
    expect(late.json()).toMatchObject({ code: 'changed_meanwhile', problems: [{ field: 'edits.0.base_version' }] })
    const saved = await edit([save('A', { id, base_version: 1 })])
    expect(saved.json()).toMatchObject({ code: 'changed_meanwhile', problems: [{ field: 'edits.0.objective.base_version' }] })
    const whole = await edit([save('B')], { definition_version })
    expect(whole.json()).toMatchObject({ code: 'changed_meanwhile', problems: [{ field: 'definition_version' }] })
    expect(await readOutline()).toBe('default(A)')
  })

  it('is not an earlier edit of the same call', async () => {
    const { objective_ids } = await made([save('A'), save('B')])
    const id = objective_ids['A'] ?? 0
    const answer = await edit([
      save('A', { id, base_version: 1, extra: 'more' }),
      { kind: 'place_objective', id, parent_id: root.id, base_version: 1 },
    ])
    expect(answer.statusCode).toBe(200)
    expect(await readOutline()).toBe('default(B A)')
  })
})

describe('the order of siblings', () => {
  it('is that in which they were added, until they are moved', async () => {
    const { objective_ids: ids } = await made([save('A'), save('B'), save('C')])
    expect(await readOutline()).toBe('default(A B C)')
    await made([{ kind: 'place_objective', id: ids['C'] ?? 0, parent_id: root.id, before_id: ids['A'] ?? 0 }])
    expect(await readOutline()).toBe('default(C A B)')
    await made([{ kind: 'place_objective', id: ids['C'] ?? 0, parent_id: root.id }, save('D')])
    expect(await readOutline()).toBe('default(A B C D)')
    await made([save('E'), { kind: 'place_objective', key: 'E', parent_id: root.id, before_id: ids['B'] ?? 0 }])
    expect(await readOutline()).toBe('default(A E B C D)')
  })

  it('is kept when one moves to another category, at its new position', async () => {
    const [one, two] = [await aCategory('One', root.id), await aCategory('Two', root.id)]
    const inside = (name: string, parent_id: number) => save(name, { parent_id })
    const { objective_ids: ids } = await made([
      inside('A', one.id),
      inside('B', one.id),
      inside('X', two.id),
      inside('Y', two.id),
    ])
    await made([{ kind: 'place_objective', id: ids['A'] ?? 0, parent_id: two.id, before_id: ids['Y'] ?? 0 }])
    expect(await readOutline()).toBe('default(One(B) Two(X A Y))')
    const refused = await edit([{ kind: 'place_objective', id: ids['A'] ?? 0, parent_id: one.id, before_id: ids['Y'] ?? 0 }])
    expect(refused.json()).toMatchObject({ problems: [{ field: 'edits.0.before_id' }] })
    const circle = await edit([{ kind: 'place_objective', id: one.id, parent_id: ids['B'] ?? 0 }])
    expect(circle.json()).toMatchObject({ problems: [{ field: 'edits.0.parent_id' }] })
  })
})

describe('a change of many objectives', () => {
  const change = ({ id, version, conditions: _, children: __, ...item }: Objective, fields: object): DefinitionEditInput => ({
    kind: 'save_objective',
    other_conditions: 'keep',
    objective: { ...item, id, base_version: version, conditions: [], ...fields } as never,
  })
  const branch = async () => {
    const [one, two] = [await aCategory('One', root.id), await aCategory('Two', root.id)]
    await made(['A', 'B', 'C'].map((name) => save(name, { parent_id: one.id, valid_from: '2026-01-17T09:00:00Z' })))
    const read = async () => (await readTree()).children.flatMap(({ children }) => children)
    return { one, two, read, before: await read(), changes: (await listChanges()).length }
  }

  it('is one version in the order of the edits, keeps conditions, and is undone by one more', async () => {
    const { one, two, read, before, changes } = await branch()
    const [a, b, c] = before as [Objective, Objective, Objective]
    const fields = { parent_id: two.id, required_number: 3, hide_progress: true, valid_from: null }
    await made([change(a, fields), change(c, fields)])
    expect(await readOutline()).toBe('default(One(B) Two(A C))')
    const moved = (await read()).filter(({ parent_id }) => parent_id === two.id)
    expect(moved).toMatchObject([a, c].map(({ id, conditions }) => ({ ...fields, id, conditions })))
    const { parent_id: _, ...old } = { ...fields, required_number: 1, hide_progress: false, valid_from: a.valid_from }
    await made(
      moved.flatMap((item) => [
        change(item, old),
        { kind: 'place_objective', id: item.id, parent_id: one.id, before_id: item.id === a.id ? b.id : null } as const,
      ]),
    )
    expect(await readOutline()).toBe('default(One(A B C) Two)')
    const withoutVersion = (items: readonly Objective[]) => items.map(({ version: _version, ...item }) => item)
    expect(withoutVersion(await read())).toEqual(withoutVersion(before))
    expect(await listChanges()).toHaveLength(changes + 2)
  })

  it.each([
    ['a field', 400, 'edits.2.objective.valid_to', { valid_to: '2026-01-16T09:00:00Z' }],
    ['another organiser’s edit', 409, 'edits.2.objective.base_version', { base_version: 77 }],
  ])('is refused as a whole for %s of one objective, which is named', async (_, status, field, wrong) => {
    const { read, before, changes } = await branch()
    const edits = before.map((item, at) => change(item, { required_number: 3, ...(at === 2 && wrong) }))
    const answer = await edit(edits)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ problems: [{ field }] })
    expect(await read()).toEqual(before)
    expect(await listChanges()).toHaveLength(changes)
  })
})

describe('a copied branch', () => {
  it('has everything below it in order, with conditions and alternatives, and new ids', async () => {
    const rings = await aCategory('Rings', root.id)
    const conditions = [nameIs('A', 3), nameIs('B', 3)]
    await made([save('One', { parent_id: rings.id, conditions }), save('Two', { parent_id: rings.id })])
    const { objective_ids } = await made([
      { kind: 'duplicate_objective', id: rings.id, parent_id: root.id, name: 'Belts', key: 'belts' },
      save('Three', { parent_id: null, parent_key: 'belts' }),
    ])
    expect(await readOutline()).toBe('default(Rings(One Two) Belts(One Two Three))')
    const copy = (await readTree()).children.find(({ id }) => id === objective_ids['belts'])
    expect(copy?.children[0]?.conditions).toMatchObject(conditions)
    expect((await listChanges())[0]?.reason).toBe('"Rings" was copied to "Belts", with 2 below it; "Three" was added')
  })

  it('may be copied into itself once, and the root never', async () => {
    const rings = await aCategory('Rings', root.id)
    await made([{ kind: 'duplicate_objective', id: rings.id, parent_id: rings.id, name: 'Inner' }])
    expect(await readOutline()).toBe('default(Rings(Inner))')
    const refused = await edit([{ kind: 'duplicate_objective', id: root.id, parent_id: rings.id, name: 'World' }])
    expect(refused.json()).toMatchObject({ problems: [{ field: 'edits.0.id' }] })
  })
})

it('omitted dates stay unchanged', async () => {
  const { objective_ids: ids } = await made([save('A', { valid_from: '2026-01-17T09:00:00Z' }), save('B')])
  await made([{ kind: 'set_dates', ids: Object.values(ids), valid_to: '2026-01-18T09:00:00Z' }])
  const { children } = await readTree()
  expect(children.map(({ valid_from, valid_to }) => [valid_from, valid_to])).toEqual([
    ['2026-01-17T09:00:00.000Z', '2026-01-18T09:00:00.000Z'],
    [null, '2026-01-18T09:00:00.000Z'],
  ])
})

it('the list of changes pages on from a number', async () => {
  for (const name of ['A', 'B', 'C']) await made([save(name)])
  const all = await listChanges()
  const answer = await server.get(`/events/${event.id}/definition/changes?before=${all[0]?.sequence}&limit=1`, designer)
  expect(answer.json()).toEqual([all[1]])
})
