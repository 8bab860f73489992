import { readFileSync } from 'node:fs'
import type { DefinitionEditInput } from '@muster/contract/definition'
import type { DefinitionFile } from '@muster/contract/definition-file'
import { planImport } from '@muster/domain/definition-file/plan'
import { sampleDefinitions } from '@muster/domain/definition-file/testing/test-definitions'
import { writeDefinition } from '@muster/domain/definition-file/write'
import { seasonValues } from '@muster/domain/event-import/testing/seasons'
import { translateSeason } from '@muster/domain/event-import/translate'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { anEvent, eventStart } from '../../testing/builders.ts'
import { useTestServer, useRole } from '../../testing/use-server.ts'
import { insertRoot } from '../events/store.ts'

const server = useTestServer()
const admin = useRole(server, 'admin')
const designer = useRole(server, 'objective_designer')
let event: Row<'events'>
const anEmptyEvent = async () => {
  const made = await anEvent(server.db)
  await server.db.transact((tx) => insertRoot(tx, made.id))
  return made
}
beforeEach(async () => {
  event = await anEmptyEvent()
})

const read = async (query = '', as = admin, event_id: number = event.id) =>
  (await server.get(`/events/${event_id}/definition${query}`, as)).json<DefinitionFile>()
const edit = (edits: readonly DefinitionEditInput[], as = admin, more: object = {}) =>
  server.send('POST', `/events/${event.id}/definition/edits`, as, { edits, ...more })

/** Applies a file as a page does. */
async function apply(text: string, parts = { event: true, rules: true }, as = admin) {
  const current = await read('', as)
  const plan = planImport(current, text, parts)
  if (!plan.ok) throw new Error(JSON.stringify(plan.problems))
  if (plan.edits.length === 0) return null
  return edit(plan.edits, as, { definition_version: current.definition_version })
}

const example = (name: string) => readFileSync(new URL(`../../definition/examples/${name}.yaml`, import.meta.url), 'utf8')
const withoutEvent = { event: false, rules: true }

describe('a definition file', () => {
  it('is exported as it was applied, byte by byte, even over another one', async () => {
    const definitions = sampleDefinitions(60, 7)
    for (const definition of definitions) {
      const text = writeDefinition(definition)
      const answer = await apply(text)
      if (answer) expect(answer.json()).not.toHaveProperty('problems')
      expect((await read()).text).toBe(text)
      expect(planImport(await read(), text)).toMatchObject({ ok: true, edits: [] })
    }
  }, 120_000)

  it.each(['weekend', 'league'])(
    '%s, an example, fits an empty event, which keeps its own name and start',
    async (name) => {
      expect((await apply(example(name)))?.statusCode).toBe(200)
      const { text } = await read()
      expect(text).toContain(`name: ${event.name}`)
      expect(text).toContain(`event_start_time: ${new Date(eventStart).toISOString().replace('.000', '')}`)
      expect(text.slice(text.indexOf('scoring_presets'))).toBe(example(name).slice(example(name).indexOf('scoring_presets')))
    },
    60_000,
  )

  it.each(['specification', 'latest'] as const)(
    'translated from the %s words of another system can be applied',
    async (words) => {
      const season = translateSeason(seasonValues[words]())
      if (!season.ok) throw new Error(season.problem)
      const text = writeDefinition(season.document)
      expect((await apply(text))?.statusCode).toBe(200)
      expect(planImport(await read(), text)).toMatchObject({ ok: true, edits: [] })
    },
  )

  it('is exported as JSON, too, and can be applied again', async () => {
    await apply(example('weekend'))
    const { text } = await read('?format=json')
    expect(JSON.parse(text)).toMatchObject({ muster_definition: 1, objectives: [{ key: 'uniques' }, {}, {}, {}] })
    expect(planImport(await read(), text)).toMatchObject({ ok: true, edits: [] })
  })

  it('keeps the keys of renamed objectives, and copies of an event have the same keys', async () => {
    await apply(example('weekend'), withoutEvent)
    const before = await read()
    const id = before.objective_ids['goldrim']
    const objective = (await server.get(`/events/${event.id}/objectives/${id}`, designer)).json<object>()
    expect(objective).not.toHaveProperty('file_key')
    await server.send('PUT', `/events/${event.id}/objectives`, designer, { ...objective, name: 'Rime of gold' })
    const renamed = await read()
    expect(renamed.objective_ids).toEqual(before.objective_ids)
    expect(renamed.text).toBe(before.text.replace('name: Goldrim', 'name: Rime of gold'))
    const copy = await server.send('POST', `/events/${event.id}/duplicate`, admin, {
      ...event,
      name: 'Copy',
      event_start_time: event.event_end_time,
      event_end_time: new Date(event.event_end_time.getTime() + 172_800_000),
    })
    const copied = await read('', admin, copy.json<{ id: number }>().id)
    expect(Object.keys(copied.objective_ids)).toEqual(Object.keys(before.objective_ids))
    // Windows are relative to the start, so the copy and the original are written as the same text.
    const tree = (file: DefinitionFile) => file.text.slice(file.text.indexOf('scoring_presets'))
    expect(tree(copied)).toBe(tree(renamed))
  })

  it('gives objectives created by hand a key from their name, and no key twice', async () => {
    const { root_id } = await read()
    const body = { parent_id: root_id, objective_type: 'CATEGORY', aggregation: 'NONE', number_field: 'FINISHED_OBJECTIVES' }
    const create = (name: string) =>
      server.send('PUT', `/events/${event.id}/objectives`, designer, { ...body, name, required_number: 1, conditions: [] })
    await create('Gold Rim')
    await create('Gold rim!')
    const preset = { name: 'Gold Rim', points: [1], scoring_method: 'PRESENCE', type: 'OBJECTIVE' }
    await server.send('PUT', `/events/${event.id}/scoring-presets`, designer, preset)
    await server.send('PUT', `/events/${event.id}/scoring-presets`, designer, preset)
    const { objective_ids, scoring_preset_ids } = await read()
    expect(Object.keys(objective_ids)).toEqual(['gold-rim', 'gold-rim-2'])
    expect(Object.keys(scoring_preset_ids)).toEqual(['gold-rim', 'gold-rim-2'])
    const taken = await server.send('PUT', `/events/${event.id}/objectives`, designer, {
      ...body,
      name: 'Other',
      required_number: 1,
      conditions: [],
      file_key: 'gold-rim',
    })
    expect(taken.json()).toMatchObject({ problems: [{ field: 'file_key', problem: 'is already the key of "Gold Rim"' }] })
  })
})

