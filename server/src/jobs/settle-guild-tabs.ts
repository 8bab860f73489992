import type { StashTabOfGame } from '@muster/contract/game-api'
import type { EventId } from '@muster/contract/ids'
import { nobodySeesTab } from '@muster/domain/guilds/tab-fetching'
import { sql } from 'kysely'
import type { Caches } from '../caches.ts'
import type { Tx } from '../db/connect.ts'
import { awaitAll } from '../db/transaction.ts'
import { isPuzzling, type SubjectOutcome, readFailure, recordOutcomes } from '../ingestion/fetch-windows.ts'
import { insertSnapshots, type TabContent, storeTabContents } from '../ingestion/guild/guild-tab-content.ts'
import { flattenTabs, inheritAccess, isListedAs, upsertTabs } from '../ingestion/guild/guild-tab-list.ts'
import {
  type Fetched,
  type KnownTab,
  type Memory,
  type ReceivedTab,
  type Tab,
  tabColumns,
  type TabFailure,
} from './fetch-guild-tab.ts'
import { insertProblem } from '../ingestion/problems.ts'
import type { Away } from '../gateways/outside.ts'
import { chooseRetry_ms, forgiveFailures } from './retry.ts'

const minute_ms = 60_000
/** Event time. Where something was put in or taken out, more is likely to follow; others are looked at half as often. */
const fetchEvery_ms = { lively: minute_ms, quiet: 2 * minute_ms }
/** Event time: so long after a change a tab is taken to be lively. */
const livelyFor_ms = 4 * minute_ms
const longestPause_ms = 30 * minute_ms
/** Event time: the window of a tab that shows the same again and again grows at most so often. */
const noteEvery_ms = 5 * minute_ms

const describeFailure = (failure: TabFailure): string =>
  failure === null ? nobodySeesTab : `${failure.reason}: ${failure.detail}`

const updateTab = (tx: Tx, { event_id, id }: Tab, columns: Partial<Pick<Tab, 'failures_in_a_row' | 'last_error' | 'due_at'>>) =>
  tx.defer(
    tx
      .updateTable('guild_stash_tabs')
      .set({ ...columns, wanted_at: null })
      .where('event_id', '=', event_id)
      .where('id', '=', id),
  )

/** Takes note that a tab could not be fetched. It is asked for again, never given up. @param failure null: the game was not asked. */
export function settleFailure(tx: Tx, tab: Tab, error: string, now: number, failure: TabFailure = null): void {
  const failures_in_a_row = tab.failures_in_a_row + 1
  const growing_ms = Math.min(longestPause_ms, minute_ms * 2 ** Math.min(failures_in_a_row - 1, 6))
  const pause_ms = Math.max(failure?.retry_after_ms ?? 0, chooseRetry_ms(failure?.reason ?? null, growing_ms))
  updateTab(tx, tab, { failures_in_a_row, last_error: error.slice(0, 500), due_at: new Date(now + pause_ms) })
}

/** While the game is away tabs stay due. The tab of a probe goes behind those that were not asked for. */
function settleAway(tx: Tx, tab: Tab, { was_asked }: Away, now: number): void {
  if (was_asked) updateTab(tx, tab, { due_at: new Date(now) })
}

/** Who asked and was not shown the tab does not see it; the next list of theirs says more. */
function removeAccess(tx: Tx, { tab, blind }: Fetched): void {
  if (blind.length === 0) return
  tx.defer(
    tx
      .deleteFrom('guild_stash_access')
      .where('event_id', '=', tab.event_id)
      .where('user_id', 'in', blind)
      .where('tab_id', '=', tab.id),
  )
}

/** A tab was seen that somebody asked for; a wish that came while it was on its way stands. */
function settleWish(tx: Tx, tab: Tab): void {
  if (tab.wanted_at === null) return
  tx.defer(
    tx
      .updateTable('guild_stash_tabs')
      .set({ wanted_at: null })
      .where('event_id', '=', tab.event_id)
      .where((where) => where.or([where('id', '=', tab.id), where('parent_id', '=', tab.id)]))
      .where('wanted_at', '<=', tab.wanted_at),
  )
}

/** When the windows of tabs that show the same were last written. */
export type Noted = Map<string, number>

/** Until the transaction is over, what it writes is not noted. */
interface Notes {
  readonly before: Noted
  readonly now: Noted
}

function readOutcome({ tab, at, seen, failed }: Fetched, noted: Notes): SubjectOutcome[] {
  const of = { subject: tab.id, user_id: null }
  const failure = failed.find((one) => one.tab_id === tab.id)
  if (failure) return [{ ...of, outcome: failure.failure ? readFailure(failure.failure) : 'connection' }]
  const hasChanged = seen[0]?.reply.content !== null
  if (!hasChanged && at - (noted.now.get(tab.id) ?? noted.before.get(tab.id) ?? 0) < noteEvery_ms) return []
  noted.now.set(tab.id, at)
  return [{ ...of, outcome: null }]
}

async function noteOutcomes(tx: Tx, event_id: EventId, all: readonly Fetched[], noted: Notes): Promise<void> {
  const byMoment = Map.groupBy(all, ({ at }) => at)
  for (const [at, some] of byMoment) {
    const outcomes = some.flatMap((one) => readOutcome(one, noted))
    await recordOutcomes(tx, event_id, 'guild_tabs', outcomes, new Date(at))
  }
  if (isAway(all)) await noteUnasked(tx, event_id, all, Math.max(...all.map(({ at }) => at)))
}

