import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { useTestDatabase } from '../testing/test-database.ts'

// Rules for every table, including new ones.

const database = useTestDatabase()
let client: pg.Client
beforeAll(async () => {
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(() => client.end())

const list = async (sql: string) => (await client.query<{ found: string }>(sql)).rows.map(({ found }) => found).toSorted()
const ours = `n.nspname = 'public' and c.relname not like 'kysely_%'`

test('D-80: columns of counts are large enough', async () => {
  const columns = `information_schema.columns where table_schema = 'public'`
  expect(await list(`select table_name || '.' || column_name as found from ${columns} and data_type = 'smallint'`)).toEqual([])
  const numbers = [
    'facts.number',
    'score_changes.number',
    'score_changes.points',
    'scores.number',
    'scores.points',
    'submissions.number',
  ]
  expect(
    await list(`
      select table_name || '.' || column_name as found from ${columns} and data_type = 'bigint'
      and column_name in ('number', 'points') and table_name in ('facts', 'scores', 'score_changes', 'submissions')`),
  ).toEqual(numbers)
})

test('D-81: every table has a key, an account of a provider belongs to one user, and one event is current', async () => {
  expect(
    await list(`
      select c.relname as found from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where ${ours} and c.relkind = 'r'
      and not exists (select from pg_constraint where conrelid = c.oid and contype = 'p')`),
  ).toEqual([])
  const event = (is_current: boolean) => `
    insert into events (name, game_version, is_current, max_size, application_start_time, application_end_time,
      event_start_time, event_end_time) values ('a', 'poe1', ${is_current}, 1, now(), now(), now(), now())`
  await client.query(event(false))
  await client.query(event(true))
  await expect(client.query(event(true))).rejects.toMatchObject({ code: '23505' })
  const account = (user: string) => `
    with somebody as (insert into users (display_name) values ('${user}') returning id)
    insert into accounts (user_id, provider, account_id, name) select id, 'poe', 'the same', '${user}' from somebody`
  await client.query(account('a'))
  await expect(client.query(account('b'))).rejects.toMatchObject({ code: '23505' })
})

test('D-82: readings of two players may have the same microsecond', async () => {
  const reading = `
    insert into character_readings (event_id, character_id, user_id, timestamp, source, level, experience, ascendancy,
      ascendancy_points, delve_depth)
    select (select min(id) from events), 'character of ' || id, id, '2026-01-16T18:00:00.000001Z', 'test', 1, 0, '', 0, 0 from users`
  const { rowCount } = await client.query(reading)
  expect(rowCount).toBeGreaterThan(0)
  await client.query(reading)
})

test('D-83: every reference has an index, and no index exists twice', async () => {
  // Each reference has an index that begins with one of its columns; every such column selects few rows.
  expect(
    await list(`
      select con.conrelid::regclass || ' ' || con.conname as found from pg_constraint con
      where con.contype = 'f' and not exists (
        select from pg_index i where i.indrelid = con.conrelid and i.indkey[0] = any (con.conkey))`),
  ).toEqual([])
  expect(
    await list(`
      select a.indexrelid::regclass::text as found from pg_index a
      join pg_index b on b.indrelid = a.indrelid and b.indexrelid < a.indexrelid and b.indkey::text = a.indkey::text
        and b.indclass::text = a.indclass::text and b.indoption::text = a.indoption::text
        and coalesce(pg_get_expr(a.indpred, a.indrelid), '') = coalesce(pg_get_expr(b.indpred, b.indrelid), '')
        and coalesce(pg_get_expr(a.indexprs, a.indrelid), '') = coalesce(pg_get_expr(b.indexprs, b.indrelid), '')
      join pg_class c on c.oid = a.indrelid join pg_namespace n on n.oid = c.relnamespace where ${ours}`),
  ).toEqual([])
})

/** Kept for the record after the referenced row is deleted. */
const records = [
  'notices.objective_id',
  'notices.team_id',
  'score_changes.objective_id',
  'score_changes.team_id',
  'score_changes.user_id',
  'stash_snapshots.team_id',
]

test('D-85: every reference points to an existing row, and an event has all its times', async () => {
  const pointers = [
    'event_id',
    'team_id',
    'user_id',
    'objective_id',
    'parent_id',
    'author_id',
    'reviewer_id',
    'judge_id',
    'submission_id',
    'withdrawn_by',
    'scoring_preset_id',
  ]
  expect(
    await list(`
      select c.relname || '.' || a.attname as found from pg_attribute a
      join pg_class c on c.oid = a.attrelid and c.relkind = 'r' join pg_namespace n on n.oid = c.relnamespace
      where ${ours} and a.attname = any ('{${pointers.join()}}') and format_type(a.atttypid, null) = 'integer'
      and not exists (select from pg_constraint con where con.conrelid = c.oid and con.contype = 'f' and a.attnum = any (con.conkey))`),
  ).toEqual(records)
  expect(
    await list(`
      select column_name as found from information_schema.columns
      where table_schema = 'public' and table_name = 'events' and column_name like '%_time' and is_nullable = 'YES'`),
  ).toEqual([])
})
