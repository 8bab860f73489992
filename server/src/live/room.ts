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

/** Everybody who follows one event. */
export interface Room {
  /** Number of the newest change this room has told. */
  readonly sequence: number
  /** Nobody is in it or about to join. */
  readonly isEmpty: boolean
  /** Ends when the room knows where the event stands; whoever joins after that misses nothing. */
  prepare(): Promise<void>
  join(member: Member, visit: FeedVisit): void
  leave(member: Member): void
  /** There may be changes. */
  hint(): void
  /** The numbers went backwards (a restored database): what clients hold means nothing any more. */
  startOver(): void
  close(): void
}

/**
 * To so many a message is sent in one turn of the loop, a millisecond; then calls are answered that have come meanwhile. Each turn lets
 * in one new connection, so that few long turns would keep visitors at the door.
 */
const mostOfTurn = 100
/** How many changes a returning client may have missed, and how many are told in one message. */
const mostMissed = 2000
const closeTryAgain = 1013

const encode = (message: unknown) => frameText(JSON.stringify(message))

/**
 * Changes are read from the database once, encoded once for each audience, and written to every socket of it. Reads run
 * one after the other; what they found is taken in at once, and told to those who were in the room at that moment, so that somebody
 * who joins gets each change either as missed or as new.
 */
export function createRoom(ctx: Context, timer: Timer, event_id: EventId, countSockets: () => number): Room {
  const audiences = new Map<TeamId | null, Set<Member>>()
  const simple = new Set<Member>()
  /** The newest changes, ascending without gaps; the last one is `sequence`. */
  let recent: StoredChange[] = []
  let sequence = 0
  let isLoaded = false
  let totals: Buffer | null = null
  /** What returning clients are told, by audience and number; emptied by every change. */
  let missed = new Map<string, Buffer | null>()
  const pace = createPace(countSockets)
  let cancelTelling: (() => void) | null = null
  let isClosed = false
  /** Visitors who wait for a read before they join. */
  let arriving = 0
  let work: Promise<unknown> = Promise.resolve()
  const log = ctx.log.child({ event_id })

  /** Queues a read; one that fails (the database is away) does not stop the next. */
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
  const complain = (error: unknown) => log.warn({ err: error }, 'the score feed could not be served')

  async function sendAll(members: readonly Member[], frame: Buffer): Promise<void> {
    let sent = 0
    for (const member of members) {
      member.send(frame)
      if (++sent % mostOfTurn === 0) await nextTurn()
    }
  }

  async function load(): Promise<void> {
    const newest = await findSequence(ctx.db, event_id)
    const changes = await listChangesAfter(ctx.db, event_id, newest - mostMissed, mostMissed * 2)
    sequence = Math.max(newest, changes.at(-1)?.sequence ?? 0)
    holdScores(ctx, event_id).take([], sequence)
    recent = keepRun(changes, sequence)
    missed = new Map()
    isLoaded = true
  }

  /** Everybody has to load the scores again; they come back by themselves. */
  async function startAgain(): Promise<void> {
    await load()
    for (const members of audiences.values()) for (const member of members) member.close(closeReload, 'reload')
    await tellTotals()
  }

  /** @param heardAt when somebody said that there may be changes. */
  async function tell(heardAt: number): Promise<void> {
    if (isClosed) return
    const giveBack = pace.take(heardAt, timer.now())
    if (!isLoaded) await load()
    const added = await listChangesAfter(ctx.db, event_id, sequence, mostMissed + 1)
    if (added.length > mostMissed) return startAgain()
    if (added.length === 0) return giveBack()
    sequence = added.at(-1)?.sequence ?? sequence
    // Whoever is told has asked, or may ask, this process for the scores as well: they are never older than what was told.
    holdScores(ctx, event_id).take(added, sequence)
    tellMark('read', 'scores', event_id, sequence)
    recent = keepRun([...recent, ...added].slice(-mostMissed), sequence)
    missed = new Map()
    // Everybody who is here now, before anybody else comes.
    const waiting = [...audiences].map(([team_id, members]) => ({ team_id, members: [...members] }))
    for (const { team_id, members } of waiting) {
      const diffs = showDiffs(added, team_id)
      if (diffs.length > 0) await sendAll(members, encode(diffs))
    }
    await tellTotals()
  }

  /** Tells the totals to everybody on the simple feed when they are not those told last. */
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
    complain(error)
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
      // Somebody who read the scores from another process may be ahead of us: first see whether we can catch up.
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
          complain,
        )
      })
    },
    startOver: () => void queue(startAgain).catch(complain),
    close() {
      isClosed = true
      cancelTelling?.()
    },
  }
}
