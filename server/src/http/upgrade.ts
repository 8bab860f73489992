import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { eventStream, type Query } from '@muster/contract/endpoint'
import { countParam, largestSequence } from '@muster/contract/query'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { WebSocketServer } from 'ws'
import type { Endpoints } from '@muster/contract/endpoints'
import type { EventId } from '@muster/contract/ids'
import type { Context } from '../context.ts'
import { findBroadcast, hasKey } from '../features/broadcast/store.ts'
import { type FeedHub, type FeedVisit, holderOf, type OverlayVisit } from '../feeds.ts'
import { Refusal } from '../refusal.ts'
import { networkOf } from './network-address.ts'

/** Clients send nothing on a feed. */
const longestMessage_bytes = 1024

type OverlayQuery = Query<Endpoints['overlayStream']>

const tooMany = {
  server: 'Too many open connections on this server',
  network: 'Too many open connections from your network',
  holder: 'Too many open connections with this login or key',
} as const

/** Requests for sockets, from their arrival until their route accepts them. */
export interface Upgrades {
  readonly hub: FeedHub | null
  readonly sockets: WebSocketServer
  readonly waiting: WeakMap<IncomingMessage, { socket: Socket; head: Buffer; response: ServerResponse }>
}

/**
 * Sends upgrade requests through the ordinary routes, so that the same checks decide who may open a socket, in the same order and
 * with the same answers as for every other call.
 */
export function registerUpgrades(app: FastifyInstance, hub: FeedHub | null): Upgrades {
  // Compression for each client costs 13 times the CPU and several times the memory; messages are small.
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: longestMessage_bytes,
    clientTracking: false,
  })
  const upgrades: Upgrades = { hub, sockets, waiting: new WeakMap() }
  app.server.on('upgrade', (request, stream, head) => {
    // Node's own servers always pass a socket; the type allows other streams.
    const socket = stream as Socket
    const response = new ServerResponse(request)
    response.assignSocket(socket)
    response.shouldKeepAlive = false
    // A visitor who leaves during the checks breaks only their own connection.
    socket.on('error', () => socket.destroy())
    response.on('finish', () => socket.end())
    upgrades.waiting.set(request, { socket, head, response })
    app.routing(request, response)
  })
  return upgrades
}

/** @throws Refusal overlay_not_found */
async function readOverlayVisit(ctx: Context, event_id: EventId, query: OverlayQuery): Promise<OverlayVisit> {
  if (!hasKey(await findBroadcast(ctx.db, event_id), query.key)) throw new Refusal('overlay_not_found')
  return { key: query.key, delay_seconds: query.delay, kind: query.overlay ?? null }
}

/** The visit of an admitted call, within the limits. @throws Refusal rate_limited, unavailable */
async function beginVisit({ hub }: Upgrades, request: FastifyRequest, feed: FeedVisit['feed'], since: number | undefined) {
  const { admission } = request
  if (!hub || !admission?.event) throw new Refusal('unavailable')
  const { key, viewer } = admission
  const network = networkOf(request.ip)
  const full = hub.findFull(network, holderOf(key, viewer))
  if (full !== null) throw new Refusal('rate_limited', tooMany[full])
  const team_id = feed === 'main' ? ((await admission.membership())?.team_id ?? null) : null
  const visit: FeedVisit = { feed, event_id: admission.event.id, login: key ? null : viewer, key, team_id, since, network }
  if (typeof feed === 'string') await hub.prepare(visit.event_id)
  return { hub, visit }
}

/** The handler of a socket's route: all checks are done, the socket goes to the hub. */
export function acceptSocket(upgrades: Upgrades, name: string) {
  const feed = name === 'simpleScoreWebSocket' ? 'simple' : 'main'
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const waiting = upgrades.waiting.get(request.raw)
    if (!waiting) throw new Refusal('invalid_request', 'This address is a live feed and only accepts WebSocket connections')
    const { since } = request.query as { since?: number }
    const { hub, visit } = await beginVisit(upgrades, request, feed, since)
    reply.hijack()
    waiting.response.detachSocket(waiting.socket)
    upgrades.sockets.handleUpgrade(request.raw, waiting.socket, waiting.head, (socket) => hub.join(socket, waiting.socket, visit))
    return reply
  }
}

const EventNumber = countParam(largestSequence)

/** A reconnecting client repeats its first address, so the number in the header is newer. */
function readSince({ headers, query }: FastifyRequest): number | undefined {
  const named = headers['last-event-id']
  if (named === undefined || named === '') return (query as { since?: number }).since
  const since = EventNumber.safeParse(named)
  if (!since.success) throw new Refusal('invalid_request', 'The header Last-Event-ID must be the number of a change')
  return since.data
}

/** The feed of a stream: score changes, or the state of overlays. */
async function findStreamFeed(ctx: Context, name: string, request: FastifyRequest): Promise<FeedVisit['feed']> {
  const event = request.admission?.event
  if (name !== 'overlayStream') return 'main'
  if (!event) throw new Refusal('unavailable')
  return readOverlayVisit(ctx, event.id, request.query as OverlayQuery)
}

/**
 * The handler of a stream's route. It is never stored, and not compressed: a compressor would hold events back. nginx would
 * too, without the last header (proxy_buffering in its documentation).
 */
export function acceptStream(ctx: Context, upgrades: Upgrades, name: string) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const feed = await findStreamFeed(ctx, name, request)
    const { hub, visit } = await beginVisit(upgrades, request, feed, feed === 'main' ? readSince(request) : undefined)
    void reply.headers({ 'content-type': eventStream, 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    if (request.method === 'HEAD') return reply.send()
    reply.hijack()
    reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
    hub.joinStream(reply.raw, visit)
    return reply
  }
}
