import { type PublicStashChange, realmOf } from '@muster/contract/game-api'
import type { EventId } from '@muster/contract/ids'
import type { Tx } from '../db/connect.ts'
import type { Row } from '../db/schema.ts'
import type { GameAnswer, GameFailure } from '../gateways/game/gateway.ts'
import { findJobProblem } from '@muster/domain/events/job-problems'
import type { FetchOutcome } from '@muster/domain/tracking/coverage'
import { readFailure, recordOutcomes } from '../ingestion/fetch-windows.ts'
import { getPictureBook } from '../ingestion/item-pictures.ts'
import { listParticipants, mapKnownTabs, nameKey, type Participant } from '../ingestion/participants.ts'
import { insertProblem } from '../ingestion/problems.ts'
import { concernsEvent, pickTabs, storePages } from '../ingestion/stash/store-pages.ts'
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
import type { Job, Round, RoundResult } from './job.ts'
import { createPageReader, mostAhead, type TakenPage } from './page-reader.ts'
import { waitOut } from './retry.ts'

/** Event time: pause at the end of the stream, two requests a second. The limiter spaces them further, by 0.55 s from the answer. */
const caughtUpWait_ms = 500
/** Event time: what cannot work is looked at again seldom. */
const never_ms = 60 * 60_000
/** Event time: how long a list of participants is good for; people join and are moved during an event. */
const ownersLife_ms = 30_000

/**
 * Event time between two pages whose items teach pictures. Learning costs 0.3 ms of a page of 1,020 items, 5 % of the time that reading it
 * takes (measured 26 November 2026): every page while the stream is followed, few of a backlog.
 */
const picturesEvery_ms = 500

type Cursor = Row<'stream_cursors'>

