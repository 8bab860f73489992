import type { OverlayKind } from '@muster/contract/broadcast'
import type { EventId, KeyId, TeamId, UserId } from '@muster/contract/ids'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { HeldKey, Viewer } from './viewer.ts'

/** The address of an overlay that follows an event. */
export interface OverlayVisit {
  readonly key: string
  readonly delay_seconds: number
  /** null: a preview, which the producer's page does not count. */
  readonly kind: OverlayKind | null
}

/** A client that subscribes to score changes, after all checks. */
export interface FeedVisit {
  /**
   * `main`: each change as the client's team may see it. `simple`: public team totals. An overlay: the public state some time
   * ago.
   */
  readonly feed: 'main' | 'simple' | OverlayVisit
  readonly event_id: EventId
  /** The login at the time of opening; null for visitors and keys. */
  readonly login: Viewer | null
  /** The key at the time of opening. */
  readonly key: HeldKey | null
  /** null for a client without a team. */
  readonly team_id: TeamId | null
  /** Number of the last change the client has; undefined to receive only future changes. */
  readonly since: number | undefined
  /** The key for counting connections: an IPv4 address or an IPv6 network. */
  readonly network: string
}

/** A login or a key, for counting connections; null for visitors. */
export type FeedHolder = UserId | `key ${KeyId}` | null
export const holderOf = (key: HeldKey | null, viewer: Viewer | null): FeedHolder =>
  key ? `key ${key.id}` : (viewer?.user_id ?? null)

/** The HTTP side hands sockets and streams over to this hub and does not know how they are served. */
export interface FeedHub {
  /** The limit that one more connection of this network and holder would exceed; null if none. */
  findFull(network: string, holder: FeedHolder): 'server' | 'network' | 'holder' | null
  /** Call this before the socket opens, so that the client receives every change from then on. */
  prepare(event_id: EventId): Promise<void>
  /** @param line the underlying connection of the socket. */
  join(socket: WebSocket, line: Socket, visit: FeedVisit): void
  /** @param response with a written head; events follow. */
  joinStream(response: ServerResponse, visit: FeedVisit): void
  /** Since when (wall clock, ms) a client is missing a known change; null if all clients are up to date. */
  behindSince(): number | null
}
