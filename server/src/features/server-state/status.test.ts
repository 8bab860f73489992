import type { Clock } from '@muster/contract/events'
import type { Outage, Status } from '@muster/contract/status'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { connectDatabase } from '../../db/connect.ts'
import { anEvent, aUser, testNow, insertRows } from '../../testing/builders.ts'
import { useTestServer, useRole } from '../../testing/use-server.ts'
import { watchOnce } from '../../telemetry/watch-outages.ts'

const server = useTestServer()
const admin = useRole(server, 'admin')
const designer = useRole(server, 'objective_designer')
beforeEach(async () => {
  for (const table of ['outages', 'events', 'scheduled_tasks'] as const) await server.db.deleteFrom(table).execute()
  await server.db.updateTable('status_settings').set({ is_public: false, watched_at: null }).execute()
})

const read = async (headers: Record<string, string> = {}) => (await server.get('/status', headers)).json<Status>()
const minutesAgo = (minutes: number) => new Date(testNow - minutes * 60_000)
const held = { lease_owner: 'somebody', lease_expires_at: sql<Date>`now() + interval '1 hour'` }

/** An event whose stream cannot be read. */
async function aFailingEvent(more: { is_public?: boolean } = {}) {
  const event = await anEvent(server.db, more)
  const job = { event_id: event.id, job_type: 'FetchStashChanges' as const, end_date: new Date(testNow + 3_600_000), ...held }
  const state = { last_started_at: new Date(testNow), last_success_at: minutesAgo(5), failures_in_a_row: 3 }
  await insertRows(server.db, 'jobs', { ...job, ...state })
  return event
}
const mend = () =>
  server.db
    .updateTable('jobs')
    .set({ failures_in_a_row: 0, last_success_at: new Date(testNow) })
    .execute()
/** Pretends that the last check was this long ago. */
const watchAfter = async (seconds: number) => {
  await sql`update status_settings set watched_at = now() - make_interval(secs => ${seconds})`.execute(server.db)
  await watchOnce(server.ctx, true)
}
const partsOf = (status: Status) => Object.fromEntries(status.shown?.parts.map(({ part, state }) => [part, state]) ?? [])

describe('access to the status', () => {
  it('is limited to organisers, or open to everyone if an admin allows it', async () => {
    expect(await read()).toEqual({ is_public: false, shown: null })
    expect(await read(await server.as(await aUser(server.db)))).toEqual({ is_public: false, shown: null })
    expect((await read(designer)).shown).not.toBeNull()
    expect((await server.send('PUT', '/status/settings', designer, { is_public: true })).statusCode).toBe(403)
    expect((await server.send('PUT', '/status/settings', admin, { is_public: true })).statusCode).toBe(204)
    expect((await read()).shown).not.toBeNull()
    expect((await server.send('PUT', '/status/settings', admin, { is_public: false })).statusCode).toBe(204)
    expect((await read()).shown).toBeNull()
  })

  it('shows the names of hidden events to organisers only', async () => {
    const hidden = await aFailingEvent({ is_public: false })
    await watchAfter(10)
    await server.send('PUT', '/status/settings', admin, { is_public: true })
    const named = (status: Status) => [
      status.shown?.outages.map(({ event }) => event?.name ?? null),
      status.shown?.parts.flatMap(({ behind }) => behind.map(({ event_id }) => event_id)),
    ]
    expect(named(await read())).toEqual([[null], [null]])
    expect(named(await read(designer))).toEqual([[hidden.name], [hidden.id]])
  })
})

describe('the current status', () => {
  it('shows for each part whether it runs, is idle, or is not set up', async () => {
    expect(partsOf(await read(admin))).toEqual({
      scores: 'fine',
      game_data: 'idle',
      logins: 'fine',
      notices: 'fine',
      streams: 'off',
      builds: 'off',
    })
    await aFailingEvent()
    for (const name of ['KeepConnections', 'SendNotices'] as const)
      await insertRows(server.db, 'scheduled_tasks', {
        name,
        last_success_at: minutesAgo(30),
        last_error_at: minutesAgo(1),
      })
    const { shown } = await read(admin)
    expect(shown?.parts.map(({ part, state, behind }) => [part, state, behind.map((lag) => lag.part)])).toEqual([
      ['scores', 'fine', []],
      ['game_data', 'trouble', ['FetchStashChanges']],
      ['logins', 'trouble', ['KeepConnections']],
      ['notices', 'trouble', ['SendNotices']],
      ['streams', 'off', []],
      ['builds', 'off', []],
    ])
  })
})

