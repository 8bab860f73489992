import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Client } from '../db/client.ts'
import { connectDatabase } from '../db/connect.ts'
import { appendFacts } from '../db/ledger.ts'
import { anEvent, anObjective, aTeam, aUser, testNow, insertRows } from '../testing/builders.ts'
import { metricList } from './metric-list.ts'
import { countConnections } from './count-connections.ts'
import { collectMetrics, type Metrics } from './metrics.ts'
import { pagesBehind, timeWork, tellDelay } from './points.ts'
import { useTestServer } from '../testing/use-server.ts'

let metrics: Metrics
const pools = { work: { totalCount: 5, idleCount: 2, waitingCount: 1 } }
const limits = [
  { policy: 'stash', rule: 'account', period_seconds: 10, allowed: 15, left: 4, pause_ms: 0 },
  { policy: 'stash', rule: 'ip', period_seconds: 60, allowed: 30, left: 0, pause_ms: 90_000 },
]
const server = useTestServer({ game: { measureLimits: () => limits } })
beforeAll(async () => {
  metrics = await collectMetrics({ ctx: server.ctx, pools, hub: { size: 7, rooms: 2 } })
})
afterAll(() => metrics.close())

/** Values by series, as scraped. */
async function scrape(from = metrics): Promise<Map<string, number>> {
  const lines = (await from.scrape()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]))
}

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8')

