import type { DefinitionEdited, DefinitionEditInput, WhatIf } from '@muster/contract/definition'
import type { ObjectiveId, ScoringPresetId } from '@muster/contract/ids'
import type { Objective } from '@muster/contract/objectives'
import type { Receipt } from '@muster/contract/receipts'
import type { ScoreDiff } from '@muster/contract/scores'
import { beforeEach, describe, expect, it } from 'vitest'
import { appendFacts } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { openScorekeeper } from '../../scoring/scorekeeper.ts'
import { verifyStandings } from '../../scoring/verify.ts'
import { anEvent, anObjective, aPreset, aTeam, publishDefinition, testNow } from '../../testing/builders.ts'
import { useRole, useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
const designer = useRole(server, 'objective_designer')
let event: Row<'events'>
let root: Row<'objectives'>
let presets: readonly ScoringPresetId[]
beforeEach(async () => {
  server.setNow(testNow)
  event = await anEvent(server.db)
  root = await anObjective(server.db, event.id, { name: 'default', objective_type: 'CATEGORY', aggregation: 'NONE' })
  const { id } = event
  presets = [
    await aPreset(server.db, id, { name: 'Places', points: [10, 5], scoring_method: 'RANKED_TIME' }),
    await aPreset(server.db, id, { name: 'Value', points: [2], scoring_method: 'POINTS_FROM_VALUE' }),
    await aPreset(server.db, id, { name: 'Present', points: [1] }),
  ]
})

const body = (more: object = {}) => ({
  parent_id: root.id,
  name: 'Scarabs',
  objective_type: 'ITEM',
  aggregation: 'MAXIMUM',
  number_field: 'STACK_SIZE',
  required_number: 3,
  conditions: [],
  ...more,
})
const put = (more: object) => server.send('PUT', `/events/${event.id}/objectives`, designer, body(more))
const create = async (more: object) => (await put(more)).json<Objective>()
const readText = async () => (await server.get(`/events/${event.id}/objectives`, designer)).body
const edit = (edits: readonly DefinitionEditInput[], call = 'edits') =>
  server.send('POST', `/events/${event.id}/definition/${call}`, designer, { edits })

describe('an objective with several rules', () => {
  it('names them in order, and one with one rule is answered as before, byte for byte', async () => {
    const [first, second] = presets
    const several = await create({ scoring_preset_id: second, further_preset_ids: [first], finished_by: 'first' })
    expect(several).toMatchObject({ scoring_preset_id: second, further_preset_ids: [first], finished_by: 'first' })
    const one = await create({ scoring_preset_id: first })
    const text = await readText()
    expect(text).toContain(
      `"scoring_preset_id":${second},"version":1,"conditions":[],"extra":"","valid_from":null,"valid_to":null,"scoring_preset":null,"further_preset_ids":[${first}],"finished_by":"first","children":[]}`,
    )
    expect(text).toContain(
      `{"id":${one.id},"parent_id":${root.id},"name":"Scarabs","objective_type":"ITEM","aggregation":"MAXIMUM","number_field":"STACK_SIZE","required_number":3,"hide_progress":false,"reports":null,"report_proof":null,"scoring_preset_id":${first},"version":1,"conditions":[],"extra":"","valid_from":null,"valid_to":null,"scoring_preset":null,"children":[]}`,
    )
  })

  it('keeps rules that an edit leaves out, and replaces rules that an edit names', async () => {
    const [first, second, third] = presets
    const { id } = await create({ scoring_preset_id: first, further_preset_ids: [second, third], finished_by: 'first' })
    expect((await put({ id, scoring_preset_id: first, name: 'Renamed' })).json()).toMatchObject({
      version: 2,
      further_preset_ids: [second, third],
      finished_by: 'first',
    })
    const swapped = { id, scoring_preset_id: third, further_preset_ids: [second, first], name: 'Renamed' }
    expect((await put(swapped)).json()).toMatchObject({
      version: 3,
      scoring_preset_id: third,
      further_preset_ids: [second, first],
    })
    expect((await put(swapped)).json()).toMatchObject({ version: 3 })
    const single = (await put({ ...swapped, further_preset_ids: [] })).json<Objective>()
    expect([single.further_preset_ids, single.finished_by]).toEqual([undefined, undefined])
  })

  it.each<[string, (ids: readonly ScoringPresetId[]) => object, string]>([
    ['a rule twice', ([a, b]) => ({ scoring_preset_id: a, further_preset_ids: [b, a] }), 'further_preset_ids.1'],
    ['a further rule without a first', ([a]) => ({ further_preset_ids: [a] }), 'further_preset_ids.0'],
    ['an unknown preset', ([a]) => ({ scoring_preset_id: a, further_preset_ids: [1_000_000] }), 'further_preset_ids.0'],
    ['more than eight', ([a]) => ({ scoring_preset_id: a, further_preset_ids: Array(8).fill(a) }), 'further_preset_ids'],
  ])('refuses %s', async (_, rules, field) => {
    const answer = await put(rules(presets))
    expect([answer.statusCode, answer.json<{ problems: { field: string }[] }>().problems[0]?.field]).toEqual([400, field])
  })

  it('takes presets that the same call creates', async () => {
    const preset = { name: 'New', points: [3], scoring_method: 'PRESENCE' as const, type: 'OBJECTIVE' as const }
    const objective = body({ scoring_preset_id: presets[0], further_preset_ids: ['new', presets[1]] })
    const answer = await edit([
      { kind: 'save_preset', preset, key: 'new' },
      { kind: 'save_objective', objective: objective as never },
    ])
    const made = answer.json<DefinitionEdited>().scoring_preset_ids.new
    expect(await readText()).toContain(`"further_preset_ids":[${made},${presets[1]}]`)
    const unknown = body({ scoring_preset_id: presets[0], further_preset_ids: ['other'] })
    const refused = await edit([{ kind: 'save_objective', objective: unknown as never }])
    expect(refused.json()).toMatchObject({ problems: [{ field: 'edits.0.objective.further_preset_ids.0' }] })
  })

  it('goes on with the next rule when the first is deleted', async () => {
    const [first, second, third] = presets
    const { id } = await create({ scoring_preset_id: first, further_preset_ids: [second, third] })
    for (const [gone, left] of [
      [first, { scoring_preset_id: second, further_preset_ids: [third] }],
      [third, { scoring_preset_id: second }],
      [second, { scoring_preset_id: null }],
    ] as const) {
      await server.send('DELETE', `/events/${event.id}/scoring-presets/${gone}`, designer)
      expect((await server.get(`/events/${event.id}/objectives/${id}`, designer)).json()).toMatchObject(left)
    }
    expect(await readText()).not.toContain('further_preset_ids')
  })
})

describe('the scores of an objective with several rules', () => {
  /** Two teams, an objective with one rule and one with two, and a fact of each team on both. */
  async function play() {
    const { db, ctx } = server
    const teams = [await aTeam(db, event.id), await aTeam(db, event.id)]
    const one = await create({ scoring_preset_id: presets[0] })
    const two = await create({ scoring_preset_id: presets[0], further_preset_ids: [presets[1]] })
    const facts = [one, two].flatMap(({ id }) =>
      teams.map(({ id: team_id }, at) => ({
        objective_id: id as ObjectiveId,
        team_id,
        user_id: null,
        source: `stash:${at}`,
        number: 3 + at,
        timestamp: new Date(testNow - 60_000 + at * 1000),
      })),
    )
    await db.transact((tx) => appendFacts(tx, event.id, facts))
    await publishDefinition(db, event.id)
    const keeper = await openScorekeeper(ctx, event.id)
    await keeper.step()
    return { teams, one, two, keeper }
  }
  const at = Math.floor((testNow - 60_000) / 1000)

  it('are the sum, with each rule by name; an objective with one rule is answered as before, byte for byte', async () => {
    const { teams, one, two } = await play()
    const [, blue] = teams
    const text = (await server.get(`/events/${event.id}/scores/latest`)).body
    const where = (objective: Objective, team: Row<'teams'> | undefined) => `"objective_id":${objective.id},"team_id":${team?.id}`
    expect(text).toContain(
      `{${where(one, blue)},"diff_type":"Unchanged","score":{"points":5,"rank":2,"number":4,"finished":true,"timestamp":${at + 1}},"sequence":`,
    )
    const shares = [
      `{"scoring_preset_id":${presets[0]},"points":5,"rank":2,"number":4,"finished":true,"timestamp":${at + 1}}`,
      `{"scoring_preset_id":${presets[1]},"points":8,"rank":0,"number":4,"finished":true,"timestamp":${at + 1}}`,
    ]
    expect(text).toContain(
      `{${where(two, blue)},"diff_type":"Unchanged","score":{"points":13,"rank":2,"number":4,"finished":true,"timestamp":${at + 1},"by_rule":[${shares.join(',')}]},"sequence":`,
    )
    const changes = (await server.get(`/events/${event.id}/scores/changes`)).json<ScoreDiff[]>()
    expect(changes.filter(({ score }) => score.by_rule)).toHaveLength(2)
    expect(await verifyStandings(server.db, event.id)).toMatchObject({ compared: 4, differences: [] })
  })

  it('have a receipt with a line for each rule; a single rule has no such line', async () => {
    const { teams, one, two } = await play()
    const read = async ({ id }: Objective) =>
      (await server.get(`/events/${event.id}/objectives/${id}/receipt?team_id=${teams[0]?.id}`)).json<Receipt>()
    expect(await read(two)).toMatchObject({
      points: 16,
      own_points: 16,
      sentence: 'Finished. Points of its 2 rules: 10 + 6 = 16.',
      rules: [
        { scoring_preset_id: presets[0], points: 10, rank: 1, timestamp: at, sentence: '3 of 3: 1st place, 10 points.' },
        { scoring_preset_id: presets[1], points: 6, rank: 0, timestamp: at, sentence: '3 counted: 6 points.' },
      ],
    })
    const receipt = await read(one)
    expect(Object.keys(receipt)).not.toContain('rules')
    expect(Object.keys(receipt)).not.toContain('adjustments')
  })

  it('change when a rule is added or removed, in the preview as in the standings', async () => {
    const { teams, one, two, keeper } = await play()
    const objective = (id: number, further_preset_ids: readonly ScoringPresetId[]) =>
      body({ id, scoring_preset_id: presets[0], further_preset_ids }) as never
    const edits: DefinitionEditInput[] = [
      { kind: 'save_objective', objective: objective(one.id, [presets[2] ?? (0 as never)]) },
      { kind: 'save_objective', objective: objective(two.id, []) },
    ]
    const effect = (await edit(edits, 'what-if')).json<WhatIf>()
    expect(effect.teams.map(({ team_id, points_now, points_then }) => [team_id, points_now, points_then])).toEqual([
      [teams[0]?.id, 26, 21],
      [teams[1]?.id, 18, 11],
    ])
    await edit(edits)
    await keeper.step()
    const diffs = (await server.get(`/events/${event.id}/scores/latest`)).json<ScoreDiff[]>()
    expect(diffs.map(({ objective_id, score }) => [objective_id, score.points, score.by_rule?.length])).toEqual([
      [one.id, 11, 2],
      [one.id, 6, 2],
      [two.id, 10, undefined],
      [two.id, 5, undefined],
    ])
  })
})
