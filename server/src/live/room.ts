import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventId, TeamId } from '@muster/contract/ids'
import { closeReload } from '@muster/contract/scores'
import { showDiffs } from '@muster/domain/scoring/recorded-change'
import { createCache } from '../cache.ts'
import type { Context } from '../context.ts'
import { holdScores, keepRun } from '../features/scores/held-scores.ts'
import { findSequence, listChangesAfter, loadPublicTotals, type StoredChange } from '../features/scores/store.ts'
import type { FeedVisit } from '../feeds.ts'
import { createMessage, type FeedMessage } from './message.ts'
import { tellDelay, tellMark, timeWork } from '../telemetry/points.ts'
import type { Member } from './member.ts'
import { createPace, type Pace } from './pace.ts'
import type { Timer } from './timer.ts'

/**
 * Sockets served in one turn of the event loop, which takes a millisecond; then waiting calls are answered. Each turn accepts one
 * new connection, so a few long turns would keep visitors waiting.
 */
const maxPerTurn = 100
/** Upper bound for the changes missed by a returning client, and for those in one message. */
const maxMissed = 2000
/** Memory of a cached message besides its bytes, which exist as text, frame and event. */
const messageCost_bytes = 200
const encodings = 3
const closeTryAgain = 1013

const nothing = createMessage([], null)

/** Encodes the changes that this audience may see. */
function encodeChanges(changes: readonly StoredChange[], team_id: TeamId | null): FeedMessage {
  const diffs = showDiffs(changes, team_id)
  return diffs.length > 0 ? createMessage(diffs, diffs.at(-1)?.sequence ?? null) : nothing
}

async function sendAll(members: readonly Member[], message: FeedMessage): Promise<void> {
  let sent = 0
  for (const member of members) {
    member.send(message)
    if (++sent % maxPerTurn === 0) await nextTurn()
  }
}

/**
 * All followers of one event. Changes are read from the database once, encoded once for each audience, and written to each of its
 * sockets. Reads run one after the other. Each result is applied and sent at once, so a new follower gets every change exactly
 * once: as missed or as new.
 */
export class Room {
  private readonly ctx: Context
  private readonly timer: Timer
  private readonly event_id: EventId
  private readonly log: Context['log']
  private readonly pace: Pace
  private readonly audiences = new Map<TeamId | null, Set<Member>>()
  private readonly simple = new Set<Member>()
  /** Number of the newest change sent by this room. */
  sequence = 0
  /** The newest changes, ascending without gaps; the last one is `sequence`. */
  private recent: StoredChange[] = []
  private isLoaded = false
  private totals: FeedMessage | null = null
  /** Messages for returning clients, by audience and number. */
  private readonly missed = createCache<string, FeedMessage>(
    'missed_changes',
    ({ text }) => encodings * text.length + messageCost_bytes,
  )
  private cancelTelling: (() => void) | null = null
  private isClosed = false
  /** Number of visitors waiting for a read before they join. */
  private arriving = 0
  private work: Promise<unknown> = Promise.resolve()

  constructor(ctx: Context, timer: Timer, event_id: EventId, countSockets: () => number) {
    this.ctx = ctx
    this.timer = timer
    this.event_id = event_id
    this.log = ctx.log.child({ event_id })
    this.pace = createPace(countSockets)
  }

  /** No client is following, or about to join. */
  get isEmpty(): boolean {
    return this.arriving === 0 && this.simple.size === 0 && this.audiences.size === 0
  }

  /** Resolves once the room knows the newest number; later followers miss nothing. */
  async prepare(): Promise<void> {
    if (!this.isLoaded) await this.arrive(async () => this.isLoaded || this.load())
  }

  join(member: Member, visit: FeedVisit): void {
    if (visit.feed === 'simple') return this.joinSimple(member)
    if (visit.since === undefined || visit.since <= this.sequence) return this.joinMain(member, visit)
    // A client that read the scores from another process may be ahead: first try to catch up.
    this.arrive(() => this.tell(this.timer.now())).then(
      () => member.isOpen && this.joinMain(member, visit),
      (error: unknown) => this.giveUp(member, error),
    )
  }

  leave(member: Member): void {
    this.simple.delete(member)
    for (const [team_id, members] of this.audiences) {
      members.delete(member)
      if (members.size === 0) this.audiences.delete(team_id)
    }
  }

  /** There may be changes. */
  hint(): void {
    if (this.cancelTelling || this.isClosed) return
    const { event_id, timer } = this
    const heardAt = timer.now()
    this.cancelTelling = timer.after(this.pace.wait(heardAt), () => {
      this.cancelTelling = null
      this.queue(() => timeWork('feed_message', { event_id }, () => this.tell(heardAt))).then(
        () => tellDelay('board_to_feed', timer.now() - heardAt),
        this.logFailure,
      )
    })
  }

