import type { PublicStashPage } from '@muster/contract/game-api'
import type { EventId } from '@muster/contract/ids'
import { holdClock } from '../clock.ts'
import type { Tx } from '../db/connect.ts'
import type { GameAnswer, GameFailure } from '../gateways/game/gateway.ts'
import type { Look } from '@muster/domain/tracking/coverage'
import { readFailure, recordLooks } from '../ingestion/fetch-windows.ts'
import { freshItemsOf } from '../ingestion/fresh-items.ts'
import { listParticipants, mapKnownTabs, nameKey, type Participant } from '../ingestion/participants.ts'
import { packPage, storePage } from '../ingestion/store-page.ts'
import type { Job, Round, RoundResult } from './job.ts'
import { insertProblem } from './store.ts'

/** Event time: pause when the stream has nothing new. Half of what the game allows, and most of what a viewer waits. */
const caughtUpWait_ms = 1000
/** Event time: what cannot work is looked at again seldom. */
const never_ms = 60 * 60_000
/** Event time: how long a list of participants is good for; people join and are moved during an event. */
const ownersLife_ms = 30_000

/** Where to read on; the first time, where the stream is now: what happened before is not this event's. */
async function findChangeId({ ctx, event, signal, write }: Round): Promise<{ change_id: string } | { failure: GameFailure }> {
  const cursor = await ctx.db
    .selectFrom('stream_cursors')
    .select('next_change_id')
    .where('event_id', '=', event.id)
    .executeTakeFirst()
  if (cursor) return { change_id: cursor.next_change_id }
  const latest = await ctx.game.fetchLatestChangeId(signal)
  if (!latest.ok) return { failure: latest.failure }
  const first = { event_id: event.id, next_change_id: latest.value, moved_at: new Date(ctx.clock.now()) }
  await write((tx) => tx.insertInto('stream_cursors').values(first).execute())
  return { change_id: latest.value }
}

/** Whose a tab is: by the name that stands on it, or by its id. */
interface Owners {
  readonly byName: ReadonlyMap<string, Participant>
  readonly knownTabs: ReadonlyMap<string, Participant>
}

/** Event time: the window of the stream grows at most so often while nothing changes. */
const noteEvery_ms = 10_000

/** What there is to write down of a look at the stream. */
interface Chapter {
  write(tx: Tx): Promise<void>
  /** It is written. */
  close(): void
}

/** Takes note of what was heard of the stream, and when it was not. */
function createStory() {
  let noted: { look: Look; isBehind: boolean; at: number } | null = null
  const stream = { subject: '', user_id: null }

  /** @returns null when the window of the stream says so already. */
  function tell({ ctx, event }: Round, look: Look, isBehind = false): Chapter | null {
    const at = ctx.clock.now()
    if (noted?.look === look && noted.isBehind === isBehind && at - noted.at < noteEvery_ms) return null
    return {
      write: (tx) => recordLooks(tx, event.id, 'public_tabs', [{ ...stream, look }], new Date(at), { isBehind }),
      close: () => (noted = { look, isBehind, at }),
    }
  }

  return {
    tell,
    async note(round: Round, look: Look): Promise<void> {
      const chapter = tell(round, look)
      if (chapter === null) return
      await round.write(chapter.write)
      chapter.close()
    },
  }
}

/** Stores a page and moves the cursor in one transaction: after a crash either both happened or neither. */
async function commitPage(
  round: Round,
  page: PublicStashPage,
  change_id: string,
  { byName, knownTabs }: Owners,
  chapter: Chapter | null,
): Promise<void> {
  const { ctx, event } = round
  const at = new Date(ctx.clock.now())
  const tabs = await holdClock(ctx.clock, packPage(page, event.name, byName, knownTabs))
  const fresh = freshItemsOf(ctx)
  for (const { items_hash, list } of tabs) fresh.keep(items_hash, list)
  await round.write(async (tx) => {
    await storePage(tx, event, tabs, change_id, at)
    tx.defer(
      tx
        .updateTable('stream_cursors')
        .set({ next_change_id: page.next_change_id, moved_at: at })
        .where('event_id', '=', event.id)
        .where('next_change_id', '=', change_id),
    )
    await chapter?.write(tx)
  })
  chapter?.close()
}

