import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { listen } from './listen.ts'

/** A database that takes every connection and drops it a moment later. */
async function startFaintDatabase() {
  const sockets = new Set<Socket>()
  const seen = { connections: 0, most_at_once: 0 }
  const server = createServer((socket) => {
    sockets.add(socket)
    seen.connections++
    seen.most_at_once = Math.max(seen.most_at_once, sockets.size)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    setTimeout(() => socket.destroy(), 20)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    seen,
    url: `postgres://muster@127.0.0.1:${(server.address() as AddressInfo).port}/muster`,
    close: () => server.close(),
  }
}

test('a database that is away is tried by one connection at a time, however long it is away', async () => {
  const database = await startFaintDatabase()
  const errors: unknown[] = []
  const listener = listen(
    database.url,
    ['ledger'],
    () => undefined,
    () => undefined,
    (error) => errors.push(error),
  )
  await expect.poll(() => database.seen.connections, { timeout: 15_000 }).toBeGreaterThan(4)
  expect(database.seen.most_at_once).toBe(1)
  expect(errors.length).toBeGreaterThan(3)
  await listener.close()
  database.close()
})