describe('an earlier version', () => {
  it('is exported with its objectives, presets and times, and can be applied again', async () => {
    await apply(example('weekend'), withoutEvent)
    const first = await read()
    await apply(example('league'), withoutEvent)
    const second = await read()
    expect(second.text).not.toBe(first.text)
    const then = await read(`?version=${first.definition_version}`)
    expect(then.definition_version).toBe(first.definition_version)
    const upToRules = (text: string) => text.slice(0, text.indexOf('\nrules:'))
    expect(upToRules(then.text)).toBe(upToRules(first.text))
    // Parts that a version of the definition does not store have their current value.
    expect(then.text.slice(then.text.indexOf('\nrules:'))).toBe(second.text.slice(second.text.indexOf('\nrules:')))
    expect((await apply(then.text))?.statusCode).toBe(200)
    expect(upToRules((await read()).text)).toBe(upToRules(first.text))
  }, 60_000)

  it('an unknown version is not found', async () => {
    const other = await anEmptyEvent()
    const missing = await server.get(`/events/${other.id}/definition?version=1`, admin)
    expect([missing.statusCode, missing.json<{ code: string }>().code]).toEqual([404, 'definition_not_found'])
  })
})

describe('rights to apply a file', () => {
  const rules = { kind: 'write_rules', text: 'New', base_version: 0 } as const
  const renamed = { kind: 'save_event', event: { name: 'Mine' } } as const

  it('designers change the tree, but neither the rules nor the event', async () => {
    expect((await apply(example('weekend'), { event: false, rules: false }, designer))?.statusCode).toBe(200)
    for (const one of [rules, renamed]) {
      for (const call of ['edits', 'what-if']) {
        const answer = await server.send('POST', `/events/${event.id}/definition/${call}`, designer, { edits: [one] })
        expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'not_allowed'])
      }
    }
    expect((await read()).text).not.toContain('Mine')
  })

  it('of two edits of the rules from the same version, the second is refused, with the whole file', async () => {
    expect((await edit([rules])).statusCode).toBe(200)
    const answer = await edit([renamed, { ...rules, text: 'Newer' }])
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'rules_changed'])
    expect((await read()).text).not.toContain('Mine')
  })

  it('dates in the wrong order are refused with the field, as is an older version of the event', async () => {
    const wrong = await edit([{ kind: 'save_event', event: { event_end_time: '2020-01-01T00:00:00Z' } }])
    expect(wrong.json()).toMatchObject({ problems: [{ field: 'edits.0.event.event_end_time' }] })
    const { event_version } = await read()
    expect((await edit([{ ...renamed, base_version: event_version }])).statusCode).toBe(200)
    expect((await edit([{ ...renamed, base_version: event_version }])).json()).toMatchObject({ code: 'changed_meanwhile' })
  })
})
