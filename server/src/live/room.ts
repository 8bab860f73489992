import type { EventId, TeamId } from '@muster/contract/ids'
import { closeReload } from '@muster/contract/scores'
import type { Context } from '../context.ts'
import type { FeedVisit } from '../feeds.ts'
import { findSequence, listChangesAfter, loadPublicTotals } from '../features/scores/store.ts'
import { showDiffs, type StoredChange } from '../features/scores/visible-changes.ts'
import type { Member } from './member.ts'
import type { Timer } from './timer.ts'

/** Everybody who follows one event. */
export interface Room {
  /** Number of the newest change this room has told. */
  readonly sequence: number
  readonly isEmpty: boolean
  join(member: Member, visit: FeedVisit): void
  leave(member: Member): void
  /** There may be news. */
  hint(): void
  /** The numbers went backwards (a restored database): what clients hold means nothing any more. */
  startOver(): void
  close(): void
}

/** At most one message to everybody in this time. */
const pace_ms = 1000
/** How many changes a returning client may have missed, and how many are told in one message. */
export const mostMissed = 2000
const closeTryAgain = 1013

const encode = (message: unknown) => Buffer.from(JSON.stringify(message))

/**
 * Changes are read from the database once, encoded once for each audience, and written to every socket of it. All work of
 * a room runs one piece after the other, so that nobody joins between the reading of a change and the telling of it.
 */
export function createRoom(ctx: Context, timer: Timer, event_id: EventId): Room {
  const audiences = new Map<TeamId | null, Set<Member>>()
  const simple = new Set<Member>()
  /** The newest changes, ascending without gaps; the last one is `sequence`. */
  let recent: StoredChange[] = []
  let sequence = 0
  let totals: Buffer | null = null
  let missed = new Map<string, Buffer | null>()
  let toldAt = Number.NEGATIVE_INFINITY
  let cancelTelling: (() => void) | null = null
  let isClosed = false
  let work: Promise<void> = Promise.resolve()
  let isLoaded = false

  const log = ctx.log.child({ event_id })
  /** Queues a piece of work; a failure (the database is away) is logged and does not stop the next piece. */
  function run(piece: () => Promise<void>, onFailure?: () => void): void {
    work = work.then(piece).catch((error: unknown) => {
      log.warn({ err: error }, 'the score feed could not be served')
      onFailure?.()
    })
  }

  async function load(): Promise<void> {
    if (isLoaded) return
    const newest = await findSequence(ctx.db, event_id)
    recent = await listChangesAfter(ctx.db, event_id, newest - mostMissed, mostMissed * 2)
    sequence = Math.max(newest, recent.at(-1)?.sequence ?? 0)
    isLoaded = true
  }

  /** Takes in what was scored since, and returns it; null when it is more than can be told. */
  async function takeNews(): Promise<StoredChange[] | null> {
    const news = await listChangesAfter(ctx.db, event_id, sequence, mostMissed + 1)
    if (news.length === 0) return news
    recent = [...recent, ...news].slice(-mostMissed)
    sequence = news.at(-1)?.sequence ?? sequence
    missed = new Map()
    return news.length > mostMissed ? null : news
  }

  async function tell(): Promise<void> {
    if (isClosed) return
    await load()
    const news = await takeNews()
    toldAt = timer.now()
    if (news === null) return startAgain()
    if (news.length === 0) return
    for (const [team_id, members] of audiences) {
      const diffs = showDiffs(news, team_id)
      if (diffs.length > 0) sendAll(members, encode(diffs))
    }
    await tellTotals()
  }

  async function tellTotals(): Promise<void> {
    if (simple.size === 0) {
      totals = null
      return
    }
    const next = encode(await loadPublicTotals(ctx.db, event_id))
    if (totals?.equals(next)) return
    totals = next
    sendAll(simple, next)
  }

  function sendAll(members: Iterable<Member>, frame: Buffer): void {
    for (const member of members) member.send(frame)
  }

  /** Everybody has to load the scores again; they come back by themselves. */
  async function startAgain(): Promise<void> {
    for (const members of audiences.values()) for (const member of members) member.close(closeReload, 'reload')
    isLoaded = false
    missed = new Map()
    await load()
    await tellTotals()
  }

  /** What a returning client missed, encoded once for all who missed the same; undefined when it cannot be told. */
  function encodeMissed(team_id: TeamId | null, since: number): Buffer | null | undefined {
    const first = recent[0]?.sequence ?? sequence + 1
    if (since > sequence || since + 1 < first) return undefined
    const key = `${team_id} ${since}`
    let frame = missed.get(key)
    if (frame === undefined) {
      const diffs = showDiffs(recent.slice(since + 1 - first), team_id)
      frame = diffs.length > 0 ? encode(diffs) : null
      missed.set(key, frame)
    }
    return frame
  }

  async function joinMain(member: Member, { team_id, since }: FeedVisit): Promise<void> {
    await load()
    // Somebody who read the scores from another process may be ahead of us.
    if (since !== undefined && since > sequence) await tell()
    const frame = since === undefined ? null : encodeMissed(team_id, since)
    if (frame === undefined) return member.close(closeReload, 'reload')
    if (frame) member.send(frame)
    const members = audiences.get(team_id) ?? new Set()
    audiences.set(team_id, members.add(member))
  }

  async function joinSimple(member: Member): Promise<void> {
    await load()
    totals ??= encode(await loadPublicTotals(ctx.db, event_id))
    member.send(totals)
    simple.add(member)
  }

  /** Of those who came, who did not leave again: joining takes its turn, and a line may break meanwhile. */
  const present = new Set<Member>()
  function leave(member: Member): void {
    present.delete(member)
    simple.delete(member)
    for (const [team_id, members] of audiences) {
      members.delete(member)
      if (members.size === 0) audiences.delete(team_id)
    }
  }

  return {
    get sequence() {
      return sequence
    },
    get isEmpty() {
      return present.size === 0
    },
    join(member, visit) {
      present.add(member)
      const piece = async () => {
        if (present.has(member)) await (visit.feed === 'main' ? joinMain(member, visit) : joinSimple(member))
        if (!present.has(member)) leave(member)
      }
      run(piece, () => member.close(closeTryAgain, 'try again'))
    },
    leave,
    hint() {
      if (cancelTelling || isClosed) return
      const wait = Math.max(0, toldAt + pace_ms - timer.now())
      cancelTelling = timer.after(wait, () => {
        cancelTelling = null
        run(tell)
      })
    },
    startOver: () => run(startAgain),
    close() {
      isClosed = true
      cancelTelling?.()
    },
  }
}