  /** The numbers went backwards (a restored database): the clients' state is invalid. */
  startOver(): void {
    this.queue(() => this.startAgain()).catch(this.logFailure)
  }

  close(): void {
    this.isClosed = true
    this.cancelTelling?.()
  }

  /** Queues a read; a failed one (no database) does not stop the next. */
  private queue<T>(read: () => Promise<T>): Promise<T> {
    const done = this.work.then(read)
    this.work = done.catch(() => undefined)
    return done
  }

  /** The same, for a visitor. */
  private arrive<T>(read: () => Promise<T>): Promise<T> {
    this.arriving++
    return this.queue(read).finally(() => this.arriving--)
  }

  private readonly logFailure = (error: unknown) =>
    this.log.warn({ err: error }, 'could not read score changes for the feed; next try at the next change or check')

  private async load(): Promise<void> {
    const newest = await findSequence(this.ctx.db, this.event_id)
    const changes = await listChangesAfter(this.ctx.db, this.event_id, newest - maxMissed, maxMissed * 2)
    this.sequence = Math.max(newest, changes.at(-1)?.sequence ?? 0)
    this.keep([], changes)
    this.isLoaded = true
  }

  /** @param changes new and earlier ones; the last one is the newest. */
  private keep(added: readonly StoredChange[], changes: StoredChange[]): void {
    // Followers may also request the scores from this process: those are never older than the sent changes.
    holdScores(this.ctx, this.event_id).take(added, this.sequence)
    this.recent = keepRun(changes, this.sequence)
    this.missed.clear()
  }

  /** All clients have to load the scores again; they reconnect automatically. */
  private async startAgain(): Promise<void> {
    await this.load()
    for (const members of this.audiences.values()) for (const member of members) member.close(closeReload, 'reload')
    await this.tellTotals()
  }

  /** @param heardAt time of the notification. */
  private async tell(heardAt: number): Promise<void> {
    if (this.isClosed) return
    const giveBack = this.pace.take(heardAt, this.timer.now())
    if (!this.isLoaded) await this.load()
    const added = await listChangesAfter(this.ctx.db, this.event_id, this.sequence, maxMissed + 1)
    if (added.length > maxMissed) return this.startAgain()
    if (added.length === 0) return giveBack()
    this.sequence = added.at(-1)?.sequence ?? this.sequence
    this.keep(added, [...this.recent, ...added].slice(-maxMissed))
    tellMark('read', 'scores', this.event_id, this.sequence)
    // The followers at this moment, before others join.
    const waiting = [...this.audiences].map(([team_id, members]) => ({ team_id, members: [...members] }))
    for (const { team_id, members } of waiting) {
      const message = encodeChanges(added, team_id)
      if (message !== nothing) await sendAll(members, message)
    }
    await this.tellTotals()
  }

  /** Sends the totals to all followers of the simple feed if they have changed. */
  private async tellTotals(): Promise<void> {
    if (this.simple.size === 0) {
      this.totals = null
      return
    }
    const next = createMessage(await loadPublicTotals(this.ctx.db, this.event_id), null)
    if (this.totals?.text === next.text) return
    this.totals = next
    await sendAll([...this.simple], next)
  }

  /** The changes missed by a returning client, encoded once for all with the same number; undefined if they are not available. */
  private encodeMissed(team_id: TeamId | null, since: number): FeedMessage | undefined {
    const first = this.recent[0]?.sequence ?? this.sequence + 1
    if (since > this.sequence || since + 1 < first) return undefined
    const key = `${team_id} ${since}`
    let message = this.missed.get(key)
    if (message === undefined) {
      message = encodeChanges(this.recent.slice(since + 1 - first), team_id)
      this.missed.set(key, message)
    }
    return message
  }

  private joinMain(member: Member, { team_id, since }: FeedVisit): void {
    const message = since === undefined ? nothing : this.encodeMissed(team_id, since)
    if (!message) return member.close(closeReload, 'reload')
    if (message !== nothing) member.send(message)
    member.begin(this.sequence)
    const members = this.audiences.get(team_id) ?? new Set()
    this.audiences.set(team_id, members.add(member))
  }

  private joinSimple(member: Member): void {
    this.simple.add(member)
    if (this.totals) member.send(this.totals)
    else this.queue(() => this.tellTotals()).catch((error: unknown) => this.giveUp(member, error))
  }

  private giveUp(member: Member, error: unknown): void {
    this.logFailure(error)
    member.close(closeTryAgain, 'try again')
  }
}
