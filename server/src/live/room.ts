import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventId, TeamId } from '@muster/contract/ids'
import { closeReload } from '@muster/contract/scores'
import { showDiffs } from '@muster/domain/scoring/recorded-change'
import type { Context } from '../context.ts'
import { holdScores, keepRun } from '../features/scores/held-scores.ts'
import { findSequence, listChangesAfter, loadPublicTotals, type StoredChange } from '../features/scores/store.ts'
import type { FeedVisit } from '../feeds.ts'
import { frameText } from './frame.ts'
import { tellDelay, tellMark, timeWork } from '../telemetry/points.ts'
import type { Member } from './member.ts'
import { createPace } from './pace.ts'
import type { Timer } from './timer.ts'

/** All followers of one event. */
export interface Room {
  /** Number of the newest change sent by this room. */
  readonly sequence: number
  /** No client is following, or about to join. */
  readonly isEmpty: boolean
  /** Resolves once the room knows the newest number; later followers miss nothing. */
  prepare(): Promise<void>
  join(member: Member, visit: FeedVisit): void
  leave(member: Member): void
  /** There may be changes. */
  hint(): void
  /** The numbers went backwards (a restored database): the clients' state is invalid. */
  startOver(): void
  close(): void
}

/**
 * Sockets served in one turn of the event loop, which takes a millisecond; then waiting calls are answered. Each turn accepts one
 * new connection, so a few long turns would keep visitors waiting.
 */
const maxPerTurn = 100
/** Upper bound for the changes missed by a returning client, and for those in one message. */
const maxMissed = 2000
const closeTryAgain = 1013

const encode = (message: unknown) => frameText(JSON.stringify(message))

/**
 * Changes are read from the database once, encoded once for each audience, and written to each of its sockets. Reads run one
 * after the other; their results are applied at once and sent to the followers at that moment, so that a new follower gets each
 * change either as missed or as new.
 */
export function createRoom(ctx: Context, timer: Timer, event_id: EventId, countSockets: () => number): Room {
  const audiences = new Map<TeamId | null, Set<Member>>()
  const simple = new Set<Member>()
  /** The newest changes, ascending without gaps; the last one is `sequence`. */
  let recent: StoredChange[] = []
  let sequence = 0
  let isLoaded = false
  let totals: Buffer | null = null
  /** Encoded messages for returning clients, by audience and number; cleared by every change. */
  let missed = new Map<string, Buffer | null>()
  const pace = createPace(countSockets)
  let cancelTelling: (() => void) | null = null
  let isClosed = false
  /** Number of visitors waiting for a read before they join. */
  let arriving = 0
  let work: Promise<unknown> = Promise.resolve()
  const log = ctx.log.child({ event_id })

  /** Queues a read; a failed one (no database) does not stop the next. */
  function queue<T>(read: () => Promise<T>): Promise<T> {
    const done = work.then(read)
    work = done.catch(() => undefined)
    return done
  }
  /** The same, for a visitor. */
  function arrive<T>(read: () => Promise<T>): Promise<T> {
    arriving++
    return queue(read).finally(() => arriving--)
  }
  const logFailure = (error: unknown) =>
    log.warn({ err: error }, 'could not read score changes for the feed; next try at the next change or check')

  async function sendAll(members: readonly Member[], frame: Buffer): Promise<void> {
    let sent = 0
    for (const member of members) {
      member.send(frame)
      if (++sent % maxPerTurn === 0) await nextTurn()
    }
  }

  async function load(): Promise<void> {
    const newest = await findSequence(ctx.db, event_id)
    const changes = await listChangesAfter(ctx.db, event_id, newest - maxMissed, maxMissed * 2)
    sequence = Math.max(newest, changes.at(-1)?.sequence ?? 0)
    holdScores(ctx, event_id).take([], sequence)
    recent = keepRun(changes, sequence)
    missed = new Map()
    isLoaded = true
  }

  /** All clients have to load the scores again; they reconnect automatically. */
  async function startAgain(): Promise<void> {
    await load()
    for (const members of audiences.values()) for (const member of members) member.close(closeReload, 'reload')
    await tellTotals()
  }

  /** @param heardAt time of the notification. */
  async function tell(heardAt: number): Promise<void> {
    if (isClosed) return
    const giveBack = pace.take(heardAt, timer.now())
    if (!isLoaded) await load()
    const added = await listChangesAfter(ctx.db, event_id, sequence, maxMissed + 1)
    if (added.length > maxMissed) return startAgain()
    if (added.length === 0) return giveBack()
    sequence = added.at(-1)?.sequence ?? sequence
    // Followers may also request the scores from this process: those are never older than the sent changes.
    holdScores(ctx, event_id).take(added, sequence)
    tellMark('read', 'scores', event_id, sequence)
    recent = keepRun([...recent, ...added].slice(-maxMissed), sequence)
    missed = new Map()
    // The followers at this moment, before others join.
    const waiting = [...audiences].map(([team_id, members]) => ({ team_id, members: [...members] }))
    for (const { team_id, members } of waiting) {
      const diffs = showDiffs(added, team_id)
      if (diffs.length > 0) await sendAll(members, encode(diffs))
    }
    await tellTotals()
  }

  /** Sends the totals to all followers of the simple feed if they have changed. */
  async function tellTotals(): Promise<void> {
    if (simple.size === 0) {
      totals = null
      return
    }
    const next = encode(await loadPublicTotals(ctx.db, event_id))
    if (totals?.equals(next)) return
    totals = next
    await sendAll([...simple], next)
  }

  /** The changes missed by a returning client, encoded once for all with the same number; undefined if they are not available. */
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

  function joinMain(member: Member, { team_id, since }: FeedVisit): void {
    const frame = since === undefined ? null : encodeMissed(team_id, since)
    if (frame === undefined) return member.close(closeReload, 'reload')
    if (frame) member.send(frame)
    const members = audiences.get(team_id) ?? new Set()
    audiences.set(team_id, members.add(member))
  }

  function joinSimple(member: Member): void {
    simple.add(member)
    if (totals) member.send(totals)
    else queue(tellTotals).catch((error: unknown) => giveUp(member, error))
  }

  function giveUp(member: Member, error: unknown): void {
    logFailure(error)
    member.close(closeTryAgain, 'try again')
  }

  return {
    get sequence() {
      return sequence
    },
    get isEmpty() {
      return arriving === 0 && simple.size === 0 && audiences.size === 0
    },
    prepare: () => (isLoaded ? Promise.resolve() : arrive(() => (isLoaded ? Promise.resolve() : load()))),
    join(member, visit) {
      if (visit.feed === 'simple') return joinSimple(member)
      if (visit.since === undefined || visit.since <= sequence) return joinMain(member, visit)
      // A client that read the scores from another process may be ahead: first try to catch up.
      arrive(() => tell(timer.now())).then(
        () => member.isOpen && joinMain(member, visit),
        (error: unknown) => giveUp(member, error),
      )
    },
    leave(member) {
      simple.delete(member)
      for (const [team_id, members] of audiences) {
        members.delete(member)
        if (members.size === 0) audiences.delete(team_id)
      }
    },
    hint() {
      if (cancelTelling || isClosed) return
      const heardAt = timer.now()
      cancelTelling = timer.after(pace.wait(heardAt), () => {
        cancelTelling = null
        queue(() => timeWork('feed_message', { event_id }, () => tell(heardAt))).then(
          () => tellDelay('board_to_feed', timer.now() - heardAt),
          logFailure,
        )
      })
    },
    startOver: () => void queue(startAgain).catch(logFailure),
    close() {
      isClosed = true
      cancelTelling?.()
    },
  }
}
