import { findJobProblem } from '@muster/domain/events/job-problems'
import { sql } from 'kysely'
import { lockGuildTabs } from '../db/ledger.ts'
import { type Fetched, fetchTab, listParts, type FetchSetting, type Memory, type Tab, tabColumns } from './fetch-guild-tab.ts'
import { determineAccess, type Determined, hasDuePollsOfNoJob } from './guild-access.ts'
import { createRotation, listFetchers, recordUse } from './guild-fetchers.ts'
import type { Clock } from '../clock.ts'
import type { GameJob, GameRound, RoundResult } from './job.ts'
import { findAway, waitOut } from './retry.ts'
import { type Noted, settleFailure, storeFetched } from './settle-guild-tabs.ts'

const idleWait_ms = 5000
const never_ms = 60 * 60_000
/** Maximum number of tabs being fetched at once. Most of them wait for the rate limit of their account. */
const maxAtOnce = 64
/** Wall clock: how long the first fetched tab waits for others. */
const gather_ms = 150
/** Wall clock: how long a list of due tabs is valid. */
const listEvery_ms = 500
/** Lists of tabs requested per round, so that tabs take precedence. */
const listsAtOnce = 6

/** Tabs to fetch next: requested tabs first, then those with the longest wait, alternating between teams. */
function listDueTabs({ ctx, event }: GameRound, limit: number, underWay: readonly string[]): Promise<Tab[]> {
  const now = new Date(ctx.clock.now())
  return ctx.db
    .selectFrom('guild_stash_tabs')
    .select(tabColumns)
    .where('event_id', '=', event.id)
    .where('parent_id', 'is', null)
    .where('fetch_enabled', '=', true)
    .where((where) => where.or([where('due_at', '<=', now), where('wanted_at', 'is not', null)]))
    .where(sql<boolean>`id <> all(${underWay}::text[])`)
    .orderBy('wanted_at', (order) => order.asc().nullsLast())
    .orderBy(sql`row_number() over (partition by team_id order by due_at, id)`)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Tabs being fetched, and how many of them are only waiting for a rate limit. */
function createUnderWay() {
  const running = new Map<string, Promise<void>>()
  let in_line = 0
  let onChange: () => void = () => undefined
  return {
    ids: () => [...running.keys()],
    count: () => running.size,
    add(id: string, fetching: Promise<void>): void {
      const done = fetching.finally(() => {
        running.delete(id)
        onChange()
      })
      running.set(id, done)
    },
    onLine(isWaiting: boolean): void {
      in_line += isWaiting ? 1 : -1
      onChange()
    },
    /** Resolves when the first tab has arrived. */
    first: () => Promise.race(running.values()),
    /** Resolves when only tabs that wait for a rate limit remain; those may take minutes. */
    rest: (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        onChange = () => running.size <= in_line && resolve()
        signal.addEventListener('abort', () => resolve(), { once: true })
        onChange()
      }),
  }
}
type UnderWay = ReturnType<typeof createUnderWay>

/**
 * Waits for the first tab and for tabs that arrive shortly after it, so that one transaction stores all.
 * @param longest_ms longest wait for the first tab, in event time.
 */
async function waitForFirst(clock: Clock, underWay: UnderWay, longest_ms: number, signal: AbortSignal) {
  const done = new AbortController()
  const ends = AbortSignal.any([signal, done.signal])
  await Promise.race([underWay.first(), clock.sleep(longest_ms, ends)])
  await Promise.race([underWay.rest(ends), clock.sleep(gather_ms * clock.speed, ends)])
  done.abort()
}

/**
 * Fetches the guild tabs that are switched on. Each player's own token shows which tabs that player can see. A tab is opened with
 * the least recently used token.
 */
