import type { Event } from '@muster/contract/events'
import type { Objective } from '@muster/contract/objectives'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { findDefinition } from '../../db/definition.ts'
import type { Row } from '../../db/schema.ts'
import { aMember, anEvent, anObjective, aPreset, aTeam, aUser, eventStart, insertRows } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
let admin: { authorization: string }
let original: Row<'events'>
beforeAll(async () => {
  const { db } = server
  const user = await aUser(db, { permissions: ['admin'] })
  admin = await server.as(user)
  original = await anEvent(db, { is_locked: true })
  await aMember(db, await aTeam(db, original.id, { name: 'Lanterns', color: '#112233', allowed_classes: ['Slayer'] }), user.id)
  const root = await anObjective(db, original.id, { name: 'default', objective_type: 'CATEGORY', aggregation: 'NONE' })
  const preset = await aPreset(db, original.id, {
    points: [10.5, 5],
    point_cap: 40,
    description: 'words',
    parameters: { required_children: 2 },
  })
  const further = await aPreset(db, original.id, { name: 'further' })
  const category = await anObjective(db, original.id, { parent_id: root.id, name: 'Dailies', scoring_preset_id: preset })
  const daily = await anObjective(db, original.id, {
    parent_id: category.id,
    name: 'Second day',
    view: 'dailies',
    required_number: 3,
    hide_progress: true,
    valid_from: new Date(eventStart + 24 * hour_ms + 1),
    valid_to: new Date(eventStart + 48 * hour_ms),
    scoring_preset_id: preset,
    finished_by: 'first',
  })
  await insertRows(db, 'objective_presets', { objective_id: daily.id, position: 0, preset_id: further })
  const conditions = [
    { objective_id: daily.id, field: 'NAME' as const, operator: 'EQ' as const, value: 'Headhunter' },
    { objective_id: daily.id, field: 'ILVL' as const, operator: 'GT' as const, value: '80' },
  ]
  await insertRows(db, 'conditions', conditions)
  const example = { objective_id: daily.id, must_match: true, item: JSON.stringify({ name: 'Headhunter' }), holds: false }
  await insertRows(db, 'item_examples', { ...example, added_at: new Date(eventStart) })
})

const hour_ms = 3_600_000
const day = 24 * hour_ms

/** The body of the older web client: the whole event, with another start. */
const aBody = (shift_ms: number, more: object = {}) => {
  const moved = (time: Date) => new Date(time.getTime() + shift_ms).toISOString()
  return {
    ...original,
    name: `${original.name} (Copy)`,
    waitlist_size: 5,
    application_start_time: moved(original.application_start_time),
    application_end_time: moved(original.application_end_time),
    event_start_time: moved(original.event_start_time),
    event_end_time: moved(original.event_end_time),
    teams: [{ id: 1, name: 'ignored' }],
    ...more,
  }
}
async function duplicate(body: object): Promise<Event> {
  const answer = await server.send('POST', `/events/${original.id}/duplicate`, admin, body)
  expect(answer.statusCode).toBe(201)
  return answer.json<Event>()
}
const treeOf = async (id: number) => (await server.get(`/events/${id}/objectives`, admin)).json<Objective>()
const presetsOf = async (id: number) => (await server.get(`/events/${id}/scoring-presets`, admin)).json<ScoringPreset[]>()
const flatten = (objective: Objective): Objective[] => [objective, ...objective.children.flatMap(flatten)]

