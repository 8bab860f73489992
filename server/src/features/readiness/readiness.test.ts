import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EventReadiness } from '@muster/contract/readiness'
import type { Role } from '@muster/contract/users'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import {
  aGuild,
  aMember,
  anEvent,
  anObjective,
  aPreset,
  aTeam,
  aUser,
  eventStart,
  testNow,
  insertRows,
} from '../../testing/builders.ts'
import { useFolder } from '../../testing/folder.ts'
import { useTestServer } from '../../testing/use-server.ts'

let event: Row<'events'>
let designer: { authorization: string }
const data_dir = useFolder('readiness')

const server = useTestServer({ environment: { DATA_DIR: data_dir } })
beforeAll(async () => {
  designer = await server.as(await aUser(server.db, { permissions: ['objective_designer'] }))
})
beforeEach(async () => {
  server.setNow(testNow)
  event = await anEvent(server.db)
})

const read = async () => (await server.get(`/events/${event.id}/readiness`, designer)).json<EventReadiness>()
const lineOf = async (code: string) => (await read()).lines.find((line) => line.code === code)
async function aPlayer(name: string, connected: 'well' | 'broken' | 'not') {
  const user = await aUser(server.db, { display_name: name })
  if (connected === 'not') return user
  const account = { user_id: user.id, provider: 'poe' as const, account_id: name, name: `${name}#1` }
  const broken_reason = connected === 'broken' ? 'withdrawn' : null
  await insertRows(server.db, 'accounts', { ...account, broken_reason })
  return user
}
async function signUp(user: Row<'users'>, days: number) {
  const timestamp = new Date(eventStart - days * 86_400_000)
  await insertRows(server.db, 'signups', { event_id: event.id, user_id: user.id, timestamp, expected_playtime: 1 })
}

describe('objectives without points', () => {
  it('are objectives without a preset at themselves or above', async () => {
    const { db } = server
    const category = { objective_type: 'CATEGORY' as const, number_field: 'FINISHED_OBJECTIVES' as const }
    const root = await anObjective(db, event.id, { ...category, aggregation: 'NONE' })
    const scoring_preset_id = await aPreset(db, event.id)
    const paid = await anObjective(db, event.id, { ...category, parent_id: root.id, scoring_preset_id })
    const plain = await anObjective(db, event.id, { ...category, parent_id: root.id })
    const deep = await anObjective(db, event.id, { ...category, parent_id: paid.id })
    await anObjective(db, event.id, { parent_id: deep.id })
    await anObjective(db, event.id, { parent_id: plain.id, scoring_preset_id })
    await anObjective(db, event.id, { parent_id: plain.id, name: 'Forgotten' })
    expect(await lineOf('presets')).toMatchObject({ count: 1, total: 3, names: ['Forgotten'], weight: 'open' })
    expect((await read()).figures).toMatchObject({ objectives: 3, presets: 1 })
  })
})

describe('people', () => {
  it('are members of teams, or accepted players while there are none', async () => {
    await server.db.updateTable('events').set({ max_size: 2 }).where('id', '=', event.id).execute()
    event = { ...event, max_size: 2 }
    const [ada, ben, cleo] = [await aPlayer('Ada', 'well'), await aPlayer('Ben', 'broken'), await aPlayer('Cleo', 'not')]
    await signUp(ada, 3)
    await signUp(ben, 2)
    await signUp(cleo, 1)
    expect(await lineOf('connections')).toMatchObject({ count: 1, total: 2, names: ['Ben'] })
    expect(await lineOf('unplaced')).toMatchObject({ count: 2, total: 2, names: ['Ada', 'Ben'] })
    expect((await read()).figures).toMatchObject({ signups: 3, waiting: 1 })
    await aMember(server.db, await aTeam(server.db, event.id), cleo.id)
    expect(await lineOf('connections')).toMatchObject({ count: 1, total: 1, names: ['Cleo'] })
  })

  it('are five names at most', async () => {
    const team = await aTeam(server.db, event.id)
    for (let number = 1; number <= 7; number++) await aMember(server.db, team, (await aPlayer(`P${number}`, 'not')).id)
    const line = await lineOf('connections')
    expect([line?.count, line?.names]).toEqual([7, ['P1', 'P2', 'P3', 'P4', 'P5']])
  })

  it('are counted by the day on which they signed up', async () => {
    const [one, two, three] = [await aUser(server.db), await aUser(server.db), await aUser(server.db)]
    await signUp(one, 3)
    await signUp(two, 3)
    await signUp(three, 1)
    expect((await read()).figures.signups_by_day).toEqual([
      { day: '2026-01-13', count: 2 },
      { day: '2026-01-15', count: 1 },
    ])
  })
})

