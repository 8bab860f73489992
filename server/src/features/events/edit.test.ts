import type { Event } from '@muster/contract/events'
import { unchangedSettings } from '@muster/contract/testing/new-event'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { findDefinition } from '../../db/definition.ts'
import type { Row } from '../../db/schema.ts'
import {
  aMember,
  anEvent,
  anObjective,
  aPreset,
  aScoreChange,
  aTeam,
  aUser,
  eventStart,
  insertRows,
} from '../../testing/builders.ts'
import { anEventBody as aBody, hoursIn, readDefinitions } from '../../testing/events.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
let admin: { authorization: string }
let adminUser: Row<'users'>
beforeAll(async () => {
  adminUser = await aUser(server.db, { permissions: ['admin'] })
  admin = await server.as(adminUser)
})

const hour_ms = 3_600_000
const put = (body: unknown) => server.send('PUT', '/events', admin, body)
const definitionsOf = (event_id: number) => readDefinitions(server.db, event_id)

describe('a new event', () => {
  it('is answered in full, and has a root of its objectives named default', async () => {
    const answer = await put(aBody({ is_public: true, patch: '3.29' }))
    expect(answer.statusCode).toBe(201)
    const event = answer.json<Event>()
    expect(event).toEqual({
      ...aBody({ is_public: true, patch: '3.29' }),
      ...unchangedSettings,
      time_zone: 'UTC',
      embed_hosts: null,
      id: event.id,
      is_current: false,
      is_locked: false,
      version: 1,
      archived_at: null,
      raw_kept_until: null,
      final_since: null,
      teams: [],
    })
    expect((await server.get(`/events/${event.id}`)).json()).toEqual(event)
    expect((await server.get(`/events/${event.id}/objectives`)).json()).toMatchObject({
      name: 'default',
      parent_id: null,
      children: [],
    })
  })

  it('Q-05, Q-06: accepts a null or zero id, null flags and unknown fields', async () => {
    for (const id of [null, 0]) {
      const answer = await put({ ...aBody({ id, is_public: null, is_locked: null, patch: null }), teams: [{ id: 7 }], extra: 1 })
      expect(answer.statusCode).toBe(201)
      expect(answer.json()).toMatchObject({ is_public: false, is_locked: false, patch: null, teams: [] })
    }
  })

  it('is in the ledger from the start', async () => {
    const { id } = (await put(aBody())).json<Event>()
    expect(await definitionsOf(id)).toMatchObject([
      { author_id: adminUser.id, definition: { start_at: eventStart, team_ids: [], objectives: [{ name: 'default' }] } },
    ])
  })

  it.each([
    ['name', { name: '  ' }, 'is required'],
    ['name', { name: null }, 'is required'],
    ['name', { name: 'x'.repeat(201) }, 'must not be longer than 200 characters'],
    ['max_size', { max_size: 0 }, 'is required'],
    ['max_size', { max_size: -1 }, 'must not be negative'],
    ['max_size', { max_size: 1.5 }, 'must be a whole number'],
    ['max_size', { max_size: 2 ** 31 }, 'must not be larger than 2147483647'],
    ['waitlist_size', { waitlist_size: -1 }, 'must not be negative'],
    ['waitlist_size', { waitlist_size: undefined }, 'is required'],
    ['points_need_approval_above', { points_need_approval_above: -1 }, 'must not be negative'],
    ['game_version', { game_version: 'poe3' }, 'Invalid option: expected one of "poe1"|"poe2"'],
    ['event_start_time', { event_start_time: undefined }, 'must be a date and time'],
    ['event_start_time', { event_start_time: '' }, 'must be a date and time'],
    ['event_start_time', { event_start_time: 'tomorrow' }, 'must be a date and time'],
    ['event_start_time', { event_start_time: '2026-02-30T00:00:00Z' }, 'must be a date and time'],
    ['event_start_time', { event_start_time: '0001-01-01T00:00:00Z' }, 'is required'],
    ['id', { id: -4 }, 'must be a whole number from 1 to 2147483647'],
    ['event_end_time', { event_end_time: hoursIn(-1) }, 'must not be before event_start_time'],
    ['application_end_time', { application_end_time: hoursIn(-201) }, 'must not be before application_start_time'],
  ])('D-45: is refused with the field %s: %j', async (field, wrong, problem) => {
    const before = await server.db.selectFrom('events').select('id').execute()
    const answer = await put(aBody(wrong))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'invalid_request', problems: [{ field, problem }] })
    expect(await server.db.selectFrom('events').select('id').execute()).toHaveLength(before.length)
  })

  it('D-45: may end at its start, have no waitlist, and accept applications while it runs', async () => {
    const answer = await put(aBody({ event_end_time: hoursIn(0), waitlist_size: 0, application_end_time: hoursIn(48) }))
    expect(answer.statusCode).toBe(201)
  })
})

