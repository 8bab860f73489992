import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import type { Context } from '../context.ts'
import { type Hub, type HubLimits, startHub } from '../live/hub.ts'
import { createManualTimer, type ManualTimer } from './manual-timer.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts'

/** A client of a feed, like a browser. */
export interface FeedClient {
  readonly socket: WebSocket
  /** All messages so far, parsed. */
  readonly messages: unknown[]
  /** All messages so far, as text. */
  readonly texts: string[]
  /** Waits for this number of messages. */
  has(count: number): Promise<void>
  /** Waits for the close code. */
  closeCode(): Promise<number>
  /** The close reason; empty before. */
  readonly reason: string
}

export interface FeedServer extends TestServer {
  readonly hub: Hub
  readonly timer: ManualTimer
  /** Opens a feed; resolves when the socket is open. */
  connect(path: string, headers?: Record<string, string>, options?: ClientOptions): Promise<FeedClient>
  /** Status and body of a refused upgrade. */
  refuse(path: string, headers?: Record<string, string>): Promise<{ status: number | undefined; body: unknown }>
  readonly port: number
  /** Advances the hub's time until nothing that the check expects is missing. */
  pass(check: () => void, step_ms?: number): Promise<void>
  /** Advances the hub's time by seconds until the client has this number of messages. */
  passUntil(client: FeedClient, count: number): Promise<void>
}

/** A real server on a real port; the test controls the hub's time. */
export async function startFeedServer(options: TestServerOptions & { limits?: Partial<HubLimits> } = {}): Promise<FeedServer> {
  const timer = createManualTimer()
  const made: Hub[] = []
  const makeHub = (ctx: Context) => {
    const hub = startHub(ctx, { timer, ...(options.limits && { limits: options.limits }) })
    made.push(hub)
    return hub
  }
  const server = await startTestServer({ ...options, makeHub })
  const [hub] = made
  if (!hub) throw new Error('the server was created without its hub')
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.app.server.address() as AddressInfo
  await waitForListener(server)
  const pass = (check: () => void, step_ms = 1000) =>
    vi.waitFor(
      () => {
        timer.advance(step_ms)
        check()
      },
      { timeout: 10_000 },
    )
  const open = (path: string, headers: Record<string, string>, more: ClientOptions = {}) =>
    new WebSocket(`ws://127.0.0.1:${port}/api${path}`, { headers, ...more })
  return {
    ...server,
    hub,
    timer,
    port,
    async connect(path, headers = {}, more = {}) {
      const client = watch(open(path, headers, more))
      await once(client.socket, 'open')
      return client
    },
    async refuse(path, headers = {}) {
      const socket = open(path, headers)
      const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
      return { status: response.statusCode, body: await json(response) }
    },
    pass,
    passUntil: (client, count) => pass(() => expect(client.messages.length).toBeGreaterThanOrEqual(count)),
    async close() {
      await hub.close()
      await server.close()
    },
  }
}

/** The hub receives notifications only once its connection is listening. */
export async function waitForListener(server: TestServer): Promise<void> {
  await vi.waitFor(async () => expect(await findListener(server)).not.toBeNull(), { timeout: 10_000 })
}

/** Process id of the database process behind the hub's listening connection. */
export async function findListener({ db }: TestServer): Promise<number | null> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and application_name like 'muster%' and query = 'listen scores' and state = 'idle'`.execute(
    db,
  )
  return rows[0]?.pid ?? null
}

function watch(socket: WebSocket): FeedClient {
  const messages: unknown[] = []
  const texts: string[] = []
  let reason = ''
  const closed = new Promise<number>((resolve) =>
    socket.on('close', (code, said) => {
      reason = said.toString()
      resolve(code)
    }),
  )
  socket.on('message', (data: Buffer) => {
    texts.push(data.toString())
    messages.push(JSON.parse(data.toString()))
  })
  return {
    socket,
    messages,
    texts,
    has: (count) => vi.waitFor(() => expect(messages.length).toBeGreaterThanOrEqual(count), { timeout: 10_000 }),
    closeCode: () => closed,
    get reason() {
      return reason
    },
  }
}