describe('the history', () => {
  const history = async () =>
    (await read(admin)).shown?.outages.map(({ part, affected, ended_at }) => [
      part,
      affected.join(),
      ended_at === null ? 'open' : 'over',
    ])

  it('starts one outage for a delayed part, ends it afterwards, and continues a recent one', async () => {
    const event = await aFailingEvent()
    await watchAfter(10)
    await watchAfter(10)
    expect(await history()).toEqual([['game_data', 'FetchStashChanges', 'open']])
    const [outage] = (await read(admin)).shown?.outages ?? []
    expect(outage).toMatchObject({ event: { id: event.id, name: event.name }, version: 1 })
    // The last success, not the moment of the check.
    expect(Math.round((Date.now() - Date.parse(outage?.began_at ?? '')) / 60_000)).toBe(5)

    await mend()
    await watchAfter(10)
    expect(await history()).toEqual([['game_data', 'FetchStashChanges', 'over']])
    expect((await read(admin)).shown?.parts.find(({ part }) => part === 'game_data')).toMatchObject({ state: 'fine' })
    expect((await read(admin)).shown?.parts[1]?.since).not.toBeNull()

    await server.db
      .updateTable('jobs')
      .set({ lease_owner: null, last_started_at: minutesAgo(4), last_success_at: minutesAgo(4) })
      .execute()
    await watchAfter(10)
    expect(await history()).toEqual([['game_data', 'FetchStashChanges', 'open']])
    await mend()
    await server.db.updateTable('jobs').set(held).execute()
    await watchAfter(10)
    await sql`update outages set ended_at = now() - interval '3 minutes', began_at = now() - interval '9 minutes'`.execute(
      server.db,
    )
    await server.db
      .updateTable('jobs')
      .set({ failures_in_a_row: 2, last_success_at: minutesAgo(2) })
      .execute()
    await watchAfter(10)
    expect(await history()).toEqual([
      ['game_data', 'FetchStashChanges', 'open'],
      ['game_data', 'FetchStashChanges', 'over'],
    ])
  })

  it('does not start before it can have been noticed, even if the last success is older', async () => {
    await aFailingEvent()
    await server.db
      .updateTable('jobs')
      .set({ last_success_at: minutesAgo(60 * 24) })
      .execute()
    await watchAfter(10)
    const [outage] = (await read(admin)).shown?.outages ?? []
    expect(Math.round((Date.now() - Date.parse(outage?.began_at ?? '')) / 60_000)).toBe(20)
  })

  it('one process at a time checks, and a time without checks is an outage of the whole installation', async () => {
    await watchOnce(server.ctx, true)
    await aFailingEvent()
    // A check ran a moment ago.
    await watchOnce(server.ctx, true)
    expect(await history()).toEqual([])
    await watchAfter(45)
    await mend()
    await watchAfter(600)
    expect((await history())?.toSorted()).toEqual([
      ['game_data', 'FetchStashChanges', 'over'],
      ['server', '', 'over'],
    ])
    const away = (await read(admin)).shown?.outages.find(({ part }) => part === 'server')
    expect(Math.round((Date.parse(away?.ended_at ?? '') - Date.parse(away?.began_at ?? '')) / 1000)).toBe(600)
    // Nothing is judged while jobs are being resumed.
    await server.db
      .updateTable('jobs')
      .set({ failures_in_a_row: 9, last_success_at: minutesAgo(9) })
      .execute()
    await sql`update status_settings set watched_at = now() - interval '10 seconds'`.execute(server.db)
    await watchOnce(server.ctx, false)
    expect(await history()).toHaveLength(2)
  })

  it('four simultaneous checks record one outage', async () => {
    await aFailingEvent()
    const others = [1, 2, 3].map(() => connectDatabase(server.database_url))
    await sql`update status_settings set watched_at = now() - interval '10 seconds'`.execute(server.db)
    await Promise.all([server.ctx, ...others.map(({ db }) => ({ ...server.ctx, db }))].map((ctx) => watchOnce(ctx, true)))
    expect(await history()).toEqual([['game_data', 'FetchStashChanges', 'open']])
    await Promise.all(others.map(({ close }) => close()))
  })

  it('an admin adds a note, and cannot overwrite a simultaneous one', async () => {
    await aFailingEvent()
    await watchAfter(10)
    const [outage] = (await read(admin)).shown?.outages ?? []
    const note = (body: object, headers = admin, id = outage?.id) =>
      server.send('PUT', `/status/outages/${id}/note`, headers, body)
    const noted = await note({ note: ' The game is down. ', base_version: outage?.version })
    expect([noted.statusCode, noted.json()]).toMatchObject([200, { id: outage?.id, note: 'The game is down.', version: 2 }])
    expect((await note({ note: 'Mine', base_version: outage?.version })).json()).toMatchObject({ code: 'changed_meanwhile' })
    expect((await note({ note: 'x' }, admin, 99_999 as never)).json()).toMatchObject({ code: 'outage_not_found' })
    expect((await note({ note: 'x'.repeat(501) })).json()).toMatchObject({
      code: 'invalid_request',
      problems: [{ field: 'note' }],
    })
    expect((await note({ note: 'x' }, designer)).statusCode).toBe(403)
    expect((await note({ note: '' })).json()).toMatchObject({ note: null, note_author: null })
  })

  it('organisers see the author of a note, others do not', async () => {
    await aFailingEvent()
    await watchAfter(10)
    const outages = async (headers: Record<string, string>) => (await read(headers)).shown?.outages
    const [outage] = (await outages(admin)) ?? []
    const noted = await server.send('PUT', `/status/outages/${outage?.id}/note`, admin, { note: 'A cable.' })
    expect(noted.json()).toMatchObject({ note: 'A cable.', note_author: { display_name: expect.any(String) as string } })
    expect(await outages(designer)).toMatchObject([{ note_author: noted.json<Outage>().note_author }])
    await server.send('PUT', '/status/settings', admin, { is_public: true })
    expect(await outages({})).toMatchObject([{ note: 'A cable.', note_author: null }])
  })

  it('numbers of outages have no gaps, for any number of checks', async () => {
    const numbers = async () => (await server.db.selectFrom('outages').select('id').orderBy('id').execute()).map(({ id }) => id)
    await aFailingEvent()
    for (const seconds of [10, 10, 10]) await watchAfter(seconds)
    const [first = 0] = await numbers()
    await aFailingEvent()
    for (const seconds of [10, 10]) await watchAfter(seconds)
    expect(await numbers()).toEqual([first, first + 1])
  })

  it('pages get the visibility of the status with the clock', async () => {
    const shows = async () => (await server.get('/clock')).json<Clock>().shows_status
    for (const is_public of [true, false]) {
      await server.send('PUT', '/status/settings', admin, { is_public })
      expect(await shows()).toBe(is_public)
    }
  })
})
