import type { EventId } from '@muster/contract/ids'
import type { ScheduledTaskState } from '@muster/contract/jobs'
import type { EventRetention } from '@muster/contract/retention'
import { ArchiveLine } from '@muster/contract/event-archive'
import { readFactRule } from '@muster/domain/objectives/fact-rule'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { writeArchive } from '../../archive/write-archive.ts'
import { getDefinition } from '../../db/definition.ts'
import type { Row } from '../../db/schema.ts'
import { applyRules } from '../../ingestion/rules/fact-rules.ts'
import { runTaskOnce } from '../../jobs/scheduled-tasks.ts'
import { removeRawDataOfEvents } from '../../jobs/remove-raw-data.ts'
import { verifyStandings } from '../../scoring/verify.ts'
import { eventEnd, eventStart, insertRows } from '../../testing/builders.ts'
import { aPlayedEvent, canary, type PlayedEvent } from '../../testing/played-event.ts'
import { useTestServer, useRole } from '../../testing/use-server.ts'
import { afterRemoval, findRaw, rawTables } from './raw-data.ts'
import { removeRawData } from './remove-raw-data.ts'

// Two events played to their end, with all stored data of one; organisers choose how long it is kept.

const day = 86_400_000
const over = eventEnd + 3 * day
const due = eventEnd + 30 * day
const { signal } = new AbortController()

const server = useTestServer()
const admin = useRole(server, 'admin')
let [played, other]: PlayedEvent[] = []
let kept: PlayedEvent
let bystander: PlayedEvent
beforeAll(async () => {
  ;[played, other] = [await aPlayedEvent(server, 'poe1'), await aPlayedEvent(server, 'poe2')]
  ;[kept, bystander] = [played, other] as [PlayedEvent, PlayedEvent]
  for (const { event_id, ada, red, bounty } of [kept, bystander]) await leaveMore(event_id, ada, red, bounty)
})

