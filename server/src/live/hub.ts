import type { EventId } from '@muster/contract/ids'
import { closeElsewhere, closeReload, eventChange, rightsChanged } from '@muster/contract/scores'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { Context } from '../context.ts'
import { listen, type Listener } from '../db/listen.ts'
import { markProcess, nameProcess } from '../processes.ts'
import { listSequences } from '../features/scores/store.ts'
import { type FeedHolder, type FeedHub, type FeedVisit, holderOf } from '../feeds.ts'
import { createMember, type Member } from './member.ts'
import { createStreamMember } from './stream-member.ts'
import { findOutdatedVisits } from './review.ts'
import { OverlayRooms } from './overlay-rooms.ts'
import { Room } from './room.ts'
import { wallNow } from '../wall-clock.ts'
import { repeat, type Timer, wallTimer } from './timer.ts'

export interface HubLimits {
  readonly sockets: number
  /** Per IPv4 address or IPv6 network; a whole venue may share one. */
  readonly sockets_per_network: number
  /** Per login or key, over all events: some browsers with some tabs each. */
  readonly sockets_per_person: number
  readonly buffered_bytes: number
  /** Upper bound for messages, pings and pongs from a client. */
  readonly messages_per_minute: number
}

const defaultLimits: HubLimits = {
  sockets: 20_000,
  sockets_per_network: 1000,
  sockets_per_person: 30,
  buffered_bytes: 1024 * 1024,
  messages_per_minute: 60,
}

/** Interval between pings; proxies close silent connections after a minute. */
const ping_ms = 30_000
/** Notifications can be lost; sequence numbers and rights are also checked at this interval. */
const checkEvery_ms = 5000
/** Minimum interval between two checks of rights. */
const review_ms = 1000
/** Pause between two groups of viewers that are sent elsewhere. */
const group_ms = 100
const closeNormal = 1000
const closeGoingAway = 1001
const closeTryAgain = 1013

/** Counts by key; keys with a count of 0 are deleted. */
function createTally<K>() {
  const counts = new Map<K, number>()
  return {
    count: (key: K) => counts.get(key) ?? 0,
    add(key: K, change: 1 | -1) {
      const count = (counts.get(key) ?? 0) + change
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    },
  }
}

/** Sends score changes to all followers: one reader of the database for all sockets and streams of this process. */
export class Hub implements FeedHub {
  private readonly ctx: Context
  private readonly timer: Timer
  private readonly limits: HubLimits
  private readonly openRooms = new Map<EventId, Room>()
  private readonly overlays: OverlayRooms
  private readonly members = new Map<Member, FeedVisit>()
  private readonly perNetwork = createTally<string>()
  private readonly perHolder = createTally<NonNullable<FeedHolder>>()
  private readonly listener: Listener
  private readonly stopTimers: readonly (() => void)[]
  private onEmpty: (() => void) | undefined
  private isClosing = false
  private reviewedAt = Number.NEGATIVE_INFINITY
  private cancelReview: (() => void) | null = null
  /** The newest numbers at the last successful check, and the time since when the feed has been behind them. */
  private found: ReadonlyMap<EventId, number> = new Map()
  private behind_since: number | null = null

  constructor(ctx: Context, timer: Timer, limits: HubLimits) {
    this.ctx = ctx
    this.timer = timer
    this.limits = limits
    this.overlays = new OverlayRooms(ctx, timer)
    this.listener = listen(
      ctx.config.database_url,
      ['access', 'scores'],
      (channel, payload) => {
        if (channel === 'access') this.hintReview()
        else this.openRooms.get(Number(payload) as EventId)?.hint()
      },
      () => {
        for (const room of this.openRooms.values()) room.hint()
        this.hintReview()
      },
      (error) =>
        ctx.log.warn({ err: error }, 'the score feed lost the connection for notifications; it reconnects and polls until then'),
      nameProcess(markProcess(ctx.config)),
    )
    const onError = (error: unknown) =>
      ctx.log.warn({ err: error }, 'the score feed could not check for changes; it tries again within seconds')
    this.stopTimers = [
      repeat(timer, ping_ms, () => this.ping(), onError),
      repeat(timer, checkEvery_ms, () => this.check(), onError),
    ]
  }

  get size(): number {
    return this.members.size
  }

  /** Number of events with followers. */
  get rooms(): number {
    return this.openRooms.size
  }

  prepare(event_id: EventId): Promise<void> {
    return this.openRoom(event_id).prepare()
  }

  join(socket: WebSocket, line: Socket, visit: FeedVisit): void {
    // The hub may have closed since the check, during the upgrade.
    if (this.isClosing) return socket.terminate()
    this.enter(visit, (onGone) => createMember(socket, line, this.timer, this.limits, onGone))
  }

  joinStream(response: ServerResponse, visit: FeedVisit): void {
    if (this.isClosing || response.destroyed) return void response.destroy()
    this.enter(visit, (onGone) => createStreamMember(response, this.timer, this.limits, onGone))
  }