describe('a copy of an event', () => {
  it('has its own id and the fields of the body, and no teams, even if the body has some', async () => {
    const copy = await duplicate(aBody(0, { is_locked: false }))
    expect(copy.id).not.toBe(original.id)
    expect(copy).toMatchObject({ name: `${original.name} (Copy)`, is_locked: false, waitlist_size: 5, teams: [] })
  })

  it('has the same rules: presets, objectives and conditions under new ids', async () => {
    const copy = await duplicate(aBody(0))
    const [presets, copies] = [await presetsOf(original.id), await presetsOf(copy.id)]
    expect(copies.map(({ id: _, ...preset }) => preset)).toEqual(presets.map(({ id: _, ...preset }) => preset))
    const [nodes, copiedNodes] = [flatten(await treeOf(original.id)), flatten(await treeOf(copy.id))]
    const rule = (node: Objective, of: ScoringPreset[]) => ({
      ...node,
      id: 0,
      parent_id: null,
      children: node.children.map((child) => child.name),
      conditions: node.conditions.map(({ id: _, ...condition }) => condition),
      scoring_preset_id: of.findIndex((preset) => preset.id === node.scoring_preset_id),
      further_preset_ids: node.further_preset_ids?.map((id) => of.findIndex((preset) => preset.id === id)),
    })
    expect(copiedNodes.map((node) => rule(node, copies))).toEqual(nodes.map((node) => rule(node, presets)))
    const ids = (list: Objective[]) => list.flatMap((node) => [node.id, ...node.conditions.map((condition) => 0 - condition.id)])
    expect(ids(nodes).filter((id) => ids(copiedNodes).includes(id))).toEqual([])
    expect(await findDefinition(server.db, copy.id)).toMatchObject({ definition: { team_ids: [], objectives: { length: 3 } } })
  })

  it('keeps the order of conditions, wherever the database has put their rows', async () => {
    const daily_id = flatten(await treeOf(original.id)).find((node) => node.name === 'Second day')?.id ?? 0
    await sql`
      with moved as (
        delete from conditions where id = (select min(id) from conditions where objective_id = ${daily_id}) returning *
      )
      insert into conditions overriding system value select * from moved`.execute(server.db)
    const copy = await duplicate(aBody(0))
    const daily = flatten(await treeOf(copy.id)).find((node) => node.name === 'Second day')
    expect(daily?.conditions.map(({ field }) => field)).toEqual(['NAME', 'ILVL'])
  })

  it('has the saved items of its objectives', async () => {
    const copy = await duplicate(aBody(0))
    const daily = flatten(await treeOf(copy.id)).find((node) => node.name === 'Second day')
    const rows = await server.db
      .selectFrom('item_examples')
      .selectAll()
      .where('objective_id', '=', daily?.id as never)
      .execute()
    expect(rows).toMatchObject([{ must_match: true, item: { name: 'Headhunter' }, holds: false, added_at: new Date(eventStart) }])
  })

  it('moves the windows of its objectives with its start, to the millisecond and across a change of the clocks', async () => {
    for (const shift_ms of [0, 90 * day + 1234, -7 * day]) {
      const copy = await duplicate(aBody(shift_ms))
      const daily = flatten(await treeOf(copy.id)).find((node) => node.name === 'Second day')
      expect(daily).toMatchObject({
        valid_from: new Date(eventStart + day + 1 + shift_ms).toISOString(),
        valid_to: new Date(eventStart + 2 * day + shift_ms).toISOString(),
      })
      expect(flatten(await treeOf(copy.id))[1]).toMatchObject({ name: 'Dailies', valid_from: null, valid_to: null })
    }
  })

  it('has the teams without members on request', async () => {
    const copy = await duplicate(aBody(0, { copy_teams: true }))
    expect(copy.teams).toMatchObject([{ name: 'Lanterns', color: '#112233', allowed_classes: ['Slayer'], event_id: copy.id }])
    expect((await server.get(`/events/${copy.id}/users`, admin)).json()).toEqual({ [String(copy.teams[0]?.id)]: [] })
  })

  it('has a root even if the original has none', async () => {
    const bare = await anEvent(server.db)
    const answer = await server.send('POST', `/events/${bare.id}/duplicate`, admin, aBody(0))
    expect(await treeOf(answer.json<Event>().id)).toMatchObject({ name: 'default' })
  })

  it('leaves the original unchanged', async () => {
    const before = [await treeOf(original.id), await presetsOf(original.id)]
    await duplicate(aBody(day))
    expect([await treeOf(original.id), await presetsOf(original.id)]).toEqual(before)
  })

  it('is refused with the wrong fields', async () => {
    const body = aBody(0, { event_end_time: new Date(0).toISOString() })
    const answer = await server.send('POST', `/events/${original.id}/duplicate`, admin, body)
    expect(answer.json()).toMatchObject({ code: 'invalid_request', problems: [{ field: 'event_end_time' }] })
  })

  it('copies the rules as a first version', async () => {
    const { db } = server
    const author_id = (await aUser(db)).id
    const rows = ['old', 'new'].map((text, index) => ({ version: index + 1, text }))
    const written_at = new Date(eventStart)
    await insertRows(
      db,
      'event_rules',
      rows.map((row) => ({ ...row, event_id: original.id, written_at, author_id })),
    )
    const copy = await duplicate(aBody(day))
    const copied = await db.selectFrom('event_rules').select(['version', 'text']).where('event_id', '=', copy.id).execute()
    expect(copied).toEqual([{ version: 1, text: 'new' }])
  })

  it('asks the same questions in its signup form, which have no answers yet', async () => {
    const question = { id: 3, text: 'Why?', kind: 'text', choices: [], is_required: false, shown_to: 'leads' }
    const row = { event_id: original.id, version: 5, questions: JSON.stringify([question]), last_id: 4 }
    await insertRows(server.db, 'signup_questions', row)
    const copy = await duplicate(aBody(day))
    const copied = await server.db.selectFrom('signup_questions').selectAll().where('event_id', '=', copy.id).execute()
    expect(copied).toEqual([{ event_id: copy.id, version: 1, questions: [question], last_id: 4 }])
  })

  it('leaves out unwanted parts: objectives with their presets, and rules', async () => {
    const copy = await duplicate(aBody(0, { copy_objectives: false, copy_rules: false, copy_teams: true }))
    expect(flatten(await treeOf(copy.id)).map((node) => node.name)).toEqual(['default'])
    expect(await presetsOf(copy.id)).toEqual([])
    expect((await server.get(`/events/${copy.id}/rules`, admin)).json()).toMatchObject({ version: 0, text: '' })
    expect(copy.teams).toMatchObject([{ name: 'Lanterns' }])
  })

  it('has the logos of its teams by default', async () => {
    const { db } = server
    const team = await db.selectFrom('teams').select('id').where('event_id', '=', original.id).executeTakeFirstOrThrow()
    const logo = { team_id: team.id, hash: 'ab'.repeat(32), picture: Buffer.from('a picture'), uploaded_at: new Date(eventStart) }
    await insertRows(db, 'team_logos', logo)
    const copy = await duplicate(aBody(0, { copy_teams: true }))
    const [copied] = copy.teams
    expect(copied?.logo).toBe(`/api/events/${copy.id}/teams/${copied?.id}/logo?hash=${logo.hash}`)
    expect((await duplicate(aBody(0, { copy_teams: true, copy_logos: false }))).teams).toMatchObject([{ logo: null }])
  })

  it('has the windows of the body, and moves the others', async () => {
    const nodes = flatten(await treeOf(original.id))
    const idOf = (name: string) => nodes.find((node) => node.name === name)?.id ?? 0
    const window = (objective_id: number, valid_from: string | null, valid_to: string | null) => ({
      objective_id,
      valid_from,
      valid_to,
    })
    const from = new Date(eventStart + 25 * hour_ms).toISOString()
    const copy = await duplicate(aBody(day, { windows: [window(idOf('Second day'), from, null)] }))
    expect(flatten(await treeOf(copy.id)).find((node) => node.name === 'Second day')).toMatchObject({
      valid_from: from,
      valid_to: null,
    })
    const other = await duplicate(aBody(day, { windows: [window(idOf('Dailies'), null, from)] }))
    const [, dailies, second] = flatten(await treeOf(other.id))
    expect(dailies).toMatchObject({ name: 'Dailies', valid_to: from })
    expect(second).toMatchObject({ valid_from: new Date(eventStart + 2 * day + 1).toISOString() })
  })

  it('refuses windows of unknown objectives, repeated ones, and windows that close before they open', async () => {
    const [root, dailies] = flatten(await treeOf(original.id))
    const [early, late] = [new Date(eventStart).toISOString(), new Date(eventStart + day).toISOString()]
    const refuse = async (windows: object[]) =>
      (await server.send('POST', `/events/${original.id}/duplicate`, admin, aBody(0, { windows }))).json<unknown>()
    const events = async () => (await server.get('/events', admin)).json<Event[]>().length
    const before = await events()
    const stranger = await anObjective(server.db, (await anEvent(server.db)).id)
    expect(await refuse([{ objective_id: stranger.id, valid_from: early }])).toMatchObject({
      code: 'objective_not_found',
      problems: [{ field: 'windows.0.objective_id' }],
    })
    const twice = [{ objective_id: root?.id }, { objective_id: root?.id }]
    expect(await refuse(twice)).toMatchObject({ problems: [{ field: 'windows.1.objective_id' }] })
    expect(await refuse([{ objective_id: dailies?.id, valid_from: late, valid_to: early }])).toMatchObject({
      problems: [{ field: 'windows.0.valid_to' }],
    })
    expect(await events()).toBe(before + 1)
  })
})