/** More data of an event that was read from the game, all of it matched. */
async function leaveMore(
  event_id: EventId,
  { id: user_id }: Row<'users'>,
  { id: team_id }: Row<'teams'>,
  { id: objective_id }: Pick<Row<'objectives'>, 'id'>,
) {
  const { db } = server
  const at = new Date(eventStart)
  const character = await db.selectFrom('characters').select('id').where('event_id', '=', event_id).executeTakeFirstOrThrow()
  const of = { event_id, character_id: character.id }
  const hash = Buffer.from(`${event_id} waits`)
  await insertRows(db, 'build_queue', { ...of, export_hash: hash, request: hash, due_at: at })
  await insertRows(db, 'build_figures', { export_hash: hash, engine: 'test', figures: '{}', calculated_at: at })
  await insertRows(db, 'character_items', {
    ...of,
    kind: 'worn',
    team_id,
    content_hash: hash,
    item_count: 1,
    latest_snapshot_id: 1,
  })
  // A tab without points, whose second snapshot is a delta against its first.
  let base_id: number | null = null
  for (const change_id of ['1', '2']) {
    const { id } = await db
      .insertInto('stash_snapshots')
      .values({
        event_id,
        stash_id: 'unused',
        change_id,
        team_id,
        user_id,
        timestamp: at,
        item_count: 1,
        items: hash,
        items_hash: hash,
        base_id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    base_id = id
  }
  await insertRows(db, 'tracked_readings', { event_id, team_id, user_id, timestamp: at, reading_ids: [1] })
  await insertRows(db, 'character_polls', { event_id, user_id, list_due_at: at, detail_due_at: at })
  await insertRows(db, 'guild_stash_polls', { event_id, user_id, due_at: at })
  await insertRows(db, 'fetch_windows', { event_id, user_id, source: 'character', from_at: at, to_at: at })
  await insertRows(db, 'ingestion_problems', {
    event_id,
    job_type: 'FetchCharacterData',
    timestamp: at,
    problem: 'unread',
    excerpt: canary,
  })
  await insertRows(db, 'jobs', { event_id, job_type: 'FetchStashChanges', end_date: at, last_error: canary })
  const guild_id = 12 as never
  const page = { oldest_entry_id: 1, newest_entry_id: 1, oldest_at: at, newest_at: at, covers_until: at, uploaded_at: at }
  await insertRows(db, 'guild_log_pages', { event_id, guild_id, ...page, is_truncated: false, uploaded_by: user_id })
  await insertRows(db, 'proof_pictures', { event_id, team_id, user_id, picture: Buffer.from(canary), bytes: 6, uploaded_at: at })
  await insertRows(db, 'signup_changes', { event_id, user_id, kind: 'removed', changed_at: at })
  await insertRows(db, 'team_sort_drafts', { event_id, draft: '{}', changed_at: at })
  const submission = await db.selectFrom('submissions').select('id').where('event_id', '=', event_id).executeTakeFirstOrThrow()
  await insertRows(db, 'submission_claims', { submission_id: submission.id, judge_id: user_id, claimed_at: at, expires_at: at })
  await db.updateTable('submission_history').set({ comment: canary }).where('submission_id', '=', submission.id).execute()
  const scan = { event_id, source: 'stored' as const }
  await insertRows(db, 'item_scans', { ...scan, state: 'done', started_at: at, ends_at: at, definition_version: 1 })
  await insertRows(db, 'item_scan_results', { ...scan, objective_id, rule_hash: 'a', hits: JSON.stringify([{ item: canary }]) })
  const entry = { team_id, objective_id }
  await insertRows(db, 'team_suggestions', { ...entry, extra: canary, written_by: user_id })
  await insertRows(db, 'team_wishes', { event_id, team_id, user_id, kind: 'unique', name: canary, added_at: at })
  await insertRows(db, 'team_suggestion_takers', { ...entry, user_id, taken_at: at })
  await insertRows(db, 'team_suggestion_readers', { ...entry, user_id, version: 1, seen_at: at })
  // The jobs matched everything they had read.
  const definition = await getDefinition(db, event_id)
  await db.transact(async (tx) => {
    const rules = definition.objectives.map((one) => ({ objective_id: one.id as never, rule: readFactRule(one, definition) }))
    await applyRules(tx, event_id, rules)
    await sql`update evaluation_cursors set snapshot_id = (select max(id) from stash_snapshots) where event_id = ${event_id}`.execute(
      tx,
    )
  })
}

const choose = (kept_until: string | null, more: object = {}) =>
  server.send('PUT', `/events/${kept.event_id}/retention`, admin, { kept_until, ...more })
const read = async () => (await server.get(`/events/${kept.event_id}/retention`, admin)).json<EventRetention>()
const takeTurn = () => runTaskOnce(server.ctx, removeRawDataOfEvents, signal)

/** Unreadable deltas, whose base is gone or empty. */
async function countOrphans(event_id: EventId): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select count(*) as rows from stash_snapshots delta where event_id = ${event_id} and base_id is not null
      and not exists (select from stash_snapshots base where base.id = delta.base_id and base.items_hash <> ''::bytea)`.execute(
    server.db,
  )
  return rows[0]?.rows ?? 0
}

/** Rows of an event in each table with data to remove. */
async function countRaw(event_id: EventId): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of rawTables) {
    const { rows } = await sql<{ rows: number }>`
      select count(*) as rows from ${sql.table(table.name)} where ${findRaw(table, event_id)}`.execute(server.db)
    counts[table.name] = rows[0]?.rows ?? 0
  }
  return counts
}

/** Every row of the tables that keep everything, except records of the removal. */
async function readRest(): Promise<string> {
  const names = Object.entries(afterRemoval).flatMap(([name, after]) => ('stays' in after ? [name] : []))
  const marks = new Set(['events', 'admin_changes', 'scheduled_tasks', 'call_windows', 'build_figures', 'facts'])
  const texts: string[] = []
  for (const name of names.filter((one) => !marks.has(one))) {
    const { rows } = await sql`select to_jsonb(t) as row from ${sql.table(name)} t order by t::text`.execute(server.db)
    texts.push(`${name} ${JSON.stringify(rows)}`)
  }
  const { rows } = await sql`
    select to_jsonb(facts) as row from facts order by sequence`.execute(server.db)
  return [...texts, JSON.stringify(rows)].join('\n')
}

async function archive(): Promise<string[]> {
  const event = await server.db.selectFrom('events').selectAll().where('id', '=', kept.event_id).executeTakeFirstOrThrow()
  const pieces: Buffer[] = []
  await writeArchive(server.db, { event, now: over, log: server.ctx.log }, async (lines) => {
    for await (const piece of lines) pieces.push(piece as Buffer)
  })
  return Buffer.concat(pieces).toString().trimEnd().split('\n').slice(1, -1)
}

describe('the raw data of an event', () => {
  let before: { archive: string[]; others: Record<string, number> }
  let rest: string
  beforeAll(async () => {
    server.setNow(over)
    before = { archive: await archive(), others: await countRaw(bystander.event_id) }
    expect(Object.entries(before.others).filter(([, rows]) => rows === 0)).toEqual([])
  })

  it('is kept forever by default', async () => {
    server.setNow(due + 1000 * day)
    await takeTurn()
    server.setNow(over)
    expect(await read()).toMatchObject({ kept_until: null, final_since: null, removed_at: null, is_matched: true, removed: [] })
    expect((await server.get(`/events/${kept.event_id}`)).json()).toMatchObject({ raw_kept_until: null, final_since: null })
  })

  it('is counted before organisers choose', async () => {
    const { stored, earliest } = await read()
    expect(earliest).toBe(new Date(over + day).toISOString())
    expect(stored.find(({ kind }) => kind === 'items')?.rows).toBeGreaterThan(5)
    expect(stored.every(({ rows, bytes }) => rows > 0 && bytes > rows)).toBe(true)
  })

  it.each([
    ['in a day or less', new Date(over + day - 1).toISOString()],
    ['before now', new Date(eventEnd + day).toISOString()],
  ])('is not removed %s', async (_, at) => {
    const answer = await choose(at)
    expect(answer.json()).toMatchObject({ code: 'invalid_request', problems: [{ field: 'kept_until' }] })
  })

  it('is kept until a date, which can be moved, and moves with the end of the event', async () => {
    const first = await choose(new Date(due).toISOString(), { base_version: (await read()).version })
    expect(first.json()).toMatchObject({ raw_kept_until: new Date(due).toISOString() })
    expect((await choose(null, { base_version: (await read()).version - 1 })).json()).toMatchObject({ code: 'changed_meanwhile' })
    const event = first.json<Record<string, unknown>>()
    const prolong = (ends_at: number) =>
      server.send('PUT', '/events', admin, { ...event, event_end_time: new Date(ends_at).toISOString() })
    expect((await prolong(eventEnd + day)).json()).toMatchObject({ raw_kept_until: new Date(due + day).toISOString() })
    expect((await prolong(eventEnd)).json()).toMatchObject({ raw_kept_until: new Date(due).toISOString() })
    const changes = (await server.get(`/events/${kept.event_id}/admin-changes`, admin)).json<{ kind: string; detail: string }[]>()
    const [chosen] = changes.filter(({ kind }) => kind === 'retention_chosen')
    expect(chosen?.detail).toBe(new Date(due).toISOString())
    expect((await server.get('/users/self/kept-data', await server.as(kept.ada))).json()).toMatchObject({
      events: [{ id: kept.event_id, name: kept.event.name, raw_kept_until: new Date(due).toISOString(), final_since: null }],
    })
  })

  it('stays until then', async () => {
    const full = await countRaw(kept.event_id)
    server.setNow(due - day)
    await takeTurn()
    expect(await countRaw(kept.event_id)).toEqual(full)
  })

  it('waits for unmatched data, which is not a failure of the task, and the list of tasks says so', async () => {
    const { first } = kept
    await insertRows(server.db, 'rematches', {
      objective_id: first.id,
      event_id: kept.event_id,
      reads: 'snapshots',
      started_at: new Date(over),
    })
    server.setNow(due)
    await takeTurn()
    const readTask = async () =>
      (await server.get('/jobs/scheduled-tasks', admin)).json<ScheduledTaskState[]>().find(({ name }) => name === 'RemoveRawData')
    const waits_for = [{ id: kept.event_id, name: kept.event.name }]
    expect(await readTask()).toMatchObject({ last_success_at: new Date(due).toISOString(), last_error: null, waits_for })
    expect(await read()).toMatchObject({ is_matched: false, final_since: null })
    await server.db.deleteFrom('rematches').where('event_id', '=', kept.event_id).execute()
    expect(await readTask()).toMatchObject({ waits_for: [] })
  })

  it('is removed in batches; after a stop the next turn continues', async () => {
    rest = await readRest()
    const full = await countRaw(kept.event_id)
    const removal = removeRawData(server.db, kept.event_id, () => new Date(due), 1)
    for (let batch = 0; batch < 9; batch++) {
      expect((await removal.next()).done).toBe(false)
      expect(await countOrphans(kept.event_id)).toBe(0)
    }
    await removal.return('not_due')
    const half = await countRaw(kept.event_id)
    const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, one) => all + one, 0)
    expect(sum(full) - sum(half)).toBe(9)
    const removed_so_far = [
      { kind: 'items', rows: 8 },
      { kind: 'characters', rows: 1 },
    ]
    const so_far = { final_since: new Date(due).toISOString(), removed_at: null, removed: removed_so_far }
    expect(await read()).toMatchObject(so_far)
    server.setNow(due + day)
    await takeTurn()
    expect(sum(await countRaw(kept.event_id))).toBe(0)
    const { removed, removed_at } = await read()
    expect(removed_at).toBe(new Date(due + day).toISOString())
    expect(removed.reduce((all, { rows }) => all + rows, 0)).toBe(sum(full))
    const [last] = (await server.get(`/events/${kept.event_id}/admin-changes?limit=1`, admin)).json<object[]>()
    const told = removed.map(({ kind, rows }) => `${kind} ${rows}`)
    expect(last).toMatchObject({ kind: 'raw_data_removed', author: null, subject: kept.event.name })
    expect((last as { detail: string }).detail.match(/\w+ \d+/g)?.toSorted()).toEqual(told.toSorted())
  })

  it('is removed, including texts of players, and nothing else; other events keep everything', async () => {
    expect(await countRaw(bystander.event_id)).toEqual(before.others)
    const figures = await server.db.selectFrom('build_figures').select('export_hash').execute()
    expect(figures.map(({ export_hash }) => export_hash.toString())).not.toContain(`${kept.event_id} waits`)
    expect(figures).toHaveLength(3)
    expect(await readRest()).toBe(rest)
  })

  it('leaves the standings and every receipt unchanged', async () => {
    expect(await verifyStandings(server.db, kept.event_id)).toMatchObject({ differences: [] })
    const after = await archive()
    const gone = new Set(['reading', 'build', 'atlas', 'ladder'])
    const told = (lines: string[]) =>
      lines.flatMap((line) => {
        const record = ArchiveLine.parse(JSON.parse(line))
        if (gone.has(record.type)) return []
        if (record.type === 'submission') return [JSON.stringify({ ...record, proof: '', comment: '' })]
        if (record.type === 'character') return [JSON.stringify({ ...record, last_active_at: null })]
        return [JSON.stringify(record.type === 'event' ? { ...record, version: 0 } : record)]
      })
    expect(told(after).toSorted()).toEqual(told(before.archive).toSorted())
    expect(before.archive.length - after.length).toBeGreaterThan(10)
  })

  it("disappears from the user's data page and export", async () => {
    const headers = await server.as(kept.ada)
    const { events } = (await server.get('/users/self/kept-data', headers)).json<{ events: object[] }>()
    expect(events).toMatchObject([{ id: kept.event_id, final_since: new Date(due).toISOString() }])
    const exported = (await server.get('/users/self/data', headers)).json<{
      events: object[]
      tables: Record<string, object[]>
    }>()
    expect(exported.events).toEqual(events)
    expect(exported.tables['stash_snapshots']).toMatchObject([{ items: [], item_count: 0 }])
    expect(exported.tables['activity_samples']).toEqual([])
  })
})

describe('an event without raw data', () => {
  const path = () => `/events/${kept.event_id}`
  const codeOf = async (answer: Promise<{ json<T>(): T }>) => (await answer).json<{ code?: string }>().code

  it('is final: nothing can be read, uploaded or matched again', async () => {
    const { first, root, red, ada } = { ...kept, root: await findRoot() }
    const lead = await server.as(ada)
    const stored = (await server.get(path())).json<Record<string, unknown>>()
    const refused = {
      job: server.send('POST', '/jobs', admin, {
        event_id: kept.event_id,
        job_type: 'FetchStashChanges',
        duration_in_seconds: 3600,
      }),
      date: choose(null),
      end: server.send('PUT', '/events', admin, { ...stored, event_end_time: new Date(eventEnd + day).toISOString() }),
      condition: server.send('PUT', `${path()}/conditions`, admin, {
        objective_id: first.id,
        field: 'ILVL',
        operator: 'GT',
        value: '80',
      }),
      objective: server.send('PUT', `${path()}/objectives`, admin, {
        parent_id: root,
        name: 'Late',
        objective_type: 'PLAYER',
        aggregation: 'MAXIMUM',
        number_field: 'PLAYER_LEVEL',
        required_number: 1,
        conditions: [],
      }),
      plan: server.send('PUT', `${path()}/suggestions/${first.id}`, lead, { extra: 'late', team_id: red.id }),
      signup: server.send('PUT', `${path()}/signups/self`, lead, { expected_playtime: 3 }),
      stream: server.send('PUT', `${path()}/stream-position`, admin, { to: 'newest' }),
    }
    const codes = Object.fromEntries(
      await Promise.all(Object.entries(refused).map(async ([name, answer]) => [name, await codeOf(answer)] as const)),
    )
    expect(codes).toEqual(Object.fromEntries(Object.keys(refused).map((name) => [name, 'event_final'])))
  })

  const findRoot = async () =>
    (
      await server.db
        .selectFrom('objectives')
        .select('id')
        .where('event_id', '=', kept.event_id)
        .where('parent_id', 'is', null)
        .executeTakeFirstOrThrow()
    ).id

  it('can still be judged, renamed, hidden and deleted, and its points may change', async () => {
    const stored = (await server.get(path())).json<Record<string, unknown>>()
    expect((await server.send('PUT', '/events', admin, { ...stored, name: 'Renamed' })).statusCode).toBe(201)
    const [preset] = (await server.get(`${path()}/scoring-presets`)).json<Record<string, unknown>[]>()
    const answer = await server.send('PUT', `${path()}/scoring-presets`, admin, { ...preset, points: [20, 11, 2] })
    expect(answer.statusCode).toBe(200)
    expect((await server.send('DELETE', path(), admin)).statusCode).toBe(204)
  })
})
