import type { EventId, UserId } from '@muster/contract/ids'
import { closeElsewhere, closeReload, eventChange, rightsChanged } from '@muster/contract/scores'
import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { Context } from '../context.ts'
import { listen } from '../db/listen.ts'
import { markProcess, nameProcess } from '../processes.ts'
import { listSequences } from '../features/scores/store.ts'
import type { FeedHub, FeedVisit } from '../feeds.ts'
import { createMember, type Member } from './member.ts'
import { findOutdatedVisits } from './review.ts'
import { createRoom, type Room } from './room.ts'
import { wallNow } from '../wall-clock.ts'
import { type Timer, wallTimer } from './timer.ts'

export interface HubLimits {
  readonly sockets: number
  /** Per IPv4 address or IPv6 network; a whole venue may share one. */
  readonly sockets_per_network: number
  /** Per login, over all events: some browsers with some tabs each. */
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

export interface Hub extends FeedHub {
  readonly size: number
  /** Number of events with followers. */
  readonly rooms: number
  /**
   * Asks all viewers, including new ones, to reconnect to another process: evenly over this period, so that they do not all
   * arrive there in the same second.
   */
  sendElsewhere(over_ms: number): Promise<void>
  /** Closes all feeds properly and stops listening. */
  close(): Promise<void>
}

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

/** Sends score changes to all followers: one reader of the database for all sockets of this process. */
export function startHub(ctx: Context, options: { timer?: Timer; limits?: Partial<HubLimits> } = {}): Hub {
  const timer = options.timer ?? wallTimer
  const limits = { ...defaultLimits, ...options.limits }
  const rooms = new Map<EventId, Room>()
  const members = new Map<Member, FeedVisit>()
  const perNetwork = createTally<string>()
  const perPerson = createTally<UserId>()
  let onEmpty: (() => void) | undefined
  let isClosing = false
  let reviewedAt = Number.NEGATIVE_INFINITY
  /** The newest numbers at the last successful check, and the time since when the feed has been behind them. */
  let found: ReadonlyMap<EventId, number> = new Map()
  let behind_since: number | null = null
  let cancelReview: (() => void) | null = null

  function openRoom(event_id: EventId): Room {
    const room = rooms.get(event_id) ?? createRoom(ctx, timer, event_id, () => members.size)
    rooms.set(event_id, room)
    return room
  }

  function join(socket: WebSocket, line: Socket, visit: FeedVisit): void {
    // The hub may have closed since the check, during the upgrade.
    if (isClosing) return socket.terminate()
    const { network, event_id, login } = visit
    const user_id = login?.user_id ?? null
    // Sockets opened at the same time may have used up the limit.
    const full = findFull(network, user_id)
    const room = openRoom(event_id)
    const member = createMember(socket, line, timer, limits, () => {
      members.delete(member)
      perNetwork.add(network, -1)
      if (user_id !== null) perPerson.add(user_id, -1)
      room.leave(member)
      if (members.size === 0) onEmpty?.()
    })
    members.set(member, visit)
    perNetwork.add(network, 1)
    if (user_id !== null) perPerson.add(user_id, 1)
    if (full === null) room.join(member, visit)
    else member.close(closeTryAgain, `too many open feeds (${full})`)
  }

  function findFull(network: string, user_id: UserId | null): 'server' | 'network' | 'person' | null {
    if (isClosing || members.size >= limits.sockets) return 'server'
    if (perNetwork.count(network) >= limits.sockets_per_network) return 'network'
    return user_id !== null && perPerson.count(user_id) >= limits.sockets_per_person ? 'person' : null
  }

  /** A viewer whose rights have changed has to reconnect; if the event is deleted or hidden, the feed ends. */
  async function review(): Promise<void> {
    const outdated = await findOutdatedVisits(ctx.db, [...members.values()])
    for (const [member, visit] of members) {
      const reason = outdated.get(visit)
      if (reason === 'rights') member.close(closeReload, rightsChanged)
      else if (reason === 'event') member.close(closeNormal, eventChange)
    }
  }

  /** Rights may have changed. */
  function hintReview(): void {
    if (cancelReview || isClosing) return
    cancelReview = timer.after(Math.max(0, reviewedAt + review_ms - timer.now()), () => {
      cancelReview = null
      reviewedAt = timer.now()
      review().catch((error: unknown) =>
        ctx.log.warn({ err: error }, "the score feed could not check viewers' rights; next try within 5 s"),
      )
    })
  }

  /**
   * To be called at the beginning of a turn of the event loop: a visitor who has prepared a room joins it within one turn, and
   * thus never joins a closed room.
   */
  function closeEmptyRooms(): void {
    for (const [event_id, room] of rooms) {
      if (!room.isEmpty) continue
      room.close()
      rooms.delete(event_id)
    }
  }

  async function check(): Promise<void> {
    closeEmptyRooms()
    // First, because the numbers of a deleted event look as if they had gone backwards.
    await review()
    const sequences = await listSequences(ctx.db, [...rooms.keys()]).catch((error: unknown) => {
      behind_since ??= wallNow()
      throw error
    })
    // All numbers of the last check should have been sent by now. A room whose numbers went backwards is about to start over.
    const isBehind = [...rooms].some(([event_id, room]) => {
      const newest = sequences.get(event_id) ?? 0
      return room.sequence < Math.min(found.get(event_id) ?? 0, newest)
    })
    behind_since = isBehind ? (behind_since ?? wallNow()) : null
    found = sequences
    for (const [event_id, room] of rooms) {
      const newest = sequences.get(event_id) ?? 0
      if (newest > room.sequence) room.hint()
      else if (newest < room.sequence) room.startOver()
    }
  }

  /** Repeats until the hub closes, one run after the other. */
  function repeat(every_ms: number, run: () => Promise<void> | void): () => void {
    let isOver = false
    let cancel = timer.after(every_ms, step)
    function step(): void {
      void Promise.resolve()
        .then(run)
        .catch((error: unknown) =>
          ctx.log.warn({ err: error }, 'the score feed could not check for changes; it tries again within seconds'),
        )
        .then(() => {
          if (!isOver) cancel = timer.after(every_ms, step)
        })
    }
    return () => {
      isOver = true
      cancel()
    }
  }

  const listener = listen(
    ctx.config.database_url,
    ['access', 'scores'],
    (channel, payload) => {
      if (channel === 'access') hintReview()
      else rooms.get(Number(payload) as EventId)?.hint()
    },
    () => {
      for (const room of rooms.values()) room.hint()
      hintReview()
    },
    (error) =>
      ctx.log.warn({ err: error }, 'the score feed lost the connection for notifications; it reconnects and polls until then'),
    nameProcess(markProcess(ctx.config)),
  )
  const stopPings = repeat(ping_ms, () => {
    for (const member of members.keys()) member.ping()
  })
  const stopChecks = repeat(checkEvery_ms, check)

  return {
    get size() {
      return members.size
    },
    get rooms() {
      return rooms.size
    },
    findFull,
    prepare: (event_id) => openRoom(event_id).prepare(),
    join,
    behindSince: () => behind_since,
    async sendElsewhere(over_ms) {
      for (let left = Math.max(1, Math.round(over_ms / group_ms)); left > 0; left--) {
        const open = [...members.keys()].filter(({ isOpen }) => isOpen)
        for (const member of open.slice(0, Math.ceil(open.length / left))) member.close(closeElsewhere, 'server stops')
        await new Promise<void>((resolve) => timer.after(group_ms, resolve))
      }
    },
    async close() {
      isClosing = true
      stopPings()
      stopChecks()
      cancelReview?.()
      await listener.close()
      for (const room of rooms.values()) room.close()
      if (members.size === 0) return
      // Ends even if a client does not respond: its connection is cut shortly after the close frame.
      await new Promise<void>((resolve) => {
        onEmpty = resolve
        for (const member of members.keys()) member.close(closeGoingAway, 'server stops')
      })
    },
  }
}