describe('an edit', () => {
  it('Q-05: sends the whole event, teams included, and updates it; locked events too', async () => {
    const row = await anEvent(server.db, { is_locked: true, patch: '3.28' })
    const team = await aTeam(server.db, row.id)
    const event = (await server.get(`/events/${row.id}`)).json<Event>()
    const answer = await put({ ...event, name: 'Renamed', is_locked: false, max_size: 7 })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      ...event,
      name: 'Renamed',
      is_locked: false,
      max_size: 7,
      version: 2,
      teams: [{ ...team, logo: null }],
    })
  })

  it('keeps the patch and the limit of points if a client does not send them, and removes them for null', async () => {
    const values = { patch: '3.28', points_need_approval_above: 50 }
    const { id } = await anEvent(server.db, values)
    expect((await put(aBody({ id, points_need_approval_above: undefined }))).json()).toMatchObject(values)
    const nothing = { patch: null, points_need_approval_above: null }
    expect((await put(aBody({ id, ...nothing }))).json()).toMatchObject(nothing)
  })

  it('keeps the time when objectives are shown if a client does not send it; another one applies to the next answer', async () => {
    const now = eventStart - hour_ms
    server.setNow(now)
    const { id } = (await put(aBody({ is_public: true }))).json<Event>()
    const { id: parent_id } = (await server.get(`/events/${id}/objectives`)).json<{ id: number }>()
    await anObjective(server.db, id, { parent_id: parent_id as never, name: 'Goldrim' })
    const readNames = async () =>
      (await server.get(`/events/${id}/objectives`)).json<{ children: { name: string }[] }>().children.map(({ name }) => name)
    expect(await readNames()).toEqual([])
    expect((await put(aBody({ id, is_public: true, objectives_shown: 'at_once' }))).json()).toMatchObject({ version: 2 })
    expect(await readNames()).toEqual(['Goldrim'])
    expect((await put(aBody({ id, is_public: true }))).json()).toMatchObject({ objectives_shown: 'at_once' })
    await put(aBody({ id, is_public: true, objectives_shown: 'at_start' }))
    expect(await readNames()).toEqual([])
    server.setNow(eventStart)
    expect(await readNames()).toEqual(['Goldrim'])
  })

  it('has a named time zone, which stays if the body has none', async () => {
    const { id } = (await put(aBody({ time_zone: 'Europe/Berlin' }))).json<Event>()
    expect((await put(aBody({ id }))).json()).toMatchObject({ time_zone: 'Europe/Berlin' })
    for (const time_zone of ['Europe/Atlantis', '+02:00', '', 'x'.repeat(65)]) {
      const problems = [{ field: 'time_zone' }]
      expect((await put(aBody({ id, time_zone }))).json()).toMatchObject({ code: 'invalid_request', problems })
    }
  })

  it('keeps everything that belongs to the event', async () => {
    const { id } = await anEvent(server.db)
    const objective = await anObjective(server.db, id)
    const team = await aTeam(server.db, id)
    await aMember(server.db, team, adminUser.id)
    await put(aBody({ id }))
    expect(await server.db.selectFrom('objectives').selectAll().where('event_id', '=', id).execute()).toEqual([objective])
    expect((await server.get(`/events/${id}/users`, admin)).json()).toMatchObject({ [team.id]: [{ id: adminUser.id }] })
  })

  it('of an unknown event is refused, and creates none', async () => {
    const answer = await put(aBody({ id: 999_999 }))
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'event_not_found' })
    expect((await server.get('/events/999999', admin)).statusCode).toBe(404)
  })

  it('adds a ledger entry if the event moves in time, and only then', async () => {
    const { id } = (await put(aBody())).json<Event>()
    await put(aBody({ id, name: 'Renamed', application_end_time: hoursIn(-1) }))
    expect(await definitionsOf(id)).toHaveLength(1)
    await put(aBody({ id, event_end_time: hoursIn(80) }))
    expect(await findDefinition(server.db, id)).toMatchObject({ definition: { end_at: eventStart + 80 * hour_ms } })
    expect(await definitionsOf(id)).toHaveLength(2)
  })
})

describe('the game of an event', () => {
  it('may change until its data has been read, with a ledger entry', async () => {
    const { id } = (await put(aBody())).json<Event>()
    expect((await put(aBody({ id, game_version: 'poe2' }))).json()).toMatchObject({ game_version: 'poe2' })
    expect(await definitionsOf(id)).toHaveLength(2)
  })

  it('is fixed afterwards: data of one game may not count in the other', async () => {
    const { id } = (await put(aBody())).json<Event>()
    const character = { event_id: id, id: 'c', name: 'Wren', level: 2, experience: 1, ascendancy: 'Witch' }
    await insertRows(server.db, 'characters', character)
    const answer = await put(aBody({ id, game_version: 'poe2' }))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'invalid_request', problems: [{ field: 'game_version' }] })
    expect((await put(aBody({ id, name: 'Renamed' }))).statusCode).toBe(201)
  })
})

