import type { RequestEffect } from '@muster/simulator/faults/faults'
import { presets } from '@muster/simulator/options'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { GameGateway } from '../gateways/game/gateway.ts'
import { getEvent } from '../testing/events.ts'
import { startSimulatedEvent } from '../testing/simulated-event.ts'
import { determineGuildStashAccess } from './determine-guild-stash-access.ts'
import { fetchCharacterData } from './fetch-character-data.ts'
import { fetchGuildStashes } from './fetch-guild-stashes.ts'
import { fetchStashChanges } from './fetch-stash-changes.ts'
import type { RoundResult } from './job.ts'
import { useOpened } from '../testing/use-server.ts'

const step_ms = 20_000
const minute_ms = 60_000

const world = useOpened(() => startSimulatedEvent({ hours: 2, preset: { ...presets.tiny, teams: 3, players_per_team: 3 } }))
/** Runs one round of each job; the jobs keep their state between rounds. */
let playRound: () => Promise<Record<'stream' | 'characters' | 'lists' | 'tabs', RoundResult>>
/** Accounts and tabs in the order in which the jobs request them. */
let called: string[] = []

beforeAll(async () => {
  const game: GameGateway = {
    ...world.ctx.game,
    fetchCharacters: (account, ...rest) => (called.push(account.account_id), world.ctx.game.fetchCharacters(account, ...rest)),
    fetchCharacter: (account, ...rest) => (called.push(account.account_id), world.ctx.game.fetchCharacter(account, ...rest)),
    fetchGuildTab: (account, league, tab, again) => (
      called.push(tab.id), world.ctx.game.fetchGuildTab(account, league, tab, again)
    ),
  }
  const { event_id, ctx } = world
  const event = await getEvent(ctx.db, event_id)
  const round = { ctx: { ...ctx, game }, event, signal: new AbortController().signal, write: ctx.db.transact.bind(ctx.db) }
  const jobs = [fetchStashChanges, fetchCharacterData, determineGuildStashAccess, fetchGuildStashes].map((job) => job.start())
  playRound = async () => {
    const [stream, characters, lists, tabs] = [
      await jobs[0]?.(round),
      await jobs[1]?.(round),
      await jobs[2]?.(round),
      await jobs[3]?.(round),
    ] as [RoundResult, RoundResult, RoundResult, RoundResult]
    return { stream, characters, lists, tabs }
  }
  await play(1)
  await ctx.db.updateTable('guild_stash_tabs').set({ fetch_enabled: true }).execute()
  await play(10)
})
beforeEach(async () => {
  await play(6)
  await world.ctx.db.deleteFrom('ingestion_problems').execute()
})

async function play(minutes: number) {
  let last = await playRound()
  for (let gone_ms = 0; gone_ms < minutes * minute_ms; gone_ms += step_ms) {
    world.simulator.step(step_ms)
    last = await playRound()
  }
  return last
}

const strike = (effect: RequestEffect, route = '') =>
  world.simulator.faults.add({ effect, match: { provider: 'api', route }, when: {}, parameters: {} }).id

/**
 * Closes the API: calls that name a league first answer that it does not exist, then all calls answer 503, then an HTML page,
 * then 503 again.
 */
async function closeGame(minutes: number) {
  const closed = strike('api.maintenance')
  const noLeague = strike('api.league_lost')
  await play(minutes / 4)
  world.simulator.faults.remove(noLeague)
  await play(minutes / 4)
  const page = strike('api.page')
  await play(minutes / 4)
  world.simulator.faults.remove(page)
  const last = await play(minutes / 4)
  world.simulator.faults.remove(closed)
  return last
}

const polls = () => world.ctx.db.selectFrom('character_polls').selectAll().orderBy('user_id').execute()
const lists = () => world.ctx.db.selectFrom('guild_stash_polls').selectAll().orderBy('user_id').execute()
const tabs = () =>
  world.ctx.db
    .selectFrom('guild_stash_tabs')
    .selectAll()
    .where('parent_id', 'is', null)
    .where('fetch_enabled', '=', true)
    .orderBy('id')
    .execute()
const problems = async () =>
  (await world.ctx.db.selectFrom('ingestion_problems').select('problem').execute()).map(({ problem }) => problem)
const requests = () => world.simulator.requests.list(5000)

/** Successful answers since a time: the first for each account and each tab, in seconds. */
function readReturns(since_ms: number) {
  const first = (isMeant: (path: string) => string | null) => {
    const times = new Map<string, number>()
    for (const { t, path, status, account } of requests()) {
      const key = isMeant(path) === 'account' ? account : isMeant(path)
      if (status === 200 && t >= since_ms && key !== null && !times.has(key)) times.set(key, (t - since_ms) / 1000)
    }
    return [...times.values()]
  }
  return {
    accounts: first((path) => (path.includes('/character') ? 'account' : null)),
    tabs: first((path) => /\/guild\/stash\/[^/]+\/([^/]+)$/.exec(path)?.[1] ?? null),
  }
}

