import type { EventId, TeamId, UserId } from '@muster/contract/ids'
import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { Viewer } from './viewer.ts'

/** Somebody who wants to be told of score changes, with the checks behind them. */
export interface FeedVisit {
  /** `main`: each change as this team may see it. `simple`: public team totals. */
  readonly feed: 'main' | 'simple'
  readonly event_id: EventId
  /** Whose login opened it, as it was then; null = nobody's. */
  readonly login: Viewer | null
  /** null = somebody without a team. */
  readonly team_id: TeamId | null
  /** Number of the last change the client holds; undefined = only what comes from now on. */
  readonly since: number | undefined
  /** By what sockets are counted: an IPv4 address, or a network of IPv6. */
  readonly network: string
}

/** Where the HTTP side hands over sockets; it knows nothing of how they are served. */
export interface FeedHub {
  /** Which limit one more socket from this network and of this person would exceed; null: it is welcome. */
  findFull(network: string, user_id: UserId | null): 'server' | 'network' | 'person' | null
  /** Call before the socket opens: from its opening on, the client is told every change. */
  prepare(event_id: EventId): Promise<void>
  /** @param line what the socket runs on. */
  join(socket: WebSocket, line: Socket, visit: FeedVisit): void
  /** Since when (wall clock, ms) somebody who listens has not been told what is known; null while all is told. */
  behindSince(): number | null
}
