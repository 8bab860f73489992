import type { AdminChange } from '@muster/contract/admin-changes'
import { scheduledTaskNames, type ScheduledTaskState } from '@muster/contract/jobs'
import type { StreamPosition } from '@muster/contract/stream-position'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { anEvent, aUser, testNow, insertRows } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'

let admin: Row<'users'>
let event: Row<'events'>
let newest: { ok: true; value: string } | { ok: false }
const at = (minutes: number) => new Date(testNow + minutes * 60_000)

const failure = { reason: 'unavailable' as const, detail: 'status 503' }
const server = useTestServer({
  game: { fetchLatestChangeId: () => Promise.resolve(newest.ok ? newest : { ok: false, failure }) },
})
beforeAll(async () => {
  admin = await aUser(server.db, { permissions: ['admin'], display_name: 'Ada' })
})
beforeEach(async () => {
  newest = { ok: true, value: '9-9-9' }
  event = await anEvent(server.db)
  const { id: event_id } = event
  await insertRows(server.db, 'stream_cursors', { event_id, next_change_id: '3-3-3', moved_at: at(-1) })
  const kept = [
    { event_id, change_id: '1-1-1', read_at: at(-30) },
    { event_id, change_id: '2-2-2', read_at: at(-20) },
  ]
  await insertRows(server.db, 'stream_positions', kept)
})

const show = async () => (await server.get(`/events/${event.id}/stream-position`, await server.as(admin))).json<StreamPosition>()
const move = async (body: object) => server.send('PUT', `/events/${event.id}/stream-position`, await server.as(admin), body)
const changes = async () => (await server.get(`/events/${event.id}/admin-changes`, await server.as(admin))).json<AdminChange[]>()

describe('the position in the stream', () => {
  it('is shown with kept positions, and empty values as null', async () => {
    expect(await show()).toEqual({
      position: '3-3-3',
      moved_at: at(-1).toISOString(),
      oldest_kept_at: at(-30).toISOString(),
      kept: [
        { position: '2-2-2', read_at: at(-20).toISOString() },
        { position: '1-1-1', read_at: at(-30).toISOString() },
      ],
    })
    event = await anEvent(server.db)
    expect(await show()).toEqual({ position: null, moved_at: null, oldest_kept_at: null, kept: [] })
  })

  it('moves to the newest, which skips data and is logged with its author', async () => {
    expect((await move({ to: 'newest' })).json()).toEqual({ from: '3-3-3', to: '9-9-9', has_skipped: true })
    expect((await show()).position).toBe('9-9-9')
    expect(await changes()).toMatchObject([
      { kind: 'stream_moved', author: { display_name: 'Ada' }, detail: '3-3-3 9-9-9', changed_at: at(0).toISOString() },
    ])
  })

  it('moves back to its value at a time, which skips nothing', async () => {
    expect((await move({ to: 'time', at: at(-25).toISOString() })).json()).toEqual({
      from: '3-3-3',
      to: '1-1-1',
      has_skipped: false,
    })
  })

  it.each([
    ['no time is given', { to: 'time' }, 'at'],
    ['no position of that time is kept', { to: 'time', at: at(-31).toISOString() }, 'at'],
    ['it is not a target', { to: 'the moon' }, 'to'],
  ])('stays when %s', async (_, body, field) => {
    const answer = await move(body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ problems: [{ field }] })
    expect((await show()).position).toBe('3-3-3')
    expect(await changes()).toEqual([])
  })

  it('stays if the game does not name the end of its stream', async () => {
    newest = { ok: false }
    const answer = await move({ to: 'newest' })
    expect(answer.statusCode).toBe(502)
    expect(answer.json<{ error: string }>().error).toContain('status 503')
    expect((await show()).position).toBe('3-3-3')
  })

  it('does not exist in the second game', async () => {
    event = await anEvent(server.db, { game_version: 'poe2' })
    expect((await move({ to: 'newest' })).json<{ error: string }>().error).toContain('Path of Exile 2')
  })
})

it('starting and stopping a job is logged with its author', async () => {
  const job = { event_id: event.id, job_type: 'FetchStashChanges' }
  const headers = await server.as(admin)
  await server.send('POST', '/jobs', headers, { ...job, end_date: at(60).toISOString() })
  await server.send('POST', '/jobs', headers, { ...job, end_date: at(0).toISOString() })
  expect((await changes()).map(({ kind, subject, detail }) => [kind, subject, detail])).toEqual([
    ['job_stopped', 'FetchStashChanges', at(0).toISOString()],
    ['job_started', 'FetchStashChanges', at(60).toISOString()],
  ])
})

it('all scheduled tasks are listed, with their last result and whether their provider is set up', async () => {
  await insertRows(server.db, 'scheduled_tasks', {
    name: 'KeepConnections',
    last_started_at: at(-3),
    last_success_at: at(-9),
    last_error: 'the provider did not answer',
    last_error_at: at(-2),
    lease_expires_at: new Date(Date.now() + 60_000),
  })
  const never = {
    is_running: false,
    last_started_at: null,
    last_success_at: null,
    last_error: null,
    last_error_at: null,
    backlog: null,
    waits_for: [],
  }
  const listed = (await server.get('/jobs/scheduled-tasks', await server.as(admin))).json<ScheduledTaskState[]>()
  expect(listed.map(({ name }) => name)).toEqual(scheduledTaskNames)
  const known = [
    { name: 'FollowStreams', is_set_up: false, every_seconds: 60, ...never },
    {
      name: 'KeepConnections',
      is_set_up: true,
      is_running: true,
      every_seconds: 600,
      last_started_at: at(-3).toISOString(),
      last_success_at: at(-9).toISOString(),
      last_error: 'the provider did not answer',
      last_error_at: at(-2).toISOString(),
      backlog: null,
      waits_for: [],
    },
    { name: 'CalculateBuilds', is_set_up: false, every_seconds: 5, ...never },
    { name: 'RemoveRawData', is_set_up: true, every_seconds: 600, ...never },
  ]
  expect(listed).toEqual(expect.arrayContaining(known))
})
