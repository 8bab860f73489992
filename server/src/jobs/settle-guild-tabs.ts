import type { StashTabOfGame } from '@muster/contract/game-api'
import type { EventId } from '@muster/contract/ids'
import { readInterval_ms } from '@muster/contract/reading-intervals'
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
import type { Row } from '../db/schema.ts'
import { insertProblem } from '../ingestion/problems.ts'
import type { Away } from '../gateways/outside.ts'
import { chooseRetry_ms, forgiveFailures } from './retry.ts'

const minute_ms = 60_000
/** Event time: a tab is fetched more often for this long after a change. */
const livelyFor_ms = 4 * minute_ms
const longestPause_ms = 30 * minute_ms
/** Event time: minimum interval between extensions of the fetch record of an unchanged tab. */
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

/** Records that a tab could not be fetched; there is no limit on retries. @param failure null if the game was not asked. */
export function settleFailure(tx: Tx, tab: Tab, error: string, now: number, failure: TabFailure = null): void {
  const failures_in_a_row = tab.failures_in_a_row + 1
  const growing_ms = Math.min(longestPause_ms, minute_ms * 2 ** Math.min(failures_in_a_row - 1, 6))
  const pause_ms = Math.max(failure?.retry_after_ms ?? 0, chooseRetry_ms(failure?.reason ?? null, growing_ms))
  updateTab(tx, tab, { failures_in_a_row, last_error: error.slice(0, 500), due_at: new Date(now + pause_ms) })
}

/** Tabs stay due during an outage of the game. The tab of a probe moves behind all tabs that were not requested. */
function settleAway(tx: Tx, tab: Tab, { was_asked }: Away, now: number): void {
  if (was_asked) updateTab(tx, tab, { due_at: new Date(now) })
}

/** Removes the access of users whose request was denied; their next list is decisive. */
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

/** Clears the request for a tab that has arrived; a request made while it was loading stays. */
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

/** When the fetch records of unchanged tabs were last written. */
export type Noted = Map<string, number>

/** `now` becomes valid only after the transaction commits. */
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

async function noteOutcomes(tx: Tx, event: Row<'events'>, all: readonly Fetched[], noted: Notes): Promise<void> {
  const byMoment = Map.groupBy(all, ({ at }) => at)
  for (const [at, some] of byMoment) {
    const outcomes = some.flatMap((one) => readOutcome(one, noted))
    await recordOutcomes(tx, event.id, 'guild_tabs', outcomes, new Date(at), { intervals: event })
  }
  if (isAway(all)) await noteUnasked(tx, event, all, Math.max(...all.map(({ at }) => at)))
}

const isAway = (all: readonly Fetched[]) => all.some(({ failed }) => failed.some(({ failure }) => failure?.away))

/** During an outage of the game no tab can be read, so the gap also covers tabs that were due but not requested. */
async function noteUnasked(tx: Tx, event: Row<'events'>, asked: readonly Fetched[], at: number): Promise<void> {
  const unasked = await tx
    .selectFrom('guild_stash_tabs')
    .select('id')
    .where('event_id', '=', event.id)
    .where('parent_id', 'is', null)
    .where('fetch_enabled', '=', true)
    .where('due_at', '<=', new Date(at))
    .where(sql<boolean>`id <> all(${asked.map(({ tab }) => tab.id)}::text[])`)
    .execute()
  const outcomes = unasked.map(({ id }): SubjectOutcome => ({ subject: id, user_id: null, outcome: 'unavailable' }))
  await recordOutcomes(tx, event.id, 'guild_tabs', outcomes, new Date(at), { intervals: event })
}

async function settleFailures(tx: Tx, event_id: EventId, { tab, failed }: Fetched): Promise<void> {
  for (const { tab_id, at, failure, tab: known } of failed) {
    // A new part: its collection has inserted it by now.
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
    const problem = `Could not read the tab "${tab.name}": ${failure.detail}`
    await insertProblem(tx, { ...of, problem, excerpt: failure.excerpt ?? '' })
  }
}

/** Updates the tab's appearance and inserts new parts of a collection. */
async function updateListing(tx: Tx, { tab, at, parts }: Fetched, sent: StashTabOfGame): Promise<void> {
  const listed = flattenTabs([sent], tab.folder_name)
  const changed = listed.filter((one) => !isListedAs(one, one.id === tab.id ? tab : parts.get(one.id)))
  if (changed.length > 0) upsertTabs(tx, tab, changed, new Date(at))
  if (listed.length > 1) inheritAccess(tx, tab)
}

/** The cache entry of a tab once this is stored. */
function remember({ tab_id, at, reply: { fingerprint, content } }: ReceivedTab, memory: Memory, changed_at: number): KnownTab {
  const children = content === null ? (memory.get(tab_id)?.children ?? []) : (content.children ?? [])
  return { fingerprint, children, changed_at: content === null ? changed_at : at }
}

/** Records all unchanged tabs as seen with one statement. */
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
 * Stores the results of fetching tabs in the caller's transaction; the caller must hold the lock for guild tabs.
 * @returns cache entries to add after the commit.
 */
export async function storeFetched(
  tx: Tx,
  event: Row<'events'>,
  all: readonly Fetched[],
  memory: Memory,
  noted: Notes,
  { freshItems }: Pick<Caches, 'freshItems'>,
): Promise<Map<string, KnownTab>> {
  const event_id = event.id
  const known = new Map<string, KnownTab>()
  const contents: TabContent[] = []
  const same: { tab_id: string; at: number; due_at: number }[] = []
  for (const fetched of all) {
    const { tab, seen, at } = fetched
    removeAccess(tx, fetched)
    const sent = seen[0]?.reply.content
    if (sent) await updateListing(tx, fetched, sent)
    const hasChanged = seen.some(({ reply }) => reply.content !== null)
    // A change of any part counts as a change of the collection.
    const changed_at = hasChanged ? at : (memory.get(tab.id)?.changed_at ?? at)
    // A tab with recent changes is likely to change again.
    const other = at - changed_at < livelyFor_ms ? 'read_changed_tab_seconds' : 'read_tab_seconds'
    const due_at = at + readInterval_ms(event, tab.is_priority ? 'read_priority_tab_seconds' : other)
    for (const one of seen) {
      const { tab_id: id, own_name, reply } = one
      known.set(id, remember(one, memory, changed_at))
      if (reply.content === null) same.push({ tab_id: id, at: one.at, due_at })
      else contents.push({ id, content: reply.content, own_name, at: new Date(one.at), due_at: new Date(due_at) })
    }
  }
  const [snapshots] = await awaitAll([storeTabContents(tx, event_id, contents, freshItems), noteOutcomes(tx, event, all, noted)])
  for (const fetched of all) {
    await settleFailures(tx, event_id, fetched)
    if (fetched.seen.length > 0) settleWish(tx, fetched.tab)
  }
  if (isAway(all)) forgiveFailures(tx, 'guild_stash_tabs', event_id)
  settleSame(tx, event_id, same)
  insertSnapshots(tx, event_id, snapshots)
  return known
}
