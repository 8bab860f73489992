import type { lookup } from 'node:dns'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSocketServer, type AddressInfo, type Server as SocketServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { createEgress, type EgressRequest } from './egress.ts'

const servers: (Server | SocketServer)[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

const listen = async (server: Server | SocketServer): Promise<string> => {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const serve = (answer: RequestListener) => listen(createServer(answer))

const posting = (url: string, more: Partial<EgressRequest> = {}): EgressRequest => ({
  method: 'POST',
  url,
  headers: {},
  body: '{}',
  ...more,
})

/** A resolver that knows one name. */
const resolver = (...addresses: readonly string[]) =>
  ((_name: string, _options: unknown, callback: (error: null, list: { address: string; family: number }[]) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as typeof lookup

describe('an address that a person gave', () => {
  test.each([
    'https://127.0.0.1/hook',
    'https://[::1]/hook',
    'https://[::ffff:127.0.0.1]/hook',
    'https://[::ffff:7f00:1]/hook',
    'https://[64:ff9b::7f00:1]/hook',
    'https://[64:ff9b:1::a00:1]/hook',
    'https://[2002:7f00:1::]/hook',
    'https://[::]/hook',
    'https://localhost/hook',
    'https://127.0.0.1./hook',
    'https://10.0.0.8:8443/hook',
    'https://10.0.0.8/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://2130706433/hook',
    'https://0x7f.1/hook',
    'https://0/hook',
  ])('%s is refused before a connection', async (url) => {
    expect(await createEgress([]).send(posting(url))).toMatchObject({ ok: false, reason: 'address_refused' })
  })

  test('a name that leads into a private network is refused, even if only one of its addresses does', async () => {
    for (const addresses of [['127.0.0.1'], ['1.1.1.1', '192.168.0.4'], ['::ffff:10.0.0.1'], []]) {
      const egress = createEgress([], resolver(...addresses))
      expect(await egress.send(posting('https://hooks.example/x'))).toMatchObject({ ok: false, reason: 'address_refused' })
    }
  })

  test('the name is resolved for each request: a later answer does not open the network', async () => {
    const answers = [['192.168.0.4'], ['127.0.0.1']]
    let asked = 0
    const resolve = ((name: string, options: object, callback: never) =>
      (resolver(...(answers[asked++] ?? [])) as unknown as (...all: unknown[]) => void)(name, options, callback)) as never
    const egress = createEgress([], resolve)
    for (const _ of answers)
      expect(await egress.send(posting('https://hooks.example/x'))).toMatchObject({ reason: 'address_refused' })
    expect(asked).toBe(2)
  })

  test.each([
    ['http://example.com/hook', 'https'],
    ['ftp://example.com/hook', 'https'],
    ['https://name:word@example.com/hook', 'password'],
    ['no address', 'not an address'],
  ])('%s is refused', async (url, why) => {
    const answer = await createEgress([]).send(posting(url))
    expect(answer).toMatchObject({ ok: false, reason: 'address_refused', detail: expect.stringContaining(why) })
  })

  test('the server of the tests is reached only where the operator allows its origin', async () => {
    const origin = await serve((_request, reply) => void reply.writeHead(204).end())
    expect(await createEgress([]).send(posting(`${origin}/hook`))).toMatchObject({ reason: 'address_refused' })
    expect(await createEgress([origin]).send(posting(`${origin}/hook`))).toMatchObject({ ok: true, status: 204 })
  })
})

describe('a hostile receiver', () => {
  test('gets one request with method, path, headers and body, and no cookie', async () => {
    const seen: unknown[] = []
    const origin = await serve((request, reply) => {
      let body = ''
      request.on('data', (piece) => (body += piece))
      request.on('end', () => {
        const { cookie, authorization, 'content-type': type, 'x-mark': mark } = request.headers
        seen.push([request.method, request.url, mark, type, cookie, authorization, body])
        reply.writeHead(200, { 'set-cookie': 'a=b', 'x-said': 'yes' }).end('thanks')
      })
    })
    const egress = createEgress([origin])
    for (const method of ['POST', 'PATCH'] as const) {
      const answer = await egress.send(
        posting(`${origin}/hook?wait=true`, { method, headers: { 'x-mark': '1' }, body: '{"a":1}' }),
      )
      expect(answer).toMatchObject({ ok: true, status: 200, body: 'thanks' })
      expect(answer.ok && answer.header('x-said')).toBe('yes')
    }
    expect(seen).toEqual(
      ['POST', 'PATCH'].map((method) => [method, '/hook?wait=true', '1', 'application/json', undefined, undefined, '{"a":1}']),
    )
  })

  test.each([301, 302, 307, 308])('a redirect (%i) is returned and not followed', async (status) => {
    let followed = 0
    const inside = await serve((_request, reply) => {
      followed++
      reply.end()
    })
    const origin = await serve((_request, reply) => void reply.writeHead(status, { location: `${inside}/secret` }).end())
    expect(await createEgress([origin, inside]).send(posting(`${origin}/hook`))).toMatchObject({ ok: true, status })
    expect(followed).toBe(0)
  })

  test('a huge answer is cut off', async () => {
    let isClosed = false
    const origin = await serve((_request, reply) => {
      reply.on('close', () => (isClosed = true))
      const pour = () => {
        while (!reply.destroyed && reply.write('x'.repeat(64 * 1024)));
      }
      reply.on('drain', pour)
      pour()
    })
    const answer = await createEgress([origin]).send(posting(`${origin}/hook`))
    expect(answer.ok && answer.body.length).toBe(16 * 1024)
    await expect.poll(() => isClosed).toBe(true)
  })

  test('a compressed answer stays compressed, so that it cannot grow', async () => {
    const packed = gzipSync(Buffer.alloc(10_000_000))
    const asked: unknown[] = []
    const origin = await serve((request, reply) => {
      asked.push(request.headers['accept-encoding'])
      reply.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
    })
    const answer = await createEgress([origin]).send(posting(`${origin}/hook`))
    expect(asked).toEqual(['identity'])
    expect(answer.ok && answer.body).toBe(packed.subarray(0, 16 * 1024).toString('utf8'))
  })

  test.each([
    ['headers that come byte by byte', ['HTTP/1.1 200 OK\r\nx-slow: ', 'a']],
    ['provisional answers without end', ['HTTP/1.1 103 Early Hints\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\n\r\n']],
  ])('%s are given up', async (_, [first = '', next = '']) => {
    let isClosed = false
    const origin = await listen(
      createSocketServer((socket) => {
        socket.on('error', () => undefined).resume()
        socket.write(first)
        const timer = setInterval(() => socket.write(next), 5)
        socket.on('close', () => {
          clearInterval(timer)
          isClosed = true
        })
      }),
    )
    const answer = await createEgress([origin]).send(posting(`${origin}/hook`, { timeout_ms: 100 }))
    expect(answer).toMatchObject({ ok: false, reason: 'no_answer' })
    await expect.poll(() => isClosed).toBe(true)
  })

  test('huge headers are an error', async () => {
    const origin = await serve((_request, reply) => void reply.writeHead(200, { 'x-huge': 'x'.repeat(12_000) }).end())
    expect(await createEgress([origin]).send(posting(`${origin}/hook`))).toMatchObject({ ok: false, reason: 'no_answer' })
  })

  test('an answer that never ends, or never begins, is given up', async () => {
    const drip = await serve((_request, reply) => void reply.write('a'))
    const silent = await serve(() => undefined)
    const egress = createEgress([drip, silent])
    expect(await egress.send(posting(`${drip}/hook`, { timeout_ms: 60 }))).toMatchObject({ ok: true, status: 200, body: 'a' })
    expect(await egress.send(posting(`${silent}/hook`, { timeout_ms: 60 }))).toMatchObject({ ok: false, reason: 'no_answer' })
  })

  test('a connection that closes after the request leaves its effect unknown; a refused connection had none', async () => {
    const cut = await listen(createSocketServer((socket) => socket.once('data', () => socket.destroy())))
    const closed = await serve(() => undefined)
    const gone = servers.pop() as Server
    await new Promise((resolve) => gone.close(resolve))
    const egress = createEgress([cut, closed])
    expect(await egress.send(posting(`${cut}/hook`))).toMatchObject({ ok: false, reason: 'no_answer' })
    expect(await egress.send(posting(`${closed}/hook`))).toMatchObject({ ok: false, reason: 'unreachable' })
  })

  test('nonsense instead of HTTP is not an answer, and no failure names the path', async () => {
    const origin = await listen(createSocketServer((socket) => socket.resume().end('SSH-2.0-nothing\r\n')))
    const answer = await createEgress([origin]).send(posting(`${origin}/very-secret-path`))
    expect(answer).toMatchObject({ ok: false, reason: 'no_answer' })
    expect(JSON.stringify(answer)).not.toContain('secret')
  })

  test('a request ends with its signal', async () => {
    const silent = await serve(() => undefined)
    const stopping = new AbortController()
    const answer = createEgress([silent]).send(posting(`${silent}/hook`, { signal: stopping.signal }))
    stopping.abort()
    expect(await answer).toMatchObject({ ok: false })
  })
})
