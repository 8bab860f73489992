import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readiness } from '@muster/contract/health'
import type { ScheduledTaskState } from '@muster/contract/jobs'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { connectDatabase } from '../../db/connect.ts'
import { startEmbeddedPostgres } from '../../db/embedded-postgres.ts'
import { examineDatabase } from '../../db/examine.ts'
import { migrate } from '../../db/migrate.ts'
import { anEvent, anObjective, aTeam, aUser, testNow, insertRows } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { useTestServer } from '../../testing/use-server.ts'

const unavailable = [503, 'unavailable']
async function ask(server: TestServer, path: string) {
  const answer = await server.get(path)
  return [answer.statusCode, answer.json<{ code?: string }>().code]
}
/** A call that writes a row before it answers. */
const login = '/oauth2/poe/redirect'

const server = useTestServer({ environment: { POB_URL: 'http://127.0.0.1:9' } })

describe('a database that accepts no writes', () => {
  it('makes health and writes unavailable while its own statement is stuck, and no longer', async () => {
    const blocker = connectDatabase(server.database_url)
    await blocker.db.transact(async (tx) => {
      await sql`lock table health_checks in access exclusive mode`.execute(tx)
      expect(await ask(server, '/health')).toEqual(unavailable)
      // Both calls wait for the same stuck statement.
      expect(await Promise.all(['/health', '/ready'].map((path) => ask(server, path)))).toEqual([unavailable, unavailable])
    })
    await blocker.close()
    await expect.poll(() => ask(server, '/health'), { timeout: 15_000 }).toEqual([200, undefined])
  })

  it.each([
    '08006',
    '25006',
    '28P01',
    '40001',
    '53000',
    '53100',
    '53200',
    '53300',
    '53400',
    '55000',
    '55P03',
    '57014',
    '57P01',
    '57P02',
    '57P03',
    '57P05',
    '58000',
    '58030',
    '58P01',
  ])('a call that fails with %s is unavailable, not an internal error', async (code) => {
    await sql
      .raw(`create or replace function fail() returns trigger language plpgsql as
        $$ begin raise exception 'no' using errcode = '${code}'; end $$;
        create or replace trigger fail before insert on login_states for each row execute function fail()`)
      .execute(server.db)
    expect(await ask(server, login)).toEqual(unavailable)
  })

  it('an error in a statement stays an internal error', async () => {
    await sql
      .raw(`create or replace function fail() returns trigger language plpgsql as
      $$ begin raise exception 'no' using errcode = '22012'; end $$`)
      .execute(server.db)
    expect(await ask(server, login)).toEqual([500, 'internal'])
    await sql.raw('drop trigger fail on login_states').execute(server.db)
    expect(await ask(server, login)).toEqual([200, undefined])
  })

  it('a read-only database is not healthy', async () => {
    const name = new URL(server.database_url).pathname.slice(1)
    await sql.raw(`alter database "${name}" set default_transaction_read_only = on`).execute(server.db)
    const reader = await startTestServer({ database: { url: server.database_url, drop: () => Promise.resolve() } })
    expect(await ask(reader, '/health')).toEqual(unavailable)
    await reader.close()
    await sql.raw(`alter database "${name}" reset default_transaction_read_only`).execute(server.db)
  })
})

/** A small disk of its own; null if this user cannot mount one. */
function mountDisk(): { path: string; unmount: () => void } | null {
  const path = mkdtempSync(join(tmpdir(), 'muster-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', path])
  if (mounted.status === 0) return { path, unmount: () => (spawnSync('umount', [path]), rmSync(path, { recursive: true })) }
  rmSync(path, { recursive: true })
  return null
}

const disk = mountDisk()
afterAll(() => disk?.unmount())

/** Uses up every byte left. */
function fill(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (let size = 1024 * 1024; size >= 1; ) {
      try {
        writeSync(file, Buffer.alloc(size))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        size = Math.floor(size / 2)
      }
    }
  } finally {
    closeSync(file)
  }
}

