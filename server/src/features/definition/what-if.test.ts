import type { DefinitionEditInput, RematchProgress, WhatIf } from '@muster/contract/definition'
import { beforeEach, expect, it } from 'vitest'
import { appendFacts } from '../../db/ledger.ts'
import { previewEdits } from '../../definition/preview/preview.ts'
import type { Row } from '../../db/schema.ts'
import { aMember, anEvent, anObjective, aPreset, aTeam, aUser, eventStart, testNow, insertRows } from '../../testing/builders.ts'
import { useTestServer, useRole } from '../../testing/use-server.ts'

const server = useTestServer()
const designer = useRole(server, 'objective_designer')
let event: Row<'events'>
let root: Row<'objectives'>
let level: Row<'objectives'>
let teams: readonly Row<'teams'>[]
let player: Row<'users'>
beforeEach(async () => {
  event = await anEvent(server.db)
  teams = [await aTeam(server.db, event.id), await aTeam(server.db, event.id)]
  player = await aUser(server.db)
  if (teams[0]) await aMember(server.db, teams[0], player.id)
  const category = { objective_type: 'CATEGORY', aggregation: 'NONE', number_field: 'FINISHED_OBJECTIVES' } as const
  root = await anObjective(server.db, event.id, { name: 'default', ...category })
  const number = { objective_type: 'PLAYER', number_field: 'PLAYER_LEVEL', aggregation: 'MAXIMUM' } as const
  level = await anObjective(server.db, event.id, {
    name: 'Level 5',
    parent_id: root.id,
    required_number: 5,
    scoring_preset_id: await aPreset(server.db, event.id, { points: [10] }),
    ...number,
  })
  await server.db.transact((tx) =>
    appendFacts(tx, event.id, [
      {
        objective_id: level.id,
        team_id: teams[0]?.id ?? (0 as never),
        user_id: player.id,
        source: 'correction:1',
        number: 7,
        timestamp: new Date(eventStart + 60_000),
      },
    ]),
  )
})

const ask = (edits: readonly DefinitionEditInput[]) =>
  server.send('POST', `/events/${event.id}/definition/what-if`, designer, { edits })
const countRows = async () => [
  await server.db.selectFrom('objectives').select('id').where('event_id', '=', event.id).execute(),
  await server.db.selectFrom('facts').select('sequence').where('event_id', '=', event.id).execute(),
  await server.db.selectFrom('definition_changes').select('sequence').where('event_id', '=', event.id).execute(),
]

it('shows the effect of a deletion, and stores nothing', async () => {
  const before = await countRows()
  const answer = await ask([{ kind: 'delete_objective', id: level.id }])
  expect(answer.statusCode).toBe(200)
  const effect = answer.json<WhatIf>()
  expect(effect).toMatchObject({
    teams: [
      { team_id: teams[0]?.id, points_now: 10, points_then: 0, rank_now: 1, rank_then: 1 },
      { team_id: teams[1]?.id, points_now: 0, points_then: 0, rank_now: 2, rank_then: 1 },
    ],
    objectives: [{ objective_id: level.id, name: 'Level 5', path: [], teams: [{ points_now: 10, points_then: 0 }] }],
    removed: { objectives: 1, conditions: 0, facts: 1, submissions: 0, points: 10 },
  })
  expect(effect.history.map(({ timestamp }) => timestamp)).toEqual([
    new Date(eventStart + 60_000).toISOString(),
    new Date(testNow).toISOString(),
  ])
  expect(effect.history[0]?.teams[0]).toEqual({ team_id: teams[0]?.id, points_now: 10, points_then: 0 })
  expect(await countRows()).toEqual(before)
})

it('names new objectives by their keys', async () => {
  const answer = await ask([
    { kind: 'duplicate_objective', id: level.id, parent_id: root.id, name: 'Level 5 again', key: 'again' },
    { kind: 'delete_objective', id: level.id },
  ])
  expect(answer.json<WhatIf>().objectives.map(({ objective_id, key, name }) => [objective_id, key, name])).toEqual([
    [level.id, null, 'Level 5'],
  ])
})

it('a preview is refused for the same reasons as the edits', async () => {
  const answer = await ask([{ kind: 'delete_objective', id: root.id }])
  expect(answer.json()).toMatchObject({ code: 'invalid_request', problems: [{ field: 'edits.0.id' }] })
})

it('a preview ends when its caller disconnects, and the next one starts', async () => {
  const left = new AbortController()
  const edits = [{ kind: 'delete_objective' as const, id: level.id, base_version: null }]
  const running = previewEdits(server.ctx, event, { edits, definition_version: null }, left.signal)
  left.abort()
  await expect(running).rejects.toMatchObject({ code: 'preview_too_long' })
  expect((await ask(edits)).statusCode).toBe(200)
})

it('announces re-evaluations after saving, before a job begins', async () => {
  const read = async () => (await server.get(`/events/${event.id}/definition/rematches`, designer)).json<RematchProgress>()
  expect(await read()).toEqual({ is_pending: true, rematches: [] })
  await insertRows(server.db, 'rematches', {
    objective_id: level.id,
    event_id: event.id,
    reads: 'readings',
    done: 3,
    total: 9,
    started_at: new Date(testNow),
  })
  expect(await read()).toEqual({
    is_pending: false,
    rematches: [{ objective_id: level.id, reads: 'readings', done: 3, total: 9, started_at: new Date(testNow).toISOString() }],
  })
})

it('two simultaneous previews run one after the other', async () => {
  const edits = [{ kind: 'delete_objective' as const, id: level.id }]
  const answers = await Promise.all([ask(edits), ask(edits), ask(edits)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
})
