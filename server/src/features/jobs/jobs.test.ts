import type { RecurringJob } from '@muster/contract/jobs'
import { beforeEach, describe, expect, it } from 'vitest'
import type { NewRow, Row } from '../../db/schema.ts'
import { aMember, anEvent, aTeam, aUser, testNow, insertRows } from '../../testing/builders.ts'
import { useTestServer, useRole } from '../../testing/use-server.ts'

const server = useTestServer()
const admin = useRole(server, 'admin')
let event: Row<'events'>
const at = (seconds: number) => new Date(testNow + seconds * 1000)

beforeEach(async () => {
  await server.db.deleteFrom('events').execute()
  event = await anEvent(server.db)
})

const aJob = (job: Partial<NewRow<'jobs'>> = {}) =>
  insertRows(server.db, 'jobs', { event_id: event.id, job_type: 'FetchStashChanges', end_date: at(3600), ...job })
const list = async () => (await server.get('/jobs', admin)).json<RecurringJob[]>()
const start = (body: object) => server.send('POST', '/jobs', admin, body)

describe('the list of jobs', () => {
  it('has the order of the contract and every state for admins', async () => {
    await aJob({ job_type: 'FetchGuildStashes', end_date: at(-60) })
    await aJob({
      sleep_after_each_run_seconds: 5,
      last_started_at: at(-3),
      last_success_at: at(-2),
      last_error: 'Could not read the public stash stream: unavailable, status 503',
      last_error_at: at(-30),
      next_run_at: at(1),
      lease_owner: 'a runner',
      lease_expires_at: new Date(Date.now() + 60_000),
    })
    expect(await list()).toEqual([
      {
        event_id: event.id,
        job_type: 'FetchStashChanges',
        end_date: at(3600).toISOString(),
        sleep_after_each_run_seconds: 5,
        is_running: true,
        last_started_at: at(-3).toISOString(),
        last_success_at: at(-2).toISOString(),
        last_error: 'Could not read the public stash stream: unavailable, status 503',
        last_error_at: at(-30).toISOString(),
        failures_in_a_row: 0,
        away_since: null,
        next_run_at: at(1).toISOString(),
        delay_seconds: 2,
        version: 1,
      },
      expect.objectContaining({ job_type: 'FetchGuildStashes', is_running: false, next_run_at: null, delay_seconds: null }),
    ])
  })

  it('shows how long the oldest snapshot waits for evaluation', async () => {
    await aJob({ job_type: 'EvaluateStashChanges' })
    expect((await list())[0]?.delay_seconds).toBe(0)
    const team = await aTeam(server.db, event.id)
    const snapshot = { event_id: event.id, team_id: team.id, stash_id: 'tab', item_count: 0 }
    const bytes = { items: Buffer.from(''), items_hash: Buffer.from('') }
    for (const [change_id, seconds] of [['a', -90] as const, ['b', -40] as const]) {
      await insertRows(server.db, 'stash_snapshots', { ...snapshot, ...bytes, change_id, timestamp: at(seconds) })
    }
    expect((await list())[0]?.delay_seconds).toBe(90)
    const { id } = await server.db.selectFrom('stash_snapshots').select('id').orderBy('id').executeTakeFirstOrThrow()
    await insertRows(server.db, 'evaluation_cursors', { event_id: event.id, snapshot_id: id })
    expect((await list())[0]?.delay_seconds).toBe(40)
  })

  it('shows how long the longest waiting player is overdue', async () => {
    await aJob({ job_type: 'FetchCharacterData' })
    expect((await list())[0]?.delay_seconds).toBeNull()
    const user = await aUser(server.db)
    await aMember(server.db, await aTeam(server.db, event.id), user.id)
    await insertRows(server.db, 'character_polls', {
      event_id: event.id,
      user_id: user.id,
      list_due_at: at(900),
      detail_due_at: at(-120),
    })
    expect((await list())[0]?.delay_seconds).toBe(120)
    server.setNow(testNow - 600_000)
    expect((await list())[0]?.delay_seconds).toBe(0)
    server.setNow(testNow)
  })

  it('shows a job as stopped if its runner lost the lease', async () => {
    await aJob({ lease_owner: 'a runner', lease_expires_at: new Date(Date.now() - 1000) })
    expect((await list())[0]?.is_running).toBe(false)
  })
})