describe('a maintenance of 40 minutes', () => {
  test('ends with every participant and tab read within a minute, and no individual failures recorded', async () => {
    const connections = await world.ctx.db.selectFrom('accounts').select(['user_id', 'broken_reason', 'access_token']).execute()
    const began_at = new Date(world.simulator.clock.now())
    const last = await closeGame(40)
    const away = { ok: false, error: expect.stringContaining('does not respond'), away_since: expect.any(Number) }
    expect(last).toMatchObject({ stream: away, characters: away, tabs: away })
    expect(await problems()).toEqual([])
    for (const rows of [await polls(), await lists(), await tabs()])
      expect(rows.map(({ failures_in_a_row, last_error }) => [failures_in_a_row, last_error])).toEqual(rows.map(() => [0, null]))

    const ended_at = world.simulator.clock.now()
    await play(3)
    const returns = readReturns(ended_at)
    expect(returns.accounts).toHaveLength(world.players.length)
    expect(returns.tabs).toHaveLength((await tabs()).length)
    const all = [...returns.accounts, ...returns.tabs]
    expect(Math.max(...all)).toBeLessThan(180)
    expect(Math.max(...all) - Math.min(...all)).toBeLessThan(60)
    expect(await world.ctx.db.selectFrom('accounts').select(['user_id', 'broken_reason', 'access_token']).execute()).toEqual(
      connections,
    )
    // Each source has a gap named after its cause.
    const gaps = await world.ctx.db
      .selectFrom('fetch_windows')
      .select(['source', 'subject', 'reason', 'settled_at'])
      .where('to_at', '>', began_at)
      .where('reason', 'is not', null)
      .execute()
    expect(new Set(gaps.map(({ reason }) => reason))).toEqual(new Set(['unavailable']))
    expect(gaps.every(({ settled_at }) => settled_at !== null)).toBe(true)
    const subjects = (source: string) => new Set(gaps.filter((gap) => gap.source === source).map(({ subject }) => subject)).size
    expect([subjects('public_tabs'), subjects('ladder')]).toEqual([1, 1])
    expect([subjects('character'), subjects('guild_tabs')]).toEqual([world.players.length, (await tabs()).length])
  })

  test('is probed: one call of each kind per 20 s, regardless of how many are due', async () => {
    const before = requests().at(-1)?.seq ?? 0
    await closeGame(12)
    const sent = requests().filter(({ seq, path }) => seq > before && path.includes('/character'))
    // Lists and characters three times a minute each, plus a few before the outage is detected.
    expect(sent.length).toBeLessThanOrEqual(2 * 3 * 12 + 12)
    expect(sent.length).toBeGreaterThan(3 * 11)
  })
})

test.each([4, 12, 30])(
  'the order after %i minutes does not depend on earlier failures: longest wait first, alternating between teams',
  async (minutes) => {
    // Failures of earlier days, with many different counts.
    for (const [place, { user_id }] of (await polls()).entries())
      await world.ctx.db
        .updateTable('character_polls')
        .set({ failures_in_a_row: (place * 5) % 9 })
        .where('user_id', '=', user_id)
        .execute()
    for (const [place, { id }] of (await tabs()).entries())
      await world.ctx.db
        .updateTable('guild_stash_tabs')
        .set({ failures_in_a_row: (place * 5) % 7 })
        .where('id', '=', id)
        .execute()
    await closeGame(minutes)
    const [dueTabs, duePolls] = [await tabs(), await polls()]
    called = []
    await play(1)
    const teamOf = new Map(world.players.map(({ user_id, team_id }) => [user_id, team_id]))
    const accounts = await world.ctx.db.selectFrom('accounts').select(['account_id', 'user_id']).execute()
    const nameOf = new Map(accounts.map(({ account_id, user_id }) => [user_id, account_id]))
    const rank = (rows: readonly { name: string; team: unknown; due_ms: number }[]) => {
      const byTeam = Map.groupBy(
        rows.toSorted((a, b) => a.due_ms - b.due_ms),
        ({ team }) => team,
      )
      return new Map([...byTeam.values()].flatMap((team) => team.map(({ name }, place) => [name, place] as const)))
    }
    const isDue = ({ due_ms }: { due_ms: number }) => due_ms <= world.simulator.clock.now() - minute_ms
    const expected = [
      rank(
        duePolls
          .map(({ user_id, detail_due_at }) => ({
            name: nameOf.get(user_id) ?? '',
            team: teamOf.get(user_id),
            due_ms: detail_due_at.getTime(),
          }))
          .filter(isDue),
      ),
      rank(dueTabs.map(({ id, team_id, due_at }) => ({ name: id, team: team_id, due_ms: due_at.getTime() })).filter(isDue)),
    ]
    for (const places of expected) {
      const order = [...new Set(called.filter((name) => places.has(name)))].map((name) => places.get(name) ?? 0)
      expect(order).toHaveLength(places.size)
      expect(order).toEqual(order.toSorted((a, b) => a - b))
    }
  },
)

test('an unknown league is reported while other calls succeed', async () => {
  const id = strike('api.league_lost')
  await play(3)
  world.simulator.faults.remove(id)
  expect(await problems()).toContainEqual(expect.stringContaining('status 400'))
  expect((await tabs()).some(({ failures_in_a_row }) => failures_in_a_row > 0)).toBe(true)
})

test('an HTML page for one kind of data is reported while other calls succeed', async () => {
  const id = strike('api.page', '/league')
  await play(3)
  world.simulator.faults.remove(id)
  expect(await problems()).toContainEqual('Could not read the ladder: not JSON')
})

test("the retry pause of a player's own failure is kept through an outage", async () => {
  const [player] = world.players
  await world.ctx.db
    .updateTable('accounts')
    .set({ access_token: null, refresh_token: null, broken_reason: 'the consent was withdrawn' })
    .where('user_id', '=', player?.user_id ?? (0 as never))
    .execute()
  await play(12)
  const own = async () => (await polls()).find(({ user_id }) => user_id === player?.user_id)
  expect((await own())?.failures_in_a_row).toBeGreaterThan(1)
  await closeGame(4)
  expect((await own())?.last_error).toContain('withdrawn')
  expect((await polls()).filter(({ failures_in_a_row }) => failures_in_a_row > 0)).toHaveLength(1)
})

test('the simulated game reports no violations', () => {
  expect(world.simulator.requests.totals().complaints).toEqual({})
})