describe('the current event', () => {
  const current = async () => (await server.get('/events/current', admin)).json<{ id: number }>().id

  it('moves to a new event, to a copy and to an edited one', async () => {
    const first = (await put(aBody({ is_current: true }))).json<Event>()
    expect(first.is_current).toBe(true)
    expect(await current()).toBe(first.id)
    const copy = (await server.send('POST', `/events/${first.id}/duplicate`, admin, aBody({ is_current: true }))).json<Event>()
    expect(await current()).toBe(copy.id)
    await put({ ...first, is_current: true })
    expect(await current()).toBe(first.id)
    await put({ ...first, is_current: false })
    expect((await server.get('/events/current', admin)).statusCode).toBe(404)
  })

  it('D-81: is one event, even for simultaneous requests', async () => {
    const events = await Promise.all(Array.from({ length: 4 }, () => anEvent(server.db)))
    const edits = [...events, ...events].map(({ id }) => put(aBody({ id, is_current: true })))
    const answers = await Promise.all([...edits, put(aBody({ is_current: true }))])
    expect(answers.map((answer) => answer.statusCode)).toEqual(answers.map(() => 201))
    const flagged = await server.db.selectFrom('events').select('id').where('is_current', '=', true).execute()
    expect(flagged).toHaveLength(1)
  })
})

describe('deleting an event', () => {
  /** An event with a row in every table that the builders can fill. */
  async function aFullEvent() {
    const { db } = server
    const { id: event_id } = await anEvent(db)
    const team = await aTeam(db, event_id)
    await aMember(db, team, adminUser.id)
    const root = await anObjective(db, event_id, { name: 'default', objective_type: 'CATEGORY' })
    const scoring_preset_id = await aPreset(db, event_id)
    const objective = await anObjective(db, event_id, { parent_id: root.id, scoring_preset_id })
    await insertRows(db, 'conditions', { objective_id: objective.id, field: 'NAME', operator: 'EQ', value: 'x' })
    const timestamp = new Date(eventStart)
    await insertRows(db, 'signups', { event_id, user_id: adminUser.id, timestamp, expected_playtime: 1 })
    const fact = { event_id, objective_id: objective.id, team_id: team.id, user_id: null, source: 'x', number: 1, timestamp }
    const { sequence } = await db.insertInto('facts').values(fact).returning('sequence').executeTakeFirstOrThrow()
    await insertRows(db, 'facts', { ...fact, kind: 'retraction', retracts: sequence })
    await aScoreChange(db, { event_id, objective, team_id: team.id, points: 5 })
    const problem = { job_type: 'FetchStashChanges', timestamp, problem: 'unreadable', excerpt: '' }
    await insertRows(db, 'ingestion_problems', { event_id, ...problem })
    return event_id
  }

  it('D-39: removes all rows of the event, including logs', async () => {
    const event_id = await aFullEvent()
    const answer = await server.send('DELETE', `/events/${event_id}`, admin)
    expect(answer.statusCode).toBe(204)
    expect(answer.body).toBe('')
    expect((await server.get(`/events/${event_id}`, admin)).statusCode).toBe(404)
    expect(await server.db.selectFrom('facts').select('sequence').where('event_id', '=', event_id).execute()).toEqual([])
    expect(await server.db.selectFrom('score_changes').select('sequence').where('event_id', '=', event_id).execute()).toEqual([])
  })

  it('removes the figures of its builds, except those shared with builds of another event', async () => {
    const { db } = server
    const [event_id, { id: other_id }] = [await aFullEvent(), await anEvent(db)]
    const [own, waiting, shared] = ['own', 'waiting', 'shared'].map((word) => Buffer.from(`${event_id} ${word}`)) as Buffer[]
    const character = { name: 'Hero', ascendancy: 'Deadeye', level: 90, experience: 1 }
    const build = { timestamp: new Date(eventStart), level: 90, ascendancy: 'Deadeye', main_skill: 'Spark' }
    const insertBuild = (event: number, export_hash: Buffer | undefined) =>
      insertRows(db, 'character_builds', {
        ...build,
        event_id: event as never,
        character_id: 'hero',
        export: Buffer.from('x'),
        export_hash: export_hash as Buffer,
      })
    for (const id of [event_id, other_id]) await insertRows(db, 'characters', { ...character, event_id: id, id: 'hero' })
    await insertBuild(event_id, own)
    await insertBuild(event_id, shared)
    await insertBuild(other_id, shared)
    await insertRows(db, 'build_queue', {
      event_id,
      character_id: 'hero',
      export_hash: waiting as Buffer,
      due_at: new Date(eventStart),
    })
    const figures = { engine: 'test', figures: '{}', calculated_at: new Date(eventStart) }
    await insertRows(
      db,
      'build_figures',
      [own, waiting, shared].map((export_hash) => ({ ...figures, export_hash: export_hash as Buffer })),
    )
    expect((await server.send('DELETE', `/events/${event_id}`, admin)).statusCode).toBe(204)
    const left = await db.selectFrom('build_figures').select('export_hash').execute()
    expect(left.map(({ export_hash }) => export_hash)).toEqual([shared])
  })

  it('D-39: is blocked by no foreign key', async () => {
    const { rows } = await sql<{ table: string }>`
      select conrelid::regclass::text as table from pg_constraint
      where contype = 'f' and confdeltype not in ('c', 'n')`.execute(server.db)
    expect(rows).toEqual([])
  })

  it('is refused while the event is locked, without any effect', async () => {
    const event_id = await aFullEvent()
    await server.db.updateTable('events').set({ is_locked: true }).where('id', '=', event_id).execute()
    const answer = await server.send('DELETE', `/events/${event_id}`, admin)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ error: 'Event is locked', code: 'event_locked' })
    expect(await server.db.selectFrom('facts').select('sequence').where('event_id', '=', event_id).execute()).toHaveLength(2)
  })

  it('happens once', async () => {
    const event_id = await aFullEvent()
    const answers = await Promise.all([1, 2, 3].map(() => server.send('DELETE', `/events/${event_id}`, admin)))
    expect(answers.map((answer) => String(answer.statusCode)).toSorted()).toEqual(['204', '404', '404'])
  })
})

