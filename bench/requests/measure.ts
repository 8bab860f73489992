import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { GrownRequest } from '../../e2e/api/fuzz/grow.ts'
import { readProcessorTime } from './processor-time.ts'

// Sends requests to a separate server process and measures their cost.

/** Pause after an answer, for remaining work of the server. */
const settling_ms = 3
/** Number of small requests sent together; they are measured separately only if the batch is expensive. */
export const batch = 6
export const unremarkable_ms = 10
export const large = 20_000
/** Number of measurements of a possible worst request: the lowest counts, because other load on the machine only adds to it. */
export const repetitions = 3

export interface Worst {
  readonly ms: number
  readonly words: string
  readonly status: number
}

export interface Server {
  readonly child: ChildProcess
  readonly port: number
  readonly agent: http.Agent
}

export async function startServer(database_url: string): Promise<Server> {
  const child = fork(fileURLToPath(new URL('./server.ts', import.meta.url)), [database_url], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [port] = (await once(child, 'message')) as [number]
  return { child, port, agent: new http.Agent({ keepAlive: true, maxSockets: batch }) }
}

/** @returns the status; 0 if the server closed the connection */
export function send({ port, agent }: Server, request: GrownRequest, token: string | null): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const headers = {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(request.content !== undefined && { 'content-type': 'application/json' }),
    ...request.headers,
  }
  const call = http.request({ host: '127.0.0.1', port, agent, method: request.method, path: request.url, headers })
  call.on('response', (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)))
  call.on('error', () => resolve(0))
  call.end(request.content)
  return promise
}

export async function measureBatch(server: Server, requests: readonly GrownRequest[], token: string | null) {
  const pid = server.child.pid ?? 0
  const before = readProcessorTime(pid)
  const statuses = await Promise.all(requests.map((request) => send(server, request, token)))
  await wait(settling_ms)
  return { ms: readProcessorTime(pid) - before, statuses }
}

export async function measureOnce(server: Server, request: GrownRequest, token: string | null): Promise<Worst> {
  const pid = server.child.pid ?? 0
  const before = readProcessorTime(pid)
  const status = await send(server, request, token)
  await wait(settling_ms)
  return { ms: readProcessorTime(pid) - before, words: request.words, status }
}

/** The cost of the request if it exceeds `worst`, otherwise `worst`. */
export async function measure(server: Server, request: GrownRequest, token: string | null, worst: Worst): Promise<Worst> {
  let least = await measureOnce(server, request, token)
  for (let left = repetitions - 1; left > 0 && least.ms > Math.max(worst.ms, unremarkable_ms / 2); left--) {
    const again = await measureOnce(server, request, token)
    if (again.ms < least.ms) least = again
  }
  return least.ms > worst.ms ? least : worst
}

/** Initial value, before any measurement. */
export const nothing: Worst = { ms: 0, words: '', status: 0 }
