import { hash } from 'node:crypto'
import type { StashTabOfGame } from '@muster/contract/game-api'
import { findJobProblem } from '@muster/domain/events/job-problems'
import { createClassifier } from '@muster/domain/items/classes'
import { sql } from 'kysely'
import { type Clock, holdClock, waitReal } from '../clock.ts'
import type { Tx } from '../db/connect.ts'
import { lockGuildTabs } from '../db/ledger.ts'
import type { Row } from '../db/schema.ts'
import type { Tokens } from '../features/login/connection-token.ts'
import { preloadGameTokens } from '../features/login/game-token.ts'
import { loadMatcherOptions } from '../ingestion/class-table.ts'
import { readFailure, recordLooks } from '../ingestion/fetch-windows.ts'
import { storeTabContent } from '../ingestion/guild-tab-content.ts'
import { flattenTabs, inheritAccess, upsertTabs } from '../ingestion/guild-tab-list.ts'
import { determineAccess } from './guild-access.ts'
import {
  type Asked,
  askWithAnyToken,
  createRotation,
  type Fetcher,
  listFetchers,
  recordUse,
  type Rotation,
} from './guild-fetchers.ts'
import type { Job, Round, RoundResult } from './job.ts'
import { insertProblem } from './store.ts'

const minute_ms = 60_000
/** Event time. */
const fetchEvery_ms = minute_ms
/** A part whose number of items is the same is looked at this often all the same. */
const partAtLeastEvery_ms = 5 * minute_ms
const longestPause_ms = 30 * minute_ms
const idleWait_ms = 5000
const never_ms = 60 * minute_ms
/** Tabs on their way at a time, most of them waiting for the limits of their accounts. */
const mostAtOnce = 24
/** Wall clock: how long a round waits for the first of them, before it looks whether another tab is wanted. */
const longestRound_ms = 1000
/** Wall clock: how long the first that is here waits for others. */
const gather_ms = 20
/** Lists of tabs asked for in a round: tabs come first. */
const listsAtOnce = 3

/** What is known of a tab; what lies in it is large and not needed to ask. */
type Tab = Omit<Row<'guild_stash_tabs'>, 'content'>

const tabColumns = [
  'event_id',
  'id',
  'parent_id',
  'team_id',
  'folder_name',
  'name',
  'type',
  'index',
  'color',
  'fetch_enabled',
  'fetched_at',
  'due_at',
  'wanted_at',
  'failures_in_a_row',
  'last_error',
  'item_count',
  'is_empty_unconfirmed',
  'content_hash',
] as const satisfies readonly (keyof Tab)[]

/** What a fetch found out, to be written with the lease held. */
interface Found {
  readonly write: (tx: Tx) => Promise<void>
  /** What the tab shows, once that is written. */
  readonly look?: { readonly tab_id: string; readonly fingerprint: string }
}

