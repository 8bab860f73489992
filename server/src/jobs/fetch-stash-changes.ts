import { realmOf } from '@muster/contract/game-api'
import { readInterval_ms } from '@muster/contract/reading-intervals'
import type { Tx } from '../db/connect.ts'
import type { Row } from '../db/schema.ts'
import type { GameFailure } from '../gateways/game/gateway.ts'
import { findJobProblem } from '@muster/domain/events/job-problems'
import type { FetchOutcome } from '@muster/domain/tracking/coverage'
import { readFailure, recordOutcomes } from '../ingestion/fetch-windows.ts'
import { getPictureBook } from '../ingestion/item-pictures.ts'
import { insertProblem } from '../ingestion/problems.ts'
import { hashKey } from '../ingestion/stash/fresh-items.ts'
import { storePages } from '../ingestion/stash/store-pages.ts'
import {
  findCursor,
  isAhead,
  isLeap,
  isPosition,
  keepPosition,
  keepPositionEvery_ms,
  listCandidates,
  recordSkip,
} from '../ingestion/stash/stream-position.ts'
import { counted, pagesBehind, timeWork } from '../telemetry/points.ts'
import type { GameJob, GameRound, RoundResult } from './job.ts'
import { createPageFetcher } from './page-fetcher.ts'
import { createPageReader, maxAhead, type TakenPage } from './page-reader.ts'
import { waitOut } from './retry.ts'

/**
 * Event time: least pause at the end of the stream, two requests per second. The limiter spaces them further, by 0.55 s from the
 * answer.
 */
const leastWait_ms = 500
/** Event time: long wait for a job that cannot work. */
const never_ms = 60 * 60_000
type Cursor = Row<'stream_cursors'>

/**
 * The position to continue from. The first time it is the current end of the stream, because earlier changes do not belong to the
 * event.
 */
