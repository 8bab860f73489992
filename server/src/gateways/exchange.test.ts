import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { exchange, type Heading } from './exchange.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const ask = (url: string, more: { signal?: AbortSignal; form?: Record<string, string>; timeout_ms?: number } = {}) => {
  const heard: Heading[] = []
  const sending = { url, headers: { 'user-agent': 'a test' }, timeout_ms: 20_000, largestBody_bytes: 1000, ...more }
  return exchange(sending, (heading) => heard.push(heading)).then((answer) => ({ ...answer, heard }))
}

const text = 'a word and '.repeat(20)

describe('one exchange', () => {
  test.each([
    ['nothing', undefined, Buffer.from(text)],
    ['gzip', 'gzip', gzipSync(text)],
    ['brotli', 'br', brotliCompressSync(text)],
    ['deflate', 'deflate', deflateSync(text)],
  ])('decodes a body compressed with %s', async (_name, encoding, bytes) => {
    const url = await serve((_request, reply) => {
      if (encoding) reply.setHeader('content-encoding', encoding)
      reply.end(bytes)
    })
    expect((await ask(url)).body?.toString()).toBe(text)
  })

  test('passes on the head while the body is loading', async () => {
    let finish: (() => void) | undefined
    const url = await serve((_request, reply) => {
      reply.writeHead(201, { 'X-Said': 'early' })
      reply.write('half ')
      finish = () => reply.end('and half')
    })
    const heading = await new Promise<Heading>((resolve, reject) => {
      exchange({ url, headers: {}, timeout_ms: 20_000, largestBody_bytes: 1000 }, resolve).catch(reject)
    })
    expect(heading.status).toBe(201)
    expect(heading.headers.get('x-said')).toBe('early')
    expect(heading.headers.get('x-other')).toBeNull()
    finish?.()
  })

  test('sends a form with its content type, and accepts compressed answers', async () => {
    let got: IncomingMessage['headers'] = {}
    const url = await serve((request, reply) => {
      got = { ...request.headers, method: request.method ?? '' }
      request.pipe(reply)
    })
    const { body } = await ask(url, { form: { grant: 'a & b' } })
    expect(body?.toString()).toBe('grant=a+%26+b')
    expect(got).toMatchObject({
      method: 'POST',
      'content-type': 'application/x-www-form-urlencoded',
      'accept-encoding': 'gzip, br',
      'user-agent': 'a test',
    })
  })

  test('does not follow redirects, which would forward the bearer token', async () => {
    const url = await serve((_request, reply) => reply.writeHead(302, { location: 'http://127.0.0.1:9/' }).end())
    expect((await ask(url)).heading.status).toBe(302)
  })

  test('returns no body above the size limit, even if it is small while compressed', async () => {
    const plain = await serve((_request, reply) => reply.end('x'.repeat(1001)))
    const packed = await serve((_request, reply) =>
      reply.setHeader('content-encoding', 'gzip').end(gzipSync('x'.repeat(10_000_000))),
    )
    expect((await ask(plain)).body).toBeNull()
    expect((await ask(packed)).body).toBeNull()
  })
})

describe('an incomplete exchange is an error', () => {
  const broken: readonly [string, (reply: ServerResponse) => unknown][] = [
    ['a truncated body', (reply) => reply.writeHead(200, { 'content-length': 100 }).write('half', () => reply.destroy())],
    ['a damaged compressed body', (reply) => reply.setHeader('content-encoding', 'gzip').end('no gzip')],
    ['a truncated compressed body', (reply) => reply.setHeader('content-encoding', 'gzip').end(gzipSync(text).subarray(0, 20))],
    ['a closed connection', (reply) => reply.destroy()],
  ]
  test.each(broken)('%s', async (_name, answer) => {
    const url = await serve((_request, reply) => void answer(reply))
    await expect(ask(url)).rejects.toThrow()
  })

  test('the port has no listener', async () => {
    await expect(ask('http://127.0.0.1:9/')).rejects.toThrow('ECONNREFUSED')
  })

  test('a timeout applies to the head and to the body', async () => {
    const silent = await serve(() => undefined)
    const slow = await serve((_request, reply) => void reply.write('half'))
    await expect(ask(silent, { timeout_ms: 50 })).rejects.toThrow('no complete answer within 50 ms')
    await expect(ask(slow, { timeout_ms: 50 })).rejects.toThrow('no complete answer within 50 ms')
  })

  test('the caller aborts, before or during the request', async () => {
    const giveUp = new AbortController()
    const url = await serve(() => giveUp.abort())
    await expect(ask(url, { signal: giveUp.signal })).rejects.toThrow()
    await expect(ask(url, { signal: giveUp.signal })).rejects.toThrow()
  })
})