/** Tabs to fetch now: those asked for, then those that wait longest. */
function listDueTabs({ ctx, event }: Round, limit: number, running: readonly string[]): Promise<Tab[]> {
  const now = new Date(ctx.clock.now())
  return ctx.db
    .selectFrom('guild_stash_tabs')
    .select(tabColumns)
    .where('event_id', '=', event.id)
    .where('parent_id', 'is', null)
    .where('fetch_enabled', '=', true)
    .where((where) => where.or([where('due_at', '<=', now), where('wanted_at', 'is not', null)]))
    .where(sql<boolean>`id <> all(${running}::text[])`)
    .orderBy('wanted_at', (order) => order.asc().nullsLast())
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

const nobody = 'No player of the event whose connection works sees this tab any more'

function describeFailure({ answer }: Asked<unknown>): string {
  return answer === null || answer.ok ? nobody : `${answer.failure.reason}: ${answer.failure.detail}`
}

/** Takes note that a tab could not be fetched; asked for again with growing pauses, never given up. */
async function settleFailure(tx: Tx, tab: Tab, failure: string, now: number, retry_after_ms = 0): Promise<void> {
  const failures_in_a_row = tab.failures_in_a_row + 1
  const pause_ms = Math.max(retry_after_ms, Math.min(longestPause_ms, minute_ms * 2 ** Math.min(failures_in_a_row - 1, 6)))
  await tx
    .updateTable('guild_stash_tabs')
    .set({ failures_in_a_row, last_error: failure.slice(0, 500), due_at: new Date(now + pause_ms), wanted_at: null })
    .where('event_id', '=', tab.event_id)
    .where('id', '=', tab.id)
    .execute()
}

/** Who asked and was not shown the tab does not see it; the next list of theirs says more. */
async function removeAccess(tx: Tx, tab: Tab, blind: Asked<unknown>['blind']): Promise<void> {
  if (blind.length === 0) return
  await tx
    .deleteFrom('guild_stash_access')
    .where('event_id', '=', tab.event_id)
    .where('user_id', 'in', blind)
    .where('tab_id', '=', tab.id)
    .execute()
}

/** A tab was seen; a wish that came while it was on its way stands. */
async function settleWish(tx: Tx, tab: Tab): Promise<void> {
  await tx
    .updateTable('guild_stash_tabs')
    .set({ wanted_at: null })
    .where('event_id', '=', tab.event_id)
    .where((where) => where.or([where('id', '=', tab.id), where('parent_id', '=', tab.id)]))
    .where('wanted_at', '<=', tab.wanted_at ?? new Date(0))
    .execute()
}

type NamePart = (part: StashTabOfGame) => string | null

/** The parts of a collection are named after the class of what lies in them: the game numbers them. */
async function createNaming({ ctx, event }: Round): Promise<NamePart> {
  const { game_version, classes } = { classes: undefined, ...(await loadMatcherOptions(ctx, event.game_version)) }
  const { classOf } = createClassifier({ game_version, ...(classes && { table: classes }) })
  return ({ items }) => (items?.[0] ? classOf(items[0]) || null : null)
}

/** Whether a part is worth a request: it is new, was asked for, holds another number of items, or was not seen for long. */
function isPartDue(known: Tab | undefined, sent: StashTabOfGame, now: number): boolean {
  if (!known?.fetched_at || known.wanted_at !== null || known.is_empty_unconfirmed) return true
  const count = sent.metadata?.items
  return (typeof count === 'number' && count !== known.item_count) || now - known.fetched_at.getTime() >= partAtLeastEvery_ms
}

async function listParts({ ctx }: Round, tab: Tab): Promise<Map<string, Tab>> {
  const rows = await ctx.db
    .selectFrom('guild_stash_tabs')
    .select(tabColumns)
    .where('event_id', '=', tab.event_id)
    .where('parent_id', '=', tab.id)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** A tab that looked exactly as it did the last time. */
interface Unchanged {
  readonly tab_id: string
  readonly at: number
}

/** Event time: the window of a tab that shows the same again and again grows at most so often. */
const noteEvery_ms = 5 * minute_ms

async function noteUnchanged(
  tx: Tx,
  event_id: Round['event']['id'],
  tabs: readonly Unchanged[],
  noted: Map<string, number>,
): Promise<void> {
  const due = tabs.filter(({ tab_id, at }) => at - (noted.get(tab_id) ?? 0) >= noteEvery_ms)
  for (const { tab_id, at } of due) noted.set(tab_id, at)
  const looks = due.map(({ tab_id }) => ({ subject: tab_id, user_id: null, look: null }))
  await recordLooks(tx, event_id, 'guild_tabs', looks, new Date(Math.max(...due.map(({ at }) => at), 0)))
}

/** Notes all at once that these tabs were seen. */
async function settleUnchanged(tx: Tx, round: Round, tabs: readonly Unchanged[], noted: Map<string, number>): Promise<void> {
  if (tabs.length === 0) return
  const { event } = round
  await noteUnchanged(tx, event.id, tabs, noted)
  const at = tabs.map((tab) => new Date(tab.at))
  await sql`
    update guild_stash_tabs set fetched_at = seen.at, due_at = seen.at + make_interval(secs => ${fetchEvery_ms / 1000})
    from unnest(${tabs.map((tab) => tab.tab_id)}::text[], ${at}::timestamptz[]) as seen (id, at)
    where event_id = ${event.id} and guild_stash_tabs.id = seen.id`.execute(tx)
}

/** What each tab showed when it was last stored under this lease: most looks show the same again. */
type Memory = Map<string, string>

const fingerprintOf = (sent: StashTabOfGame) => hash('sha256', JSON.stringify(sent), 'base64')

/** A look is only as good as the last when nothing is left to mend or to answer, and the tab has no parts of its own. */
const isSettled = (tab: Tab, sent: StashTabOfGame) =>
  tab.fetched_at !== null &&
  !tab.is_empty_unconfirmed &&
  tab.failures_in_a_row === 0 &&
  tab.last_error === null &&
  tab.wanted_at === null &&
  (sent.children ?? []).length === 0

/** What a tab is fetched with. */
interface Means {
  readonly fetchers: readonly Fetcher[]
  readonly rotation: Rotation
  readonly memory: Memory
  readonly tokens: Tokens
}

/** Fetches a tab and those of its parts that may have changed. */
async function fetchTab(round: Round, tab: Tab, { fetchers, rotation, memory, tokens }: Means): Promise<Found | Unchanged> {
  const { ctx, event, signal } = round
  const ask = (id: string, parent_id: string | null) =>
    askWithAnyToken(round, rotation, fetchers, tokens, (account) =>
      ctx.game.fetchGuildTab(account, event.name, { id, parent_id }, signal),
    )
  const asked = await ask(tab.id, null)
  const now = ctx.clock.now()
  const { answer } = asked
  if (!answer?.ok) {
    const retry_after_ms = answer?.failure.retry_after_ms ?? 0
    const look = answer ? readFailure(answer.failure) : ('connection' as const)
    const write = async (tx: Tx) => {
      await recordLooks(tx, tab.event_id, 'guild_tabs', [{ subject: tab.id, user_id: null, look }], new Date(now))
      await removeAccess(tx, tab, asked.blind)
      await settleFailure(tx, tab, describeFailure(asked), now, retry_after_ms)
      if (look !== 'unreadable' || answer === null) return
      const { detail: problem, excerpt = '' } = answer.failure
      const of = { event_id: tab.event_id, job_type: 'FetchGuildStashes', timestamp: new Date(now) }
      await insertProblem(tx, { ...of, problem: `The tab "${tab.name}": ${problem}`, excerpt })
    }
    return { write }
  }
  const sent = answer.value
  const fingerprint = fingerprintOf(sent)
  const isSame = isSettled(tab, sent) && asked.blind.length === 0 && memory.get(tab.id) === fingerprint
  if (isSame) return { tab_id: tab.id, at: now }
  // Until the new look is stored, none is known.
  memory.delete(tab.id)
  const children = sent.children ?? []
  const known = children.length > 0 ? await listParts(round, tab) : new Map<string, Tab>()
  const namePart = children.length > 0 ? await createNaming(round) : () => null
  const parts: { asked: Asked<StashTabOfGame>; listed: StashTabOfGame; at: number }[] = []
  for (const listed of children) {
    if (signal.aborted) break
    if (known.get(listed.id)?.fetch_enabled === false || !isPartDue(known.get(listed.id), listed, now)) continue
    parts.push({ listed, asked: await ask(listed.id, tab.id), at: ctx.clock.now() })
  }
  const write = async (tx: Tx) => {
    await recordLooks(tx, tab.event_id, 'guild_tabs', [{ subject: tab.id, user_id: null, look: null }], new Date(now))
    await removeAccess(tx, tab, asked.blind)
    await upsertTabs(tx, tab, flattenTabs([sent], tab.folder_name), new Date(now))
    await inheritAccess(tx, tab)
    const due_at = new Date(now + fetchEvery_ms)
    await storeTabContent(tx, tab, sent, { own_name: null, at: new Date(now), due_at })
    for (const { listed, asked: part, at } of parts) {
      const place = { event_id: tab.event_id, id: listed.id }
      if (part.answer?.ok) {
        const own_name = namePart(part.answer.value)
        await storeTabContent(tx, place, part.answer.value, { own_name, at: new Date(at), due_at })
      } else {
        const row = await tx
          .selectFrom('guild_stash_tabs')
          .select(tabColumns)
          .where('event_id', '=', place.event_id)
          .where('id', '=', place.id)
          .executeTakeFirst()
        if (row) await settleFailure(tx, row, describeFailure(part), at)
      }
    }
    await settleWish(tx, tab)
  }
  return { write, look: { tab_id: tab.id, fingerprint } }
}

/** Until the first is here, and whoever comes right after it: one transaction writes them all. */
async function waitForFirst(clock: Clock, fetches: readonly Promise<void>[], signal: AbortSignal): Promise<void> {
  const done = new AbortController()
  const ends = AbortSignal.any([signal, done.signal])
  const moved = clock.moved?.(ends)
  await Promise.race([...fetches, waitReal(longestRound_ms, ends), ...(moved ? [moved] : [])])
  await holdClock(clock, Promise.race([Promise.all(fetches), waitReal(gather_ms, ends)]))
  done.abort()
}

/**
 * Fetches the guild tabs that somebody switched on: who sees which tab is found out with each player's own token, and a tab
 * is opened with the token that was not used for longest.
 */
export const fetchGuildStashes: Job = {
  asks_game: true,
  wakes_on: ['guild_stashes'],
  start() {
    const rotation = createRotation()
    const memory: Memory = new Map()
    let hasMoreLists = false
    let listsDueAt = 0
    const noted = new Map<string, number>()
    const running = new Map<string, Promise<void>>()
    let found: Found[] = []
    let unchanged: Unchanged[] = []
    let failure: unknown = null

    function launch(round: Round, tab: Tab, means: Means): void {
      const fetching = fetchTab(round, tab, means).then(
        (seen) => void ('write' in seen ? found.push(seen) : unchanged.push(seen)),
        (error: unknown) => {
          failure = error
          found.push({ write: (tx) => settleFailure(tx, tab, 'Something went wrong on our side', round.ctx.clock.now()) })
        },
      )
      running.set(
        tab.id,
        fetching.finally(() => running.delete(tab.id)),
      )
    }

    async function writeFound(round: Round): Promise<void> {
      const [news, seen] = [found, unchanged]
      found = []
      unchanged = []
      await round.write(async (tx) => {
        await lockGuildTabs(tx, round.event.id)
        for (const { write } of news) await write(tx)
        await settleUnchanged(tx, round, seen, noted)
        await recordUse(tx, round.event.id, rotation.drain())
      })
      // Only what is really stored may be taken for known.
      for (const { look } of news) if (look) memory.set(look.tab_id, look.fingerprint)
    }

    return async (round): Promise<RoundResult> => {
      const problem = findJobProblem('FetchGuildStashes', round.event.game_version)
      if (problem !== null) return { ok: false, error: problem, wait_ms: never_ms }
      // Rounds follow each other while tabs are on their way; who sees what changes seldom.
      const now = round.ctx.clock.now()
      if (hasMoreLists || now >= listsDueAt) {
        hasMoreLists = await determineAccess(round, listsAtOnce)
        listsDueAt = now + idleWait_ms
      }
      const due = await listDueTabs(round, mostAtOnce - running.size, [...running.keys()])
      const fetchers = await listFetchers(
        round,
        due.map((tab) => tab.id),
      )
      const tokens = await preloadGameTokens(round.ctx, [...new Set([...fetchers.values()].flat().map((one) => one.user_id))])
      for (const tab of due) launch(round, tab, { fetchers: fetchers.get(tab.id) ?? [], rotation, memory, tokens })
      if (running.size > 0) await waitForFirst(round.ctx.clock, [...running.values()], round.signal)
      if (round.signal.aborted) return { ok: true, wait_ms: 0 }
      if (found.length > 0 || unchanged.length > 0) await writeFound(round)
      if (failure !== null) {
        const error = failure
        failure = null
        throw error
      }
      return { ok: true, wait_ms: running.size > 0 || hasMoreLists ? 0 : idleWait_ms }
    }
  },
}