/** Where to read on; the first time, where the stream is now: what happened before is not this event's. */
async function loadCursor({ ctx, event, signal, write }: Round): Promise<{ cursor: Cursor } | { failure: GameFailure }> {
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

/** Whose a tab is: by the name that stands on it, or by its id. */
interface Owners {
  readonly byName: ReadonlyMap<string, Participant>
  readonly knownTabs: ReadonlyMap<string, Participant>
}

/** Event time: the window of the stream grows at most so often while nothing changes. */
const noteEvery_ms = 10_000

/** What there is to record of one fetch from the stream. */
interface Entry {
  write(tx: Tx): Promise<void>
  /** It is written. */
  close(): void
}

/** Takes note of what was heard of the stream, and when it was not. */
function createFetchLog() {
  let noted: { outcome: FetchOutcome; isBehind: boolean; at: number } | null = null
  const stream = { subject: '', user_id: null }

  /** @returns null when the window of the stream says so already. */
  function describe({ ctx, event }: Round, outcome: FetchOutcome, isBehind = false): Entry | null {
    const at = ctx.clock.now()
    if (noted?.outcome === outcome && noted.isBehind === isBehind && at - noted.at < noteEvery_ms) return null
    return {
      write: (tx) => recordOutcomes(tx, event.id, 'public_tabs', [{ ...stream, outcome }], new Date(at), { isBehind }),
      close: () => (noted = { outcome, isBehind, at }),
    }
  }

  return {
    describe,
    async note(round: Round, outcome: FetchOutcome): Promise<void> {
      const entry = describe(round, outcome)
      if (entry === null) return
      await round.write(entry.write)
      entry.close()
    },
  }
}

/** What is written down beside pages; each only when there is something to tell. */
interface Beside {
  readonly entry: Entry | null
  readonly keepsPosition: boolean
  readonly problem?: string | null
  readonly hasSkipped?: boolean
}

/**
 * Stores pages and moves the cursor in one transaction: after a crash either both happened or neither.
 * @param pages at least one, in the order of the stream.
 * @param held what stands in the cursor: another position than the first page's, when the game refused that one.
 */
async function commitPages(
  round: Round,
  pages: readonly TakenPage[],
  held: string,
  { entry, keepsPosition, problem = null, hasSkipped = false }: Beside,
): Promise<void> {
  const { ctx, event } = round
  const last = pages.at(-1) as TakenPage
  const fresh = ctx.caches.freshItems
  for (const { tabs } of pages) for (const { items_hash, list } of tabs) fresh.keep(items_hash, list)
  await round.write(async (tx) => {
    await storePages(tx, event, pages)
    tx.defer(
      tx
        .updateTable('stream_cursors')
        .set({ next_change_id: last.next_change_id, previous_change_id: last.change_id, moved_at: last.at })
        .where('event_id', '=', event.id)
        // Somebody may have moved it meanwhile.
        .where('next_change_id', '=', held),
    )
    if (keepsPosition) keepPosition(tx, event.id, last.change_id, last.at)
    if (problem !== null) await insertProblem(tx, describeProblem(round, problem))
    if (hasSkipped) await recordSkip(tx, event.id, last.at)
    await entry?.write(tx)
  })
  entry?.close()
}

const describeProblem = ({ ctx, event }: Round, problem: string, excerpt = '') => ({
  event_id: event.id,
  job_type: 'FetchStashChanges',
  timestamp: new Date(ctx.clock.now()),
  problem,
  excerpt,
})

async function reportFailure(round: Round, { reason, detail, excerpt, retry_after_ms, away }: GameFailure): Promise<RoundResult> {
  if (reason === 'malformed' || reason === 'refused') await insertProblem(round.ctx.db, describeProblem(round, detail, excerpt))
  if (away) return waitOut(away, round.ctx.clock.now())
  const error = `The public stash stream: ${reason}, ${detail}`
  return retry_after_ms === undefined ? { ok: false, error } : { ok: false, error, wait_ms: retry_after_ms }
}

/** A position that is far from the page that names it is believed when the page names it so often. */
const leapsBelieved = 3

/** Caught up: the id stays the same and the page is empty. */
const isEnd = ({ change_id, next_change_id, isEmpty }: TakenPage): boolean => next_change_id === change_id && isEmpty

/** Counts how often the page at a position has named the same far one. */
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
 * Reads the game's public stash stream page by page and keeps the participants' tabs. The position moves only with the
 * data, so a page that could not be read is simply asked for again. When the game refuses the position itself, one that it
 * took before is tried after it, another one each time; only when a page comes of it reading goes on from there.
 */
export const fetchStashChanges: Job = {
  asks_game: true,
  wakes_on: ['stream'],
  start() {
    const pages = createPageReader(fetchPage)
    const fetchLog = createFetchLog()
    const isDoubtful = createDoubt()
    let owners: Owners = { byName: new Map(), knownTabs: new Map() }
    let ownersUntil = Number.NEGATIVE_INFINITY
    let keepDueAt = Number.NEGATIVE_INFINITY
    let picturesDueAt = Number.NEGATIVE_INFINITY
    let retreats = 0
    let isFollowed = false

    async function refreshOwners({ ctx: { db, clock } }: Round, event_id: EventId): Promise<void> {
      const now = clock.now()
      if (now < ownersUntil) return
      const participants = await listParticipants(db, event_id)
      const byName = new Map(participants.map((one) => [nameKey(one.account_name), one]))
      owners = { byName, knownTabs: await mapKnownTabs(db, event_id, participants) }
      ownersUntil = now + ownersLife_ms
    }

    /** Whose the tabs of a page are is decided by who takes part when it is asked for. */
    async function fetchPage(
      { ctx, event, signal }: Round,
      change_id: string,
      onNext: (next: string) => void,
    ): Promise<GameAnswer<TakenPage>> {
      const { byName, knownTabs } = owners
      const pictures = getPictureBook(ctx, realmOf(event.game_version))
      const now = ctx.clock.now()
      const teachesPictures = now >= picturesDueAt
      if (teachesPictures) picturesDueAt = now + picturesEvery_ms
      // Each tab is here only now, and the tabs of strangers teach pictures, too.
      const isOurs = (tab: PublicStashChange) => {
        if (teachesPictures && tab.items) pictures.note(tab.items, now)
        return concernsEvent(tab, event.name, byName, knownTabs)
      }
      const answer = await ctx.game.fetchPublicStashes(change_id, isOurs, signal, onNext)
      if (!answer.ok) return answer
      const { next_change_id, isEmpty } = answer.value
      const at = new Date(ctx.clock.now())
      const tabs = pickTabs(answer.value, event.name, byName, knownTabs)
      return { ok: true, value: { change_id, next_change_id, at, tabs, isEmpty } }
    }

    async function reportUnheard(round: Round, failure: GameFailure): Promise<RoundResult> {
      if (!round.signal.aborted) await fetchLog.note(round, readFailure(failure))
      return reportFailure(round, failure)
    }

    /** Stores a page, and with it those behind it that are here already and lead on as pages do. */
    async function takePages(
      round: Round,
      first: TakenPage,
      held: string,
      beside: Omit<Beside, 'entry' | 'keepsPosition'> = {},
    ): Promise<RoundResult> {
      const taken = [first]
      const leadsOn = (page: TakenPage) => !isEnd(page) && !isLeap(page.change_id, page.next_change_id)
      for (let last: TakenPage | null = first; last !== null && taken.length < mostAhead; ) {
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

    /** The position to try instead of the refused one. Where none was ever read from, there is nothing to go back to. */
    async function chooseRetreat(
      { ctx, signal }: Round,
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

    async function goBack(round: Round, cursor: Cursor, failure: GameFailure): Promise<RoundResult> {
      const held = cursor.next_change_id
      const refusal = { ...failure, detail: `the game refuses the position ${held.slice(0, 200)}: ${failure.detail}` }
      const retreat = await chooseRetreat(round, cursor)
      if (retreat === null) return reportUnheard(round, refusal)
      const { change_id, hasSkipped } = retreat
      const answer = await pages.read(round, change_id)
      // A page that names the same position once more leads nowhere.
      if (!answer.ok || answer.value.next_change_id === held) return reportUnheard(round, refusal)
      const problem = `${refusal.detail}. Reading goes on from ${change_id}${hasSkipped ? ', what came before it was not read' : ''}`
      return takePages(round, answer.value, held, { problem, hasSkipped })
    }

    return async (round) => {
      const impossible = findJobProblem('FetchStashChanges', round.event.game_version)
      if (impossible !== null) return { ok: false, error: impossible, wait_ms: never_ms }
      const found = await loadCursor(round)
      if ('failure' in found) return reportFailure(round, found.failure)
      await refreshOwners(round, round.event.id)
      if (!isFollowed) round.signal.addEventListener('abort', () => pagesBehind.delete(round.event.id), { once: true })
      isFollowed = true
      const { cursor } = found
      const change_id = cursor.next_change_id
      if (!isPosition(change_id)) return goBack(round, cursor, { reason: 'refused', detail: 'it is none' })
      const answer = await pages.read(round, change_id)
      if (!answer.ok && answer.failure.reason === 'refused') return goBack(round, cursor, answer.failure)
      if (!answer.ok) return reportUnheard(round, answer.failure)
      const page = answer.value
      const { next_change_id } = page
      if (isEnd(page)) {
        await fetchLog.note(round, null)
        await getPictureBook(round.ctx, realmOf(round.event.game_version)).store(round)
        pagesBehind.set(round.event.id, 0)
        return { ok: true, wait_ms: caughtUpWait_ms }
      }
      const leap = `next_change_id: ${next_change_id} is far from ${change_id}`
      if (isDoubtful(change_id, next_change_id)) return reportUnheard(round, { reason: 'malformed', detail: leap })
      const isBelieved = isLeap(change_id, next_change_id)
      const beside = isBelieved ? { problem: `${leap}, and believed`, hasSkipped: isAhead(change_id, next_change_id) } : {}
      return takePages(round, page, change_id, beside)
    }
  },
}