it('every metric in the dashboard and the alert rules is in a scrape, and in docs/metrics.md', async () => {
  const text = await metrics.scrape()
  const exported = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  const docs = read('docs/metrics.md')
  for (const path of ['deploy/grafana-dashboard.json', 'deploy/alerts.yaml']) {
    const names = [...read(path).matchAll(/\b(?:muster|process|nodejs)_\w+/g)].map(([name]) => name)
    expect(names.length).toBeGreaterThan(10)
    const unknown = names.filter((name) => !exported.has(name) && !exported.has(name.replace(/_(bucket|count|sum)$/, '')))
    expect(unknown, path).toEqual([])
    expect(names.filter((name) => !docs.includes(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([])
  }
  expect(Object.keys(metricList).filter((name) => !exported.has(name))).toEqual([])
})

it('calls are counted by route and class of status, for any caller and any parameters', async () => {
  const users = await Promise.all([1, 2, 3].map(() => aUser(server.db)))
  const before = await scrape()
  for (const { id } of users) await server.get(`/users/${id}`)
  await server.app.inject({ method: 'GET', url: '/api/made-up/one' })
  await server.app.inject({ method: 'GET', url: '/api/made-up/two' })
  const after = await scrape()
  const grown = [...after].filter(([series, value]) => /^muster_http.*_count/.test(series) && value !== (before.get(series) ?? 0))
  expect(grown).toEqual([
    ['muster_http_request_duration_seconds_count{method="GET",route="/api/users/:user_id",status="2xx"}', 3],
    ['muster_http_request_duration_seconds_count{method="any",route="none",status="4xx"}', 2],
  ])
})

it('reports the counts and times of the process', async () => {
  const { db } = server
  const event = await anEvent(db)
  const [objective, team] = [await anObjective(db, event.id), await aTeam(db, event.id)]
  const before = await scrape()
  const fact = { objective_id: objective.id, team_id: team.id, user_id: null, source: 'test', timestamp: new Date(testNow) }
  await db.transact((tx) =>
    appendFacts(
      tx,
      event.id,
      [1, 2, 2, 3].map((number) => ({ ...fact, number })),
    ),
  )
  await timeWork('game_request', { endpoint: 'character', outcome: 'limited' }, () => Promise.resolve())
  await expect(
    timeWork('job_round', { job_type: 'FetchStashChanges', event_id: event.id, outcome: 'failed' }, () =>
      Promise.reject(new Error('no')),
    ),
  ).rejects.toThrow('no')
  tellDelay('ledger_to_board', 300)
  pagesBehind.set(event.id, 12)
  const after = await scrape()
  pagesBehind.delete(event.id)
  const grown = (series: string) => (after.get(series) ?? 0) - (before.get(series) ?? 0)
  // The repeated number adds nothing.
  expect(grown('muster_facts_written_total')).toBe(3)
  expect(grown('muster_game_request_duration_seconds_count{endpoint="character",outcome="limited"}')).toBe(1)
  expect(grown('muster_job_round_duration_seconds_count{job_type="FetchStashChanges",outcome="failed"}')).toBe(1)
  expect(grown('muster_ledger_to_board_seconds_bucket{le="0.25"}')).toBe(0)
  expect(grown('muster_ledger_to_board_seconds_bucket{le="0.5"}')).toBe(1)
  expect(after.get(`muster_stream_pages_behind{event="${event.id}"}`)).toBe(12)
  expect((await scrape()).has(`muster_stream_pages_behind{event="${event.id}"}`)).toBe(false)
  expect(
    Object.fromEntries(
      [...after].filter(([series]) =>
        /^muster_(feed_(sockets|events)|database_(?!slots|connections_r)|game_limit_)/.test(series),
      ),
    ),
  ).toEqual({
    muster_feed_sockets: 7,
    muster_feed_events: 2,
    'muster_database_connections{pool="work",state="in_use"}': 3,
    'muster_database_connections{pool="work",state="idle"}': 2,
    'muster_database_waiting{pool="work"}': 1,
    muster_database_up: 1,
    muster_database_writable: 1,
    'muster_game_limit_allowed{policy="stash",rule="account",period_seconds="10"}': 15,
    'muster_game_limit_allowed{policy="stash",rule="ip",period_seconds="60"}': 30,
    'muster_game_limit_left{policy="stash",rule="account",period_seconds="10"}': 4,
    'muster_game_limit_left{policy="stash",rule="ip",period_seconds="60"}': 0,
    'muster_game_limit_pause_seconds{policy="stash",rule="account"}': 0,
    'muster_game_limit_pause_seconds{policy="stash",rule="ip"}': 90,
  })
})

it('reports jobs, scheduled tasks, scores and queues, with one query for many scrapes', async () => {
  const { db } = server
  const event = await anEvent(db)
  const [objective, team] = [await anObjective(db, event.id), await aTeam(db, event.id)]
  const ago = (seconds: number) => new Date(testNow - seconds * 1000)
  const fact = { event_id: event.id, objective_id: objective.id, team_id: team.id, source: 'test', number: 1, timestamp: ago(90) }
  await insertRows(db, 'facts', fact)
  const job = { event_id: event.id, end_date: ago(-3600), last_started_at: ago(0), last_success_at: ago(200) }
  const held = { lease_owner: 'somebody', lease_expires_at: sql<Date>`now() + interval '1 hour'` }
  await insertRows(db, 'jobs', [
    { ...job, ...held, job_type: 'FetchStashChanges', failures_in_a_row: 3 },
    { ...job, job_type: 'EvaluateStashChanges', end_date: ago(1) },
    { ...job, ...held, job_type: 'FetchCharacterData', away_since: ago(150) },
  ])
  await insertRows(db, 'scheduled_tasks', { name: 'FollowStreams', last_success_at: ago(40) })
  await insertRows(db, 'evaluation_cursors', { event_id: event.id })
  const snapshot = { event_id: event.id, team_id: team.id, stash_id: 'a', change_id: '1', timestamp: ago(5), item_count: 0 }
  const items = { items: Buffer.alloc(0), items_hash: Buffer.alloc(1) }
  await insertRows(db, 'stash_snapshots', [
    { ...snapshot, ...items },
    { ...snapshot, ...items, stash_id: 'b' },
  ])

  // Other files in this process may have left theirs, for an event with the same number.
  pagesBehind.clear()
  // Its own instance, which has not queried yet.
  const fresh = await collectMetrics({ ctx: server.ctx, pools, hub: null })
  const statements = server.statements()
  const scrapes = await Promise.all([scrape(fresh), scrape(fresh)])
  const asked = server.statements() - statements
  await scrape(fresh)
  expect(server.statements() - statements).toBe(asked)
  fresh.close()
  const of = `event="${event.id}"`
  const told = [...(scrapes[0] ?? [])].filter(([series]) => series.includes(of) || /task=|queue=|muster_behind/.test(series))
  expect(Object.fromEntries(told)).toEqual({
    [`muster_job_running{${of},job_type="FetchStashChanges"}`]: 1,
    [`muster_job_failures{${of},job_type="FetchStashChanges"}`]: 3,
    [`muster_job_success_age_seconds{${of},job_type="FetchStashChanges"}`]: 200,
    [`muster_job_delay_seconds{${of},job_type="FetchStashChanges"}`]: 200,
    [`muster_job_running{${of},job_type="FetchCharacterData"}`]: 1,
    [`muster_job_failures{${of},job_type="FetchCharacterData"}`]: 0,
    [`muster_job_success_age_seconds{${of},job_type="FetchCharacterData"}`]: 200,
    [`muster_game_away_seconds{${of},job_type="FetchCharacterData"}`]: 150,
    [`muster_unscored_seconds{${of}}`]: 90,
    'muster_scheduled_task_success_age_seconds{task="FollowStreams"}': 40,
    'muster_scheduled_task_failing{task="FollowStreams"}': 0,
    'muster_queue_length{queue="evaluation"}': 2,
    'muster_queue_length{queue="builds"}': 0,
    'muster_queue_length{queue="guild_tabs"}': 0,
    'muster_behind{role="jobs",part="FetchStashChanges",reason="failing"}': 1,
    // Includes the event of the test before.
    'muster_behind{role="scoring",part="scores",reason="late"}': 1,
  })
})

it('a read-only database is up, but not writable', async () => {
  const reading = connectDatabase(`${server.database_url}&options=-c%20default_transaction_read_only%3Don`)
  const alone = await collectMetrics({ ctx: { ...server.ctx, db: reading.db }, pools, hub: null })
  const told = await scrape(alone)
  expect([told.get('muster_database_up'), told.get('muster_database_writable')]).toEqual([1, 0])
  alone.close()
  await reading.close()
})

it("a scrape without the database has the process's own figures", async () => {
  const nowhere = connectDatabase('postgres://nobody@127.0.0.1:9/none')
  const alone = await collectMetrics({ ctx: { ...server.ctx, db: nowhere.db }, pools, hub: null })
  const told = await scrape(alone)
  expect(told.get('muster_database_up')).toBe(0)
  expect(told.get('muster_database_waiting{pool="work"}')).toBe(1)
  expect(
    [...told.keys()].filter((series) => /^muster_(job|queue|behind|unscored|scheduled_task)_(?!round)/.test(series)),
  ).toEqual([])
  alone.close()
  await nowhere.close()
})

it('reports taken connections for each limit, from any program, and refused connections of this process', async () => {
  const name = `limited_${Math.random().toString(36).slice(2)}`
  const run = (text: string) => sql.raw(text).execute(server.db)
  await run(`create role ${name} login connection limit 2`)
  const url = new URL(server.database_url)
  url.username = name
  const limited = connectDatabase(url.href, { max_connections: 3 })
  const refused = async () => (await scrape()).get('muster_database_connections_refused_total') ?? 0
  try {
    const before = await refused()
    const held = [await limited.pool.connect(), await limited.pool.connect()]
    const reason = 'too many connections for role'
    await expect(limited.pool.connect()).rejects.toThrow(reason)
    await expect(new Client({ connectionString: url.href }).connect()).rejects.toThrow(reason)
    await expect(new Client({ connectionString: url.href.replace(name, 'nobody') }).connect()).rejects.toThrow('role "nobody"')
    expect((await refused()) - before).toBe(2)
    for (const one of held) one.release()
    // The user may not see the activity of others, and still counts their connections.
    const [ofServer, ofUser, ...more] = await countConnections(limited.db)
    expect(more).toEqual([])
    expect(ofUser).toEqual({ limit: 'user', used: 2, allowed: 2 })
    expect(ofServer?.limit).toBe('server')
    expect(ofServer?.used).toBeGreaterThan(2)
    const fresh = await collectMetrics({ ctx: server.ctx, pools, hub: null })
    const told = await scrape(fresh)
    fresh.close()
    expect(told.get('muster_database_slots_allowed{limit="server"}')).toBe(ofServer?.allowed)
    expect(told.get('muster_database_slots_used{limit="server"}')).toBeGreaterThan(2)
    expect(told.has('muster_database_slots_allowed{limit="user"}')).toBe(false)
  } finally {
    await limited.close()
    await run(`drop role ${name}`)
  }
})