export const fetchGuildStashes: GameJob = {
  wakes_on: ['guild_stashes'],
  start() {
    const rotation = createRotation()
    const memory: Memory = new Map()
    const noted: Noted = new Map()
    let hasMoreLists = false
    let listsDueAt = 0
    let listedAt = Number.NEGATIVE_INFINITY
    let hasMoreDue = false
    const underWay = createUnderWay()
    let found: Fetched[] = []
    let broken: Tab[] = []
    let failure: unknown = null

    function launch(round: GameRound, tab: Tab, setting: FetchSetting): void {
      const fetching = fetchTab(round, tab, setting).then(
        (fetched) => void found.push(fetched),
        (error: unknown) => {
          failure = error
          broken.push(tab)
        },
      )
      underWay.add(tab.id, fetching)
    }

    async function writeFound(round: GameRound): Promise<void> {
      const [all, spoilt] = [found, broken]
      found = []
      broken = []
      // The old contents are not valid until the new ones are stored.
      const before: Memory = new Map(memory)
      for (const { seen } of all) for (const { tab_id, reply } of seen) if (reply.content !== null) memory.delete(tab_id)
      const uses = rotation.drain()
      const notes: Noted = new Map()
      const known = await round.write(async (tx) => {
        lockGuildTabs(tx, round.event.id)
        for (const tab of spoilt) settleFailure(tx, tab, 'Internal error while reading the tab', round.ctx.clock.now())
        notes.clear()
        const stored = await storeFetched(tx, round.event, all, before, { before: noted, now: notes }, round.ctx.caches)
        recordUse(tx, round.event.id, uses)
        return stored
      })
      for (const [tab_id, one] of known) memory.set(tab_id, one)
      for (const [tab_id, at] of notes) noted.set(tab_id, at)
    }

    return async (round): Promise<RoundResult> => {
      const problem = findJobProblem('FetchGuildStashes', round.event.game_version)
      if (problem !== null) return { ok: false, error: problem, wait_ms: never_ms }
      // Rounds follow each other while tabs are being fetched; access to tabs changes rarely.
      const now = round.ctx.clock.now()
      async function listDue(): Promise<Tab[]> {
        // Tabs that arrived during the last write are not stored yet and still look due.
        const unwritten = [...found.map(({ tab }) => tab.id), ...broken.map(({ id }) => id)]
        const room = maxAtOnce - underWay.count()
        const due = room <= 0 ? [] : await listDueTabs(round, room, [...underWay.ids(), ...unwritten])
        listedAt = now
        hasMoreDue = due.length >= room
        return due
      }
      // Rounds follow each other while tabs are being fetched. The list of due tabs changes with time and on request.
      const listFor_ms = listEvery_ms * round.ctx.clock.speed
      const isListed = now - listedAt < listFor_ms && underWay.count() > 0 && !hasMoreDue
      let access: Determined | null = null
      const mayLookAtLists = hasMoreLists || now >= listsDueAt
      const [areListsDue, listed] = await Promise.all([mayLookAtLists && hasDuePollsOfNoJob(round), isListed ? [] : listDue()])
      if (mayLookAtLists) {
        access = areListsDue ? await determineAccess(round, listsAtOnce) : null
        hasMoreLists = access?.hasMore ?? false
        listsDueAt = now + idleWait_ms
      }
      // Access to tabs may have changed.
      const due = areListsDue ? await listDue() : listed
      const ids = due.map((tab) => tab.id)
      const [fetchers, parts] = await Promise.all([listFetchers(round, ids), listParts(round, ids)])
      const setting = { rotation, memory, tokens: fetchers.tokens, onLine: underWay.onLine }
      for (const tab of due)
        launch(round, tab, { ...setting, fetchers: fetchers.of.get(tab.id) ?? [], parts: parts.get(tab.id) ?? new Map() })
      const isWaiting = underWay.count() > 0
      const longest_ms = listedAt + listFor_ms - round.ctx.clock.now()
      if (isWaiting) await waitForFirst(round.ctx.clock, underWay, longest_ms, round.signal)
      if (round.signal.aborted) return { ok: true, wait_ms: 0 }
      const away = findAway([...found.flatMap(({ failed }) => failed.map((one) => one.failure)), ...(access?.failures ?? [])])
      if (found.length > 0 || broken.length > 0) await writeFound(round)
      if (failure !== null) {
        const error = failure
        failure = null
        throw error
      }
      if (away) return waitOut(away, round.ctx.clock.now())
      // Other tabs may have become due during the wait, so the next round checks before it sleeps.
      return { ok: true, wait_ms: isWaiting || hasMoreLists ? 0 : idleWait_ms }
    }
  },
}