  private enter(visit: FeedVisit, createWith: (onGone: () => void) => Member): void {
    const { network, event_id, login, key } = visit
    const holder = holderOf(key, login)
    // Sockets opened at the same time may have used up the limit.
    const full = this.findFull(network, holder)
    const room = typeof visit.feed === 'string' ? this.openRoom(event_id) : this.overlays
    const member = createWith(() => {
      this.members.delete(member)
      this.count(network, holder, -1)
      room.leave(member)
      if (this.members.size === 0) this.onEmpty?.()
    })
    this.members.set(member, visit)
    this.count(network, holder, 1)
    if (full === null) room.join(member, visit)
    else member.close(closeTryAgain, `too many open feeds (${full})`)
  }

  findFull(network: string, holder: FeedHolder): 'server' | 'network' | 'holder' | null {
    const { sockets, sockets_per_network, sockets_per_person } = this.limits
    if (this.isClosing || this.members.size >= sockets) return 'server'
    if (this.perNetwork.count(network) >= sockets_per_network) return 'network'
    return holder !== null && this.perHolder.count(holder) >= sockets_per_person ? 'holder' : null
  }

  behindSince(): number | null {
    return this.behind_since
  }

  /**
   * Asks all viewers, including new ones, to reconnect to another process: evenly over this period, so that they do not all
   * arrive there in the same second.
   */
  async sendElsewhere(over_ms: number): Promise<void> {
    for (let left = Math.max(1, Math.round(over_ms / group_ms)); left > 0; left--) {
      const open = [...this.members.keys()].filter(({ isOpen }) => isOpen)
      for (const member of open.slice(0, Math.ceil(open.length / left))) member.close(closeElsewhere, 'server stops')
      await new Promise<void>((resolve) => this.timer.after(group_ms, resolve))
    }
  }

  /** Closes all feeds properly and stops listening. */
  async close(): Promise<void> {
    this.isClosing = true
    for (const stop of this.stopTimers) stop()
    this.cancelReview?.()
    await this.listener.close()
    for (const room of this.openRooms.values()) room.close()
    this.overlays.close()
    if (this.members.size === 0) return
    // Ends even if a client does not respond: its connection is cut shortly after the close frame.
    await new Promise<void>((resolve) => {
      this.onEmpty = resolve
      for (const member of this.members.keys()) member.close(closeGoingAway, 'server stops')
    })
  }

  private openRoom(event_id: EventId): Room {
    const room = this.openRooms.get(event_id) ?? new Room(this.ctx, this.timer, event_id, () => this.members.size)
    this.openRooms.set(event_id, room)
    return room
  }

  private count(network: string, holder: FeedHolder, change: 1 | -1): void {
    this.perNetwork.add(network, change)
    if (holder !== null) this.perHolder.add(holder, change)
  }

  private ping(): void {
    for (const member of this.members.keys()) member.ping()
  }

  /** A viewer whose rights have changed has to reconnect; if the event is deleted or hidden, the feed ends. */
  private async review(): Promise<void> {
    const outdated = await findOutdatedVisits(this.ctx, [...this.members.values()])
    for (const [member, visit] of this.members) {
      const reason = outdated.get(visit)
      if (reason === 'rights') member.close(closeReload, rightsChanged)
      else if (reason === 'event') member.close(closeNormal, eventChange)
    }
  }

  /** Rights may have changed. */
  private hintReview(): void {
    if (this.cancelReview || this.isClosing) return
    this.cancelReview = this.timer.after(Math.max(0, this.reviewedAt + review_ms - this.timer.now()), () => {
      this.cancelReview = null
      this.reviewedAt = this.timer.now()
      this.review().catch((error: unknown) =>
        this.ctx.log.warn({ err: error }, "the score feed could not check viewers' rights; next try within 5 s"),
      )
    })
  }

  /**
   * To be called at the beginning of a turn of the event loop: a visitor who has prepared a room joins it within one turn, and
   * thus never joins a closed room.
   */
  private closeEmptyRooms(): void {
    for (const [event_id, room] of this.openRooms) {
      if (!room.isEmpty) continue
      room.close()
      this.openRooms.delete(event_id)
    }
  }

  private async check(): Promise<void> {
    this.closeEmptyRooms()
    // First, because the numbers of a deleted event look as if they had gone backwards.
    await this.review()
    const sequences = await listSequences(this.ctx.db, [...this.openRooms.keys()]).catch((error: unknown) => {
      this.behind_since ??= wallNow()
      throw error
    })
    // All numbers of the last check should have been sent by now. A room whose numbers went backwards is about to start over.
    const isBehind = [...this.openRooms].some(([event_id, room]) => {
      const newest = sequences.get(event_id) ?? 0
      return room.sequence < Math.min(this.found.get(event_id) ?? 0, newest)
    })
    this.behind_since = isBehind ? (this.behind_since ?? wallNow()) : null
    this.found = sequences
    for (const [event_id, room] of this.openRooms) {
      const newest = sequences.get(event_id) ?? 0
      if (newest > room.sequence) room.hint()
      else if (newest < room.sequence) room.startOver()
    }
  }
}

export const startHub = (ctx: Context, options: { timer?: Timer; limits?: Partial<HubLimits> } = {}): Hub =>
  new Hub(ctx, options.timer ?? wallTimer, { ...defaultLimits, ...options.limits })
