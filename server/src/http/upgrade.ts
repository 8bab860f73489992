import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { WebSocketServer } from 'ws'
import type { FeedHub, FeedVisit } from '../feeds.ts'
import { Refusal } from '../refusal.ts'
import { networkOf } from './network-address.ts'

/** Clients send nothing on a feed. */
const longestMessage_bytes = 1024

const tooMany = {
  server: 'Too many open connections on this server',
  network: 'Too many open connections from your network',
  person: 'Too many open connections of your account',
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

/** The handler of a feed's route: all checks are done, the socket goes to the hub. */
export function acceptSocket(upgrades: Upgrades, name: string) {
  const feed = name === 'simpleScoreWebSocket' ? 'simple' : 'main'
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const waiting = upgrades.waiting.get(request.raw)
    const { admission } = request
    if (!waiting) throw new Refusal('invalid_request', 'This address is a live feed and only accepts WebSocket connections')
    if (!upgrades.hub || !admission?.event) throw new Refusal('unavailable')
    const network = networkOf(request.ip)
    const full = upgrades.hub.findFull(network, admission.viewer?.user_id ?? null)
    if (full !== null) throw new Refusal('rate_limited', tooMany[full])
    const { hub, sockets } = upgrades
    const { since } = request.query as { since?: number }
    const team_id = feed === 'main' ? ((await admission.membership())?.team_id ?? null) : null
    const login = admission.viewer
    const visit: FeedVisit = { feed, event_id: admission.event.id, login, team_id, since, network }
    await hub.prepare(visit.event_id)
    reply.hijack()
    waiting.response.detachSocket(waiting.socket)
    sockets.handleUpgrade(request.raw, waiting.socket, waiting.head, (socket) => hub.join(socket, waiting.socket, visit))
    return reply
  }
}
