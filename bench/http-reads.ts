import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { EventId } from '@muster/contract/ids'
import type { LoadCount, LoadOrder } from './http-load.ts'

/** The most frequent requests of the pages. */
export const pagePaths = [
  'objectives',
  'scores/latest',
  'scores/history',
  'scores/changes?limit=200&only=points',
  'ladder',
  'users',
  'status',
] as const

/** Raw requests for the pages' paths, from the given number of addresses. */
export const makePageReads = (event_id: EventId, addresses: number) =>
  makeReads(
    pagePaths.map((path) => `events/${event_id}/${path}`),
    addresses,
  )

export const makeReads = (paths: readonly string[], addresses: number): string[] =>
  Array.from({ length: addresses }, (_, number) =>
    paths.map(
      (path) =>
        `GET /api/${path} HTTP/1.1\r\nhost: bench\r\naccept-encoding: br\r\nx-forwarded-for: 10.${number >> 8}.${number & 255}.1\r\n\r\n`,
    ),
  ).flat()

/** Starts the client process of a bench, for any number of orders. */
export function startLoad() {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./http-load.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  return {
    async run(order: LoadOrder): Promise<LoadCount> {
      const answer = once(lines, 'line')
      child.stdin.write(`${JSON.stringify(order)}\n`)
      return JSON.parse(String((await answer)[0])) as LoadCount
    },
    async stop() {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}
