import { connect } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'

const leaving = new AbortController()
let port: number
const server = useTestServer({ leaving: leaving.signal })
beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  port = (server.app.server.address() as AddressInfo).port
})

test('a leaving process tells its proxy, answers further calls, and closes each connection afterwards', async () => {
  for (const path of ['serving', 'health']) {
    const { status, headers } = await fetch(`http://127.0.0.1:${port}/api/${path}`)
    expect([path, status, headers.get('connection')]).toEqual([path, 200, 'keep-alive'])
  }
  leaving.abort()
  for (const path of ['/serving', '/health']) {
    const refused = await server.get(path)
    expect([refused.statusCode, refused.json()]).toEqual([503, { code: 'unavailable', error: 'This process is about to stop' }])
  }
  const clock = await server.get('/clock')
  expect([clock.statusCode, clock.headers['connection']]).toEqual([200, 'close'])
})

test('a call on an open connection during closing is answered as usual', async () => {
  const ask = 'GET /api/clock HTTP/1.1\r\nHost: x\r\n\r\n'
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  // Part of a call was sent, so the connection is not idle.
  socket.write(ask.slice(0, 10))
  await expect
    .poll(() => new Promise((resolve) => server.app.server.getConnections((_, count) => resolve(count))))
    .toBeGreaterThan(0)
  const closed = server.app.close()
  socket.write(ask.slice(10))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1.1 200 OK/)
  await closed
})