it('teams are checked for members and leads', async () => {
  const { db } = server
  const [led, crowd] = [await aTeam(db, event.id, { name: 'Led' }), await aTeam(db, event.id, { name: 'Crowd' })]
  await aTeam(db, event.id, { name: 'Nobody' })
  await aMember(db, led, (await aUser(db)).id, true)
  await aMember(db, crowd, (await aUser(db)).id)
  expect(await lineOf('empty_teams')).toMatchObject({ count: 1, total: 3, names: ['Nobody'], right: ['admin', 'manager'] })
  expect(await lineOf('leads')).toMatchObject({ count: 2, names: ['Crowd', 'Nobody'] })
})

it('teams need a guild only where deposits count', async () => {
  const { db } = server
  await aGuild(db, await aTeam(db, event.id, { name: 'Led' }), 71)
  await aTeam(db, event.id, { name: 'Crowd' })
  expect(await lineOf('guilds')).toBeUndefined()
  await db.updateTable('events').set({ guild_log: 'counts' }).where('id', '=', event.id).execute()
  expect(await lineOf('guilds')).toMatchObject({ weight: 'open', finding: 'some', count: 1, total: 2, names: ['Crowd'] })
})

it('jobs, the stream and guilds belong to the event only', async () => {
  const { db } = server
  const other = await anEvent(db)
  const held = { lease_owner: 'somebody', lease_expires_at: sql<Date>`now() + interval '1 hour'` }
  const job = { job_type: 'FetchStashChanges' as const, end_date: event.event_end_time }
  await insertRows(db, 'jobs', [
    { ...job, event_id: event.id, failures_in_a_row: 4, last_error: 'the token ran out', ...held },
    { ...job, event_id: other.id },
  ])
  await anObjective(db, event.id)
  await aGuild(db, await aTeam(db, other.id), 71)
  expect(await lineOf('stream_job')).toMatchObject({ finding: 'failing', detail: 'the token ran out', weight: 'stops_start' })
  expect(await lineOf('guild_jobs')).toBeUndefined()
  expect((await read()).figures).toMatchObject({ jobs_wanted: 1, jobs_running: 1 })
  await insertRows(db, 'stream_cursors', { event_id: event.id, next_change_id: '1-1', moved_at: new Date(testNow - 3_600_000) })
  expect(await lineOf('stream_position')).toMatchObject({ finding: 'late', at: new Date(testNow - 3_600_000).toISOString() })
})

it('imports are known by their files, and an unreadable file counts as none', async () => {
  await anObjective(server.db, event.id, { objective_type: 'PLAYER', number_field: 'ASCENDANCY' })
  await anObjective(server.db, event.id)
  expect(await lineOf('passive_tree')).toMatchObject({ finding: 'needed', right: [] })
  writeFileSync(join(data_dir, 'tree.poe1.passive.3_27.json'), '{}')
  writeFileSync(join(data_dir, 'item-classes.poe1.json'), 'no table')
  expect(await lineOf('passive_tree')).toMatchObject({ weight: 'done' })
  expect(await lineOf('item_classes')).toMatchObject({ weight: 'open' })
})