async function loadCursor({ ctx, event, signal, write }: GameRound): Promise<{ cursor: Cursor } | { failure: GameFailure }> {
  const cursor = await findCursor(ctx.db, event.id)
  if (cursor) return { cursor }
  const latest = await ctx.game.fetchLatestChangeId(signal)
  if (!latest.ok) return { failure: latest.failure }
  const first = {
    event_id: event.id,
    next_change_id: latest.value,
    moved_at: new Date(ctx.clock.now()),
    previous_change_id: null,
  }
  await write((tx) =>
    tx
      .insertInto('stream_cursors')
      .values(first)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  return { cursor: first }
}

/** Event time: minimum interval between extensions of the stream's fetch record while its state is unchanged. */
const noteEvery_ms = 10_000

/** The outcome of one fetch, ready to be recorded. */
interface Entry {
  write(tx: Tx): Promise<void>
  /** Called after the write has been committed. */
  close(): void
}

/** Records when the stream could be read and when it could not. */
function createFetchLog() {
  let noted: { outcome: FetchOutcome; isBehind: boolean; at: number } | null = null
  const stream = { subject: '', user_id: null }

  /** @returns null if the stream's fetch record already shows this. */
  function describe({ ctx, event }: GameRound, outcome: FetchOutcome, isBehind = false): Entry | null {
    const at = ctx.clock.now()
    if (noted?.outcome === outcome && noted.isBehind === isBehind && at - noted.at < noteEvery_ms) return null
    return {
      write: (tx) => recordOutcomes(tx, event.id, 'public_tabs', [{ ...stream, outcome }], new Date(at), { isBehind }),
      close: () => (noted = { outcome, isBehind, at }),
    }
  }

  return {
    describe,
    async note(round: GameRound, outcome: FetchOutcome): Promise<void> {
      const entry = describe(round, outcome)
      if (entry === null) return
      await round.write(entry.write)
      entry.close()
    },
  }
}

/** Data stored together with pages. */
interface Beside {
  readonly entry: Entry | null
  readonly keepsPosition: boolean
  readonly problem?: string | null
  readonly hasSkipped?: boolean
}

/**
 * Stores pages and moves the cursor in one transaction: a crash cannot separate the two.
 * @param pages at least one, in the order of the stream.
 * @param held the position in the cursor; differs from the first page's position when the game refused it.
 */
async function commitPages(
  round: GameRound,
  pages: readonly TakenPage[],
  held: string,
  { entry, keepsPosition, problem = null, hasSkipped = false }: Beside,
): Promise<void> {
  const { ctx, event } = round
  const last = pages.at(-1) as TakenPage
  const fresh = ctx.caches.freshItems
  for (const { tabs } of pages) for (const { items_hash, list } of tabs) fresh.set(hashKey(items_hash), list)
  await round.write(async (tx) => {
    await storePages(tx, event, pages)
    tx.defer(
      tx
        .updateTable('stream_cursors')
        .set({ next_change_id: last.next_change_id, previous_change_id: last.change_id, moved_at: last.at })
        .where('event_id', '=', event.id)
        // An admin may have moved the cursor meanwhile.
        .where('next_change_id', '=', held),
    )
    if (keepsPosition) keepPosition(tx, event.id, last.change_id, last.at)
    if (problem !== null) await insertProblem(tx, describeProblem(round, problem))
    if (hasSkipped) await recordSkip(tx, event.id, last.at)
    await entry?.write(tx)
  })
  entry?.close()
}

const describeProblem = ({ ctx, event }: GameRound, problem: string, excerpt = '') => ({
  event_id: event.id,
  job_type: 'FetchStashChanges',
  timestamp: new Date(ctx.clock.now()),
  problem,
  excerpt,
})

async function reportFailure(
  round: GameRound,
  { reason, detail, excerpt, retry_after_ms, away }: GameFailure,
): Promise<RoundResult> {
  if (reason === 'malformed' || reason === 'refused') await insertProblem(round.ctx.db, describeProblem(round, detail, excerpt))
  if (away) return waitOut(away, round.ctx.clock.now())
  const error = `Could not read the public stash stream: ${reason}, ${detail}`
  return retry_after_ms === undefined ? { ok: false, error } : { ok: false, error, wait_ms: retry_after_ms }
}

/** A position far from its page is accepted when the page names it this many times. */
const leapsBelieved = 3

/** At the end of the stream the id repeats and the page is empty. */
const isEnd = ({ change_id, next_change_id, isEmpty }: TakenPage): boolean => next_change_id === change_id && isEmpty

/** Counts how often the page at a position has named the same distant position. */
function createDoubt() {
  let doubted = ''
  let times = 0
  return function isDoubtful(change_id: string, next: string): boolean {
    if (!isLeap(change_id, next)) return false
    const leap = `${change_id} ${next}`
    times = doubted === leap ? times + 1 : 1
    doubted = leap
    return times < leapsBelieved
  }
}

/**
 * Reads the game's public stash stream page by page and stores the participants' tabs. The position moves only together with the
 * data, so a failed page is simply requested again. If the game refuses the current position, earlier positions are tried, a
 * different one each time. Reading continues from there only if a page arrives.
 */
export const fetchStashChanges: GameJob = {
  wakes_on: ['stream'],
  start() {
    const { refreshOwners, fetchPage } = createPageFetcher()
    const pages = createPageReader(fetchPage)
    const fetchLog = createFetchLog()
    const isDoubtful = createDoubt()
    let keepDueAt = Number.NEGATIVE_INFINITY
    let retreats = 0
    let isFollowed = false

    async function reportUnheard(round: GameRound, failure: GameFailure): Promise<RoundResult> {
      if (!round.signal.aborted) await fetchLog.note(round, readFailure(failure))
      return reportFailure(round, failure)
    }

    /** Stores a page together with the following pages that have already arrived and continue normally. */
    async function takePages(
      round: GameRound,
      first: TakenPage,
      held: string,
      beside: Omit<Beside, 'entry' | 'keepsPosition'> = {},
    ): Promise<RoundResult> {
      const taken = [first]
      const leadsOn = (page: TakenPage) => !isEnd(page) && !isLeap(page.change_id, page.next_change_id)
      for (let last: TakenPage | null = first; last !== null && taken.length < maxAhead; ) {
        last = pages.takeReady(round, last.next_change_id, leadsOn)
        if (last !== null) taken.push(last)
      }
      const now = round.ctx.clock.now()
      const keepsPosition = now >= keepDueAt
      const entry = fetchLog.describe(round, null, true)
      const commit = () => commitPages(round, taken, held, { ...beside, entry, keepsPosition })
      await timeWork('stream_pages', { event_id: round.event.id }, commit)
      await getPictureBook(round.ctx, realmOf(round.event.game_version)).store(round)
      counted.stream_pages_read += taken.length
      pagesBehind.set(round.event.id, (pagesBehind.get(round.event.id) ?? 0) + taken.length)
      if (keepsPosition) keepDueAt = now + keepPositionEvery_ms
      return { ok: true, wait_ms: 0 }
    }

    /** The position to try instead of the refused one; the newest position if no page was ever read. */
    async function chooseRetreat(
      { ctx, signal }: GameRound,
      cursor: Cursor,
    ): Promise<{ change_id: string; hasSkipped: boolean } | null> {
      const candidates = await listCandidates(ctx.db, cursor)
      if (candidates !== null) {
        const change_id = candidates[retreats++ % candidates.length]
        return change_id === undefined ? null : { change_id, hasSkipped: false }
      }
      const latest = await ctx.game.fetchLatestChangeId(signal)
      return latest.ok ? { change_id: latest.value, hasSkipped: true } : null
    }

    async function goBack(round: GameRound, cursor: Cursor, failure: GameFailure): Promise<RoundResult> {
      const held = cursor.next_change_id
      const refusal = { ...failure, detail: `the game refuses the position ${held.slice(0, 200)}: ${failure.detail}` }
      const retreat = await chooseRetreat(round, cursor)
      if (retreat === null) return reportUnheard(round, refusal)
      const { change_id, hasSkipped } = retreat
      const answer = await pages.read(round, change_id)
      // A page that names the refused position again leads nowhere.
      if (!answer.ok || answer.value.next_change_id === held) return reportUnheard(round, refusal)
      const problem = `${refusal.detail}. Reading continues from ${change_id}${hasSkipped ? ', changes before it were not read' : ''}`
      return takePages(round, answer.value, held, { problem, hasSkipped })
    }

    return async (round) => {
      const impossible = findJobProblem('FetchStashChanges', round.event.game_version)
      if (impossible !== null) return { ok: false, error: impossible, wait_ms: never_ms }
      const found = await loadCursor(round)
      if ('failure' in found) return reportFailure(round, found.failure)
      await refreshOwners(round)
      if (!isFollowed) round.signal.addEventListener('abort', () => pagesBehind.delete(round.event.id), { once: true })
      isFollowed = true
      const { cursor } = found
      const change_id = cursor.next_change_id
      if (!isPosition(change_id)) return goBack(round, cursor, { reason: 'refused', detail: 'its format is invalid' })
      const answer = await pages.read(round, change_id)
      if (!answer.ok && answer.failure.reason === 'refused') return goBack(round, cursor, answer.failure)
      if (!answer.ok) return reportUnheard(round, answer.failure)
      const page = answer.value
      const { next_change_id } = page
      if (isEnd(page)) {
        await fetchLog.note(round, null)
        await getPictureBook(round.ctx, realmOf(round.event.game_version)).store(round)
        pagesBehind.set(round.event.id, 0)
        return { ok: true, wait_ms: Math.max(leastWait_ms, readInterval_ms(round.event, 'read_stream_seconds')) }
      }
      const leap = `next_change_id: ${next_change_id} is far from ${change_id}`
      if (isDoubtful(change_id, next_change_id)) return reportUnheard(round, { reason: 'malformed', detail: leap })
      const isBelieved = isLeap(change_id, next_change_id)
      const beside = isBelieved
        ? { problem: `${leap}, and was accepted after three answers`, hasSkipped: isAhead(change_id, next_change_id) }
        : {}
      return takePages(round, page, change_id, beside)
    }
  },
}
