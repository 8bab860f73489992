import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { listen } from './listen.ts'

/** A database that accepts every connection, sends nothing, and closes it a moment later. */
async function startFaintDatabase(life_ms = 20) {
  const sockets = new Set<Socket>()
  const seen = { connections: 0, most_at_once: 0 }
  const server = createServer((socket) => {
    sockets.add(socket)
    seen.connections++
    seen.most_at_once = Math.max(seen.most_at_once, sockets.size)
    socket.on('error', () => undefined)
    socket.resume()
    socket.on('close', () => sockets.delete(socket))
    setTimeout(() => socket.destroy(), life_ms)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    seen,
    sockets,
    url: `postgres://muster@127.0.0.1:${(server.address() as AddressInfo).port}/muster`,
    close: () => server.close(),
  }
}

function listenTo(url: string) {
  const errors: unknown[] = []
  const ignore = () => undefined
  return { listener: listen(url, ['ledger'], ignore, ignore, (error) => errors.push(error)), errors }
}

test('an unreachable database is tried with one connection at a time, for as long as it takes', async () => {
  const database = await startFaintDatabase()
  const { listener, errors } = listenTo(database.url)
  await expect.poll(() => database.seen.connections, { timeout: 15_000 }).toBeGreaterThan(4)
  expect(database.seen.most_at_once).toBe(1)
  expect(errors.length).toBeGreaterThan(3)
  await listener.close()
  database.close()
})

test('closing while it connects leaves no connection that would keep the process alive', async () => {
  const database = await startFaintDatabase(3_600_000)
  const { listener, errors } = listenTo(database.url)
  await expect.poll(() => database.sockets.size, { timeout: 15_000 }).toBe(1)
  await listener.close()
  await expect.poll(() => database.sockets.size, { timeout: 15_000 }).toBe(0)
  expect(errors).toEqual([])
  database.close()
})