async function reportFailure({ ctx, event }: Round, failure: GameFailure): Promise<RoundResult> {
  if (failure.reason === 'malformed') {
    const timestamp = new Date(ctx.clock.now())
    const excerpt = failure.excerpt ?? ''
    await insertProblem(ctx.db, {
      event_id: event.id,
      job_type: 'FetchStashChanges',
      timestamp,
      problem: failure.detail,
      excerpt,
    })
  }
  const error = `The public stash stream: ${failure.reason}, ${failure.detail}`
  return failure.retry_after_ms === undefined ? { ok: false, error } : { ok: false, error, wait_ms: failure.retry_after_ms }
}

interface AskedPage {
  readonly change_id: string
  readonly answer: Promise<GameAnswer<PublicStashPage>>
  /** As the page's head names it, once that is here. */
  next_change_id: string | null
  /** Somebody waits for this page, so the one behind it may be asked for. */
  isWanted: boolean
}

/**
 * Asks for pages one ahead: as soon as the head of the wanted page names the next one, that one is asked for, so that the
 * way from the game and the storing overlap. Never two ahead, so memory holds two pages.
 */
function createPageReader() {
  let ahead: AskedPage | null = null

  function begin(round: Round, change_id: string): AskedPage {
    const onNext = (next: string) => {
      page.next_change_id = next
      if (page.isWanted) beginNext(round, page)
    }
    const answer = round.ctx.game.fetchPublicStashes(change_id, round.signal, onNext)
    const page: AskedPage = { change_id, answer, next_change_id: null, isWanted: false }
    return page
  }

  function beginNext(round: Round, page: AskedPage): void {
    const next = page.next_change_id
    // An id that repeats is the end of the stream: there is nothing behind it yet.
    if (next === null || next === page.change_id || ahead?.change_id === next) return
    ahead = begin(round, next)
  }

  return function readPage(round: Round, change_id: string): Promise<GameAnswer<PublicStashPage>> {
    let page = ahead
    if (page?.change_id === change_id) ahead = null
    else page = begin(round, change_id)
    page.isWanted = true
    beginNext(round, page)
    return page.answer
  }
}

/**
 * Reads the game's public stash stream page by page and keeps the participants' tabs. The position moves only with the
 * data, so a page that could not be read is simply asked for again.
 */
export const fetchStashChanges: Job = {
  asks_game: true,
  start() {
    const readPage = createPageReader()
    const story = createStory()
    let owners: Owners = { byName: new Map(), knownTabs: new Map() }
    let ownersUntil = Number.NEGATIVE_INFINITY

    async function refreshOwners({ ctx: { db, clock } }: Round, event_id: EventId): Promise<void> {
      const now = clock.now()
      if (now < ownersUntil) return
      const participants = await listParticipants(db, event_id)
      const byName = new Map(participants.map((one) => [nameKey(one.account_name), one]))
      owners = { byName, knownTabs: await mapKnownTabs(db, event_id, participants) }
      ownersUntil = now + ownersLife_ms
    }

    return async (round) => {
      if (round.event.game_version === 'poe2')
        return { ok: false, error: 'Path of Exile 2 has no public stash stream', wait_ms: never_ms }
      const found = await findChangeId(round)
      if ('failure' in found) return reportFailure(round, found.failure)
      await refreshOwners(round, round.event.id)
      const answer = await readPage(round, found.change_id)
      if (!answer.ok) {
        if (!round.signal.aborted) await story.note(round, readFailure(answer.failure))
        return reportFailure(round, answer.failure)
      }
      const page = answer.value
      // Caught up: the id stays the same and the page is empty.
      if (page.next_change_id === found.change_id && page.stashes.length === 0) {
        await story.note(round, null)
        return { ok: true, wait_ms: caughtUpWait_ms }
      }
      await commitPage(round, page, found.change_id, owners, story.tell(round, null, true))
      return { ok: true, wait_ms: 0 }
    }
  },
}