describe('starting a job', () => {
  it('accepts an end or a duration, and every type of the list', async () => {
    const job = { event_id: event.id, job_type: 'DetermineGuildStashAccess' }
    const byEnd = await start({ ...job, end_date: at(60).toISOString() })
    expect(byEnd.statusCode).toBe(201)
    expect(byEnd.json()).toMatchObject({ ...job, end_date: at(60).toISOString(), is_running: false })
    const byDuration = await start({ ...job, duration_in_seconds: 90, end_date: null })
    expect(byDuration.json()).toMatchObject({ ...job, end_date: at(90).toISOString() })
    expect(await list()).toHaveLength(1)
  })

  it('refuses an edit of an outdated version, and accepts one without a version', async () => {
    const job = { event_id: event.id, job_type: 'FetchStashChanges' }
    const first = await start({ ...job, end_date: at(60).toISOString(), base_version: 0 })
    expect(first.json<RecurringJob>().version).toBe(1)
    // An admin without a known job, and one who knows the first version.
    const late = await start({ ...job, end_date: at(70).toISOString(), base_version: 0 })
    expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([409, 'changed_meanwhile'])
    expect((await start({ ...job, end_date: at(80).toISOString(), base_version: 1 })).json()).toMatchObject({ version: 2 })
    expect((await start({ ...job, end_date: at(90).toISOString(), base_version: 1 })).statusCode).toBe(409)
    expect(await list()).toMatchObject([{ end_date: at(80).toISOString(), version: 2 }])
    // A refused change is not logged.
    expect(await server.db.selectFrom('admin_changes').select('id').execute()).toHaveLength(2)
    expect((await start({ ...job, end_date: at(100).toISOString() })).json()).toMatchObject({ version: 3 })
  })

  it('Q-22: stops it if the end is now, and keeps it in the list', async () => {
    await aJob({ lease_owner: 'a runner', lease_expires_at: new Date(Date.now() + 60_000) })
    const stop = await start({ event_id: event.id, job_type: 'FetchStashChanges', end_date: at(0).toISOString() })
    expect(stop.statusCode).toBe(201)
    expect(await list()).toMatchObject([{ job_type: 'FetchStashChanges', end_date: at(0).toISOString(), is_running: false }])
  })

  it.each([
    ['no end', {}, 'end_date'],
    ['two ends', { end_date: at(60).toISOString(), duration_in_seconds: 5 }, 'end_date'],
    ['an end that is not a time', { end_date: 'soon' }, 'end_date'],
    ['a negative duration', { duration_in_seconds: -1 }, 'duration_in_seconds'],
    ['an unknown type', { job_type: 'FetchEverything', duration_in_seconds: 5 }, 'job_type'],
    ['no event', { event_id: 0, duration_in_seconds: 5 }, 'event_id'],
  ])('D-43: refuses %s by name and stores nothing', async (_, body, field) => {
    const answer = await start({ event_id: event.id, job_type: 'FetchStashChanges', ...body })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'invalid_request', problems: [{ field }] })
    expect(await list()).toEqual([])
  })

  it('D-43: stores nothing for an unknown event', async () => {
    const answer = await start({ event_id: 999_999, job_type: 'FetchStashChanges', duration_in_seconds: 5 })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'event_not_found' })
    expect(await list()).toEqual([])
  })

  it('D-43: refuses a job that is impossible for a game, but allows stopping it', async () => {
    event = await anEvent(server.db, { game_version: 'poe2' })
    const job = { event_id: event.id, job_type: 'FetchStashChanges' }
    const answer = await start({ ...job, duration_in_seconds: 5 })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      error:
        'Path of Exile 2 has no public stash stream. Items are read from characters: start FetchCharacterData and EvaluateStashChanges',
    })
    expect((await start({ ...job, duration_in_seconds: 0 })).statusCode).toBe(201)
  })
})