it('rules, waiting submissions and a seen league are found', async () => {
  const { db } = server
  const [user, team] = [await aUser(db), await aTeam(db, event.id)]
  const objective = await anObjective(db, event.id)
  const before = await read()
  expect([before.figures.pending_submissions, before.lines[0]?.weight]).toEqual([0, 'stops_start'])
  expect([(await lineOf('league'))?.finding, (await lineOf('rules'))?.finding]).toEqual(['not_seen', 'none'])
  const [event_id, at] = [event.id, new Date(testNow)]
  await insertRows(db, 'event_rules', { event_id, version: 1, text: 'Play.', written_at: at })
  const claim = { objective_id: objective.id, team_id: team.id, user_id: user.id, timestamp: at, submitted_at: at, number: 1 }
  await insertRows(db, 'submissions', { event_id, ...claim })
  // A judge has asked the player for more.
  const asked = { timestamp: new Date(testNow - 1), review_comment: 'Please add a clip.', reviewed_at: at }
  await insertRows(db, 'submissions', { event_id, ...claim, ...asked })
  // Only another judge can give the second look at an approved one; an event with one judge ends without it.
  const drawn = { timestamp: new Date(testNow - 2), approval_status: 'APPROVED' as const, recheck: 'second_look' as const }
  await insertRows(db, 'submissions', { event_id, ...claim, ...drawn })
  const character = { id: 'c'.repeat(64), name: 'First', ascendancy: 'Witch', level: 2, experience: 525 }
  await insertRows(db, 'characters', { event_id, user_id: user.id, ...character })
  expect((await read()).figures.pending_submissions).toBe(1)
  expect([(await lineOf('league'))?.weight, (await lineOf('rules'))?.weight]).toEqual(['done', 'done'])
})

describe('a step', () => {
  const organiser = async (role: Role, display_name: string) =>
    server.as(await aUser(server.db, { permissions: [role], display_name }))
  const change = (code: string, action: string, by: Record<string, string>) =>
    server.send('PUT', `/events/${event.id}/readiness`, by, { code, action })
  const owners = async () => (await read()).owners.map(({ code, user }) => `${code} ${user.display_name}`)

  it('is taken by an organiser, seen by the others, taken over, and given back', async () => {
    const [ada, ben] = [await organiser('manager', 'Ada'), await organiser('admin', 'Ben')]
    expect((await change('rules', 'take', ada)).statusCode).toBe(204)
    expect(await owners()).toEqual(['rules Ada'])
    await change('rules', 'take', ben)
    expect(await owners()).toEqual(['rules Ben'])
    await change('rules', 'give_back', ben)
    expect(await owners()).toEqual([])
  })

  it('is refused to organisers who cannot do it, and lost with the role', async () => {
    expect((await change('rules', 'take', designer)).json()).toMatchObject({ code: 'not_allowed' })
    const ada = await aUser(server.db, { permissions: ['manager'], display_name: 'Ada' })
    await change('rules', 'take', await server.as(ada))
    await server.db
      .updateTable('users')
      .set({ permissions: ['submission_judge'] })
      .where('id', '=', ada.id)
      .execute()
    expect(await owners()).toEqual([])
  })

  it('without a trace on the server is marked after the end, until its data changes', async () => {
    const ada = await organiser('admin', 'Ada')
    expect((await change('archive', 'mark', ada)).json()).toMatchObject({ code: 'event_not_over' })
    server.setNow(event.event_end_time.getTime() + 1)
    expect(await lineOf('archive')).toMatchObject({ weight: 'open', finding: 'none' })
    await change('archive', 'mark', ada)
    expect(await lineOf('archive')).toMatchObject({ weight: 'done', finding: 'marked', names: ['Ada'] })
    await change('archive', 'unmark', ada)
    expect(await lineOf('archive')).toMatchObject({ weight: 'open', finding: 'none' })
    expect((await change('final_lock', 'mark', ada)).json()).toMatchObject({ code: 'invalid_request' })
  })
})

it('announcements are known by their beginning: of the start, of the end, and removed ones not at all', async () => {
  const announce = async (starts_at: Date, removed_at: Date | null = null) => {
    const words = { title: 'News', text: 'Words.', audience: 'everybody' as const, written_at: starts_at }
    await insertRows(server.db, 'announcements', { event_id: event.id, ...words, starts_at, removed_at })
  }
  server.setNow(event.event_start_time.getTime() - 3_600_000)
  await announce(event.event_start_time, event.event_start_time)
  expect(await lineOf('start_news')).toMatchObject({ weight: 'open' })
  await announce(event.event_start_time)
  expect(await lineOf('start_news')).toMatchObject({ weight: 'done' })
  server.setNow(event.event_end_time.getTime() + 1)
  expect(await lineOf('thanks')).toMatchObject({ weight: 'open' })
  await announce(event.event_end_time)
  expect(await lineOf('thanks')).toMatchObject({ weight: 'done' })
})