const isAway = (all: readonly Fetched[]) => all.some(({ failed }) => failed.some(({ failure }) => failure?.away))

/** Nobody sees any tab while the game is away: that holds for the tabs that were due and not asked for, too. */
async function noteUnasked(tx: Tx, event_id: EventId, asked: readonly Fetched[], at: number): Promise<void> {
  const unasked = await tx
    .selectFrom('guild_stash_tabs')
    .select('id')
    .where('event_id', '=', event_id)
    .where('parent_id', 'is', null)
    .where('fetch_enabled', '=', true)
    .where('due_at', '<=', new Date(at))
    .where(sql<boolean>`id <> all(${asked.map(({ tab }) => tab.id)}::text[])`)
    .execute()
  const outcomes = unasked.map(({ id }): SubjectOutcome => ({ subject: id, user_id: null, outcome: 'unavailable' }))
  await recordOutcomes(tx, event_id, 'guild_tabs', outcomes, new Date(at))
}

async function settleFailures(tx: Tx, event_id: EventId, { tab, failed }: Fetched): Promise<void> {
  for (const { tab_id, at, failure, tab: known } of failed) {
    // A part that was new: its collection has named it by now.
    const row =
      known ??
      (await tx
        .selectFrom('guild_stash_tabs')
        .select(tabColumns)
        .where('event_id', '=', event_id)
        .where('id', '=', tab_id)
        .executeTakeFirst())
    if (row && failure?.away) settleAway(tx, row, failure.away, at)
    else if (row) settleFailure(tx, row, describeFailure(failure), at, failure)
    if (tab_id !== tab.id || failure === null || !isPuzzling(readFailure(failure))) continue
    const of = { event_id, job_type: 'FetchGuildStashes', timestamp: new Date(at) }
    const problem = `The tab "${tab.name}": ${failure.detail}`
    await insertProblem(tx, { ...of, problem, excerpt: failure.excerpt ?? '' })
  }
}

/** A tab may look otherwise, and a collection may have more parts. */
async function updateListing(tx: Tx, { tab, at, parts }: Fetched, sent: StashTabOfGame): Promise<void> {
  const listed = flattenTabs([sent], tab.folder_name)
  const changed = listed.filter((one) => !isListedAs(one, one.id === tab.id ? tab : parts.get(one.id)))
  if (changed.length > 0) upsertTabs(tx, tab, changed, new Date(at))
  if (listed.length > 1) inheritAccess(tx, tab)
}

/** What is known of a tab once this is stored. */
function remember({ tab_id, at, reply: { fingerprint, content } }: ReceivedTab, memory: Memory, changed_at: number): KnownTab {
  const children = content === null ? (memory.get(tab_id)?.children ?? []) : (content.children ?? [])
  return { fingerprint, children, changed_at: content === null ? changed_at : at }
}

/** Notes all at once that these tabs were seen, and showed what they did. */
function settleSame(tx: Tx, event_id: EventId, same: readonly { tab_id: string; at: number; due_at: number }[]): void {
  if (same.length === 0) return
  const toTimes = (times: readonly number[]) => times.map((at) => new Date(at))
  tx.defer(sql`
    update guild_stash_tabs set fetched_at = seen.at, due_at = seen.due_at
    from unnest(${same.map((one) => one.tab_id)}::text[], ${toTimes(same.map((one) => one.at))}::timestamptz[],
      ${toTimes(same.map((one) => one.due_at))}::timestamptz[]) as seen (id, at, due_at)
    where event_id = ${event_id} and guild_stash_tabs.id = seen.id`)
}

/**
 * Stores what came of fetching tabs, in the transaction of the caller, who holds the lock of guild tabs.
 * @returns what to add to the memory once this is committed.
 */
export async function storeFetched(
  tx: Tx,
  event_id: EventId,
  all: readonly Fetched[],
  memory: Memory,
  noted: Notes,
  { freshItems }: Pick<Caches, 'freshItems'>,
): Promise<Map<string, KnownTab>> {
  const known = new Map<string, KnownTab>()
  const contents: TabContent[] = []
  const same: { tab_id: string; at: number; due_at: number }[] = []
  for (const fetched of all) {
    const { tab, seen, at } = fetched
    removeAccess(tx, fetched)
    const sent = seen[0]?.reply.content
    if (sent) await updateListing(tx, fetched, sent)
    const hasChanged = seen.some(({ reply }) => reply.content !== null)
    // A collection is as lively as its parts.
    const changed_at = hasChanged ? at : (memory.get(tab.id)?.changed_at ?? at)
    const due_at = at + (at - changed_at < livelyFor_ms ? fetchEvery_ms.lively : fetchEvery_ms.quiet)
    for (const one of seen) {
      const { tab_id: id, own_name, reply } = one
      known.set(id, remember(one, memory, changed_at))
      if (reply.content === null) same.push({ tab_id: id, at: one.at, due_at })
      else contents.push({ id, content: reply.content, own_name, at: new Date(one.at), due_at: new Date(due_at) })
    }
  }
  const [snapshots] = await awaitAll([
    storeTabContents(tx, event_id, contents, freshItems),
    noteOutcomes(tx, event_id, all, noted),
  ])
  for (const fetched of all) {
    await settleFailures(tx, event_id, fetched)
    if (fetched.seen.length > 0) settleWish(tx, fetched.tab)
  }
  if (isAway(all)) forgiveFailures(tx, 'guild_stash_tabs', event_id)
  settleSame(tx, event_id, same)
  insertSnapshots(tx, event_id, snapshots)
  return known
}