// Only root can mount; elsewhere the error codes above are the proof.
it.skipIf(disk === null)(
  'a full disk makes health and logins unavailable, and the doctor finds it, while reads still work',
  async () => {
    const path = disk?.path ?? ''
    const postgres = await startEmbeddedPostgres({ data_dir: join(path, 'postgres'), durable: true })
    await migrate(postgres.url)
    const full = await startTestServer({ database: { url: postgres.url, drop: postgres.stop } })
    try {
      expect(await ask(full, '/health')).toEqual([200, undefined])
      fill(join(path, 'filler'))
      expect(await ask(full, '/health')).toEqual(unavailable)
      expect(full.logged.map((line) => (line['err'] as { code?: string } | undefined)?.code)).toContain('53100')
      expect(await ask(full, login)).toEqual(unavailable)
      await expect(examineDatabase(postgres.url)).rejects.toMatchObject({ code: '53100' })
      expect((await full.get('/events')).statusCode).toBe(200)
      rmSync(join(path, 'filler'))
      expect([await ask(full, '/health'), await ask(full, login)]).toEqual([
        [200, undefined],
        [200, undefined],
      ])
    } finally {
      await full.close()
    }
  },
  120_000,
)

describe('readiness', () => {
  const ready = async () => (await server.get('/ready')).json<Readiness>()
  const minutesAgo = (minutes: number) => new Date(testNow - minutes * 60_000)

  it('names each job, scheduled task and event that is behind, under its role, since when', async () => {
    expect((await ready()).status).toBe('ready')
    const { db } = server
    const event = await anEvent(db)
    const hidden = await anEvent(db, { is_public: false })
    const job = { event_id: event.id, end_date: new Date(testNow + 3_600_000), last_started_at: new Date(testNow) }
    const held = { lease_owner: 'somebody', lease_expires_at: sql<Date>`now() + interval '1 hour'` }
    await insertRows(db, 'jobs', [
      { ...job, ...held, job_type: 'FetchStashChanges', failures_in_a_row: 3, last_success_at: minutesAgo(5) },
      { ...job, job_type: 'EvaluateStashChanges', last_success_at: minutesAgo(4), last_started_at: minutesAgo(4) },
      { ...job, ...held, job_type: 'DetermineGuildStashAccess', last_success_at: minutesAgo(7), away_since: minutesAgo(6) },
      // Both are up to date.
      { ...job, ...held, job_type: 'FetchCharacterData', last_success_at: minutesAgo(1) },
      { ...job, job_type: 'FetchGuildStashes', end_date: minutesAgo(1), failures_in_a_row: 9, last_started_at: minutesAgo(60) },
    ])
    await insertRows(db, 'scheduled_tasks', [
      { name: 'live streams', last_success_at: minutesAgo(30), last_error_at: minutesAgo(1) },
      { name: 'connections', last_success_at: minutesAgo(1), last_error_at: minutesAgo(2) },
    ])
    const [objective, team] = [await anObjective(db, hidden.id), await aTeam(db, hidden.id)]
    await insertRows(db, 'facts', {
      event_id: hidden.id,
      objective_id: objective.id,
      team_id: team.id,
      source: 'test',
      number: 1,
      timestamp: minutesAgo(3),
    })

    const answer = await ready()
    const told = (role: keyof Readiness['roles']) =>
      answer.roles[role].behind.map(({ part, event_id, reason, since }) => {
        const ago = since === null ? null : Math.round((Date.now() - Date.parse(since)) / 60_000)
        return [part, event_id, reason, ago]
      })
    expect(answer.status).toBe('behind')
    expect(told('http')).toEqual([])
    expect(told('jobs')).toEqual([
      ['FetchStashChanges', event.id, 'failing', 5],
      ['EvaluateStashChanges', event.id, 'not_running', 4],
      ['DetermineGuildStashAccess', event.id, 'away', 6],
      ['live streams', null, 'failing', 30],
    ])
    // The answer reveals no hidden events.
    expect(told('scoring')).toEqual([['scores', null, 'late', 3]])
  })

  it("measures a job's delay by its oldest work, unless its round waits on the game's request", async () => {
    await server.db.deleteFrom('events').execute()
    await server.db.deleteFrom('scheduled_tasks').execute()
    const { db } = server
    const event = await anEvent(db)
    const held = { lease_owner: 'somebody', lease_expires_at: sql<Date>`now() + interval '1 hour'` }
    const job = { event_id: event.id, end_date: new Date(testNow + 3_600_000), last_started_at: new Date(testNow), ...held }
    await insertRows(db, 'jobs', [
      { ...job, job_type: 'FetchStashChanges', last_success_at: minutesAgo(3) },
      { ...job, job_type: 'FetchCharacterData', last_success_at: minutesAgo(0) },
    ])
    const user = await aUser(db)
    const poll = { event_id: event.id, user_id: user.id, list_due_at: minutesAgo(14), detail_due_at: minutesAgo(0) }
    await insertRows(db, 'character_polls', poll)
    const late = async () =>
      (await ready()).roles.jobs.behind.map(({ part, event_id, reason, since }) => {
        return [part, event_id, reason, Math.round((Date.now() - Date.parse(since ?? '')) / 60_000)]
      })
    // Players queue for the game's limits, so a quarter of an hour is normal.
    expect(await late()).toEqual([['FetchStashChanges', event.id, 'late', 3]])
    await db
      .updateTable('character_polls')
      .set({ list_due_at: minutesAgo(16) })
      .execute()
    expect(await late()).toEqual([
      ['FetchStashChanges', event.id, 'late', 3],
      ['FetchCharacterData', event.id, 'late', 16],
    ])
    await db
      .updateTable('jobs')
      .set({ next_run_at: new Date(testNow + 60_000) })
      .execute()
    expect(await late()).toEqual([])
  })

  it('shows since when builds wait for their figures, and how many were given up', async () => {
    await server.db.deleteFrom('events').execute()
    const { db } = server
    const { id: event_id } = await anEvent(db)
    const builds = [
      { due_at: minutesAgo(14), failure: null },
      { due_at: minutesAgo(3), failure: 'the program ended' },
      { due_at: minutesAgo(-60), failure: 'no tree' },
    ]
    for (const [place, build] of builds.entries()) {
      const character = { event_id, id: `c${place}`, name: `C${place}`, level: 90, experience: 1, ascendancy: 'Witch' }
      await insertRows(db, 'characters', character)
      const bytes = Buffer.from([place])
      await insertRows(db, 'build_queue', { event_id, character_id: character.id, export_hash: bytes, request: bytes, ...build })
    }
    const admin = await server.as(await aUser(db, { permissions: ['admin'] }))
    const tasks = async () => (await server.get('/jobs/scheduled-tasks', admin)).json<ScheduledTaskState[]>()
    expect((await ready()).roles.jobs.behind).toEqual([])
    expect((await tasks()).filter(({ backlog }) => backlog)).toMatchObject([
      { name: 'CalculateBuilds', backlog: { waiting: 2, oldest_at: minutesAgo(14).toISOString(), failed: 2 } },
    ])
    await db
      .updateTable('build_queue')
      .set({ due_at: minutesAgo(16) })
      .execute()
    expect((await ready()).roles.jobs.behind).toMatchObject([{ part: 'CalculateBuilds', event_id: null, reason: 'late' }])
  })

  it('reports the stream as late if its position does not move, although its job succeeds', async () => {
    await server.db.deleteFrom('events').execute()
    const { db } = server
    const [event, other] = [await anEvent(db), await anEvent(db)]
    const held = { lease_owner: 'somebody', lease_expires_at: sql<Date>`now() + interval '1 hour'` }
    const job = { job_type: 'FetchStashChanges' as const, last_started_at: new Date(testNow), last_success_at: new Date(testNow) }
    await insertRows(db, 'jobs', [
      { ...job, ...held, event_id: event.id, end_date: new Date(testNow + 3_600_000) },
      // The position of an unread stream never moves.
      { ...job, event_id: other.id, end_date: minutesAgo(1) },
    ])
    const move = (moved_at: Date) => db.updateTable('stream_cursors').set({ moved_at }).where('event_id', '=', event.id).execute()
    await insertRows(db, 'stream_cursors', [
      { event_id: event.id, next_change_id: '1-1', moved_at: minutesAgo(9) },
      { event_id: other.id, next_change_id: '1-1', moved_at: minutesAgo(900) },
    ])
    expect((await ready()).status).toBe('ready')
    await move(minutesAgo(11))
    const [lag, ...more] = (await ready()).roles.jobs.behind
    expect([lag?.part, lag?.event_id, lag?.reason, more]).toEqual(['stream', event.id, 'late', []])
    await move(minutesAgo(0))
    expect((await ready()).status).toBe('ready')
  })
})