describe('two events of the same league', () => {
  const league = (more: object = {}) => aBody({ name: 'Twice Muster (PL99)', shares_league: false, ...more })
  const codeOf = (answer: { statusCode: number; json<T>(): T }) => [answer.statusCode, answer.json<{ code?: string }>().code]

  it('at the same time are refused, with the other one named, unless the caller confirms or does not know the field', async () => {
    const first = (await put(league())).json<Event>()
    const refused = await put(league({ name: 'twice muster (pl99)', event_start_time: hoursIn(71), event_end_time: hoursIn(90) }))
    expect(codeOf(refused)).toEqual([409, 'league_taken'])
    expect(refused.json<{ error: string }>().error).toBe(
      `Twice Muster (PL99) (no. ${first.id}) reads the same league from Fri, 16 Jan 2026 18:00:00 GMT to Mon, 19 Jan 2026 18:00:00 GMT`,
    )
    expect((await put(league({ shares_league: true }))).statusCode).toBe(201)
    expect((await put(league({ shares_league: undefined }))).statusCode).toBe(201)
    expect((await put(league({ event_start_time: hoursIn(72), event_end_time: hoursIn(90) }))).statusCode).toBe(201)
  })

  it('are refused in an edit and in a copy, too; an accepted overlap is not refused again', async () => {
    const name = 'Thrice Muster (PL98)'
    const first = (await put(league({ name }))).json<Event>()
    const second = (await put(league({ name: 'Another (PL97)' }))).json<Event>()
    expect(codeOf(await put(league({ name, id: second.id })))).toEqual([409, 'league_taken'])
    expect((await put(league({ name, id: second.id, shares_league: true }))).statusCode).toBe(201)
    expect((await put(league({ name, id: second.id, max_size: 7 }))).statusCode).toBe(201)
    const copy = (shares_league: boolean) =>
      server.send('POST', `/events/${first.id}/duplicate`, admin, league({ name, shares_league }))
    expect(codeOf(await copy(false))).toEqual([409, 'league_taken'])
    expect((await copy(true)).statusCode).toBe(201)
  })

  it('are refused in a definition file that moves an event there', async () => {
    await put(league({ name: 'Filed (PL96)' }))
    const { id } = (await put(league({ name: 'Moving (PL95)' }))).json<Event>()
    const apply = (shares_league: boolean) =>
      server.send('POST', `/events/${id}/definition/edits`, admin, {
        edits: [{ kind: 'save_event', event: { name: 'Filed (PL96)' }, shares_league }],
      })
    expect(codeOf(await apply(false))).toEqual([409, 'league_taken'])
    expect((await server.get(`/events/${id}`, admin)).json()).toMatchObject({ name: 'Moving (PL95)' })
    expect((await apply(true)).statusCode).toBeLessThan(300)
    expect((await server.get(`/events/${id}`, admin)).json()).toMatchObject({ name: 'Filed (PL96)' })
  })
})
