import { randomInt } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { connectDatabase, type Connection } from '@muster/server/db/connect'
import { type Config, Secret } from '@muster/server/config'
import type { Row } from '@muster/server/db/schema'
import { issueToken } from '@muster/server/features/login/token'
import { WebSocket } from '@muster/server/testing/sockets'
import { inject } from 'vitest'
import type { ApiPlace } from './program.ts'

/** A user for whom a token can be issued. */
export type Person = Pick<Row<'users'>, 'id' | 'permissions' | 'token_version'>

export interface Sent {
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent unchanged. */
  readonly raw?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number>>
}

export interface Answer {
  readonly status: number
  readonly type: string
  readonly headers: Headers
  readonly text: string
  /** Undefined if the answer has no JSON body. */
  readonly json: unknown
}

export interface Feed {
  readonly status: number
  /** Messages in the order received. */
  readonly texts: readonly string[]
  close(): void
}

/** A server as its clients see it, with its database for test data. */
export interface Api extends ApiPlace {
  readonly db: Connection['db']
  send(method: string, path: string, token: string | null, sent?: Sent): Promise<Answer>
  /** Opens a socket or a stream. Its status is that of success, or of the refusal. Closing the api closes the feed. */
  listen(path: string, token: string | null, query?: string): Promise<Feed>
  /** Issues a login, optionally older or signed with another secret. */
  tokenOf(person: Person, more?: { age_ms?: number; secret?: string }): Promise<string>
  close(): Promise<void>
}

/** A random address for each call, so that the rate limits see many clients. The server trusts the header of a local proxy. */
const anyAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

/** Cheaper than the built-in fetch, which costs several times as much as the rest of a call; the suite makes 30,000 calls. */
function request(
  url: string,
  options: http.RequestOptions,
  content: string | Buffer | undefined,
): Promise<{ message: http.IncomingMessage; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ message: http.IncomingMessage; text: string }>()
  const call = (url.startsWith('https:') ? https : http).request(url, options)
  call.on('error', reject)
  call.on('response', (message) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('error', reject)
    message.on('end', () => resolve({ message, text: Buffer.concat(chunks).toString() }))
  })
  call.end(content)
  return promise
}

function readHeaders({ rawHeaders }: http.IncomingMessage): Headers {
  const headers = new Headers()
  for (let place = 0; place < rawHeaders.length; place += 2) headers.append(rawHeaders[place] ?? '', rawHeaders[place + 1] ?? '')
  return headers
}

function parse(text: string, type: string): unknown {
  return text !== '' && type.startsWith('application/json') ? JSON.parse(text) : undefined
}

/** Sends the token in a header, as programs do. Browsers send it in the query; use `query` for that. */
function openFeed(url: string, token: string | null): Promise<Feed> {
  const headers = { 'x-forwarded-for': anyAddress(), ...(token !== null && { authorization: `Bearer ${token}` }) }
  const socket = new WebSocket(url, { headers })
  const texts: string[] = []
  socket.on('message', (data: Buffer) => texts.push(data.toString()))
  const close = () => socket.terminate()
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve({ status: 101, texts, close }))
    socket.on('unexpected-response', (_request, response) => {
      resolve({ status: response.statusCode ?? 0, texts, close })
      response.destroy()
    })
    socket.on('error', reject)
  })
}

/** A stream of server-sent events; its texts are the lines of data. */
async function openStream(url: string, token: string | null): Promise<Feed> {
  const headers = { 'x-forwarded-for': anyAddress(), ...(token !== null && { authorization: `Bearer ${token}` }) }
  const texts: string[] = []
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  const call = (url.startsWith('https:') ? https : http).get(url, { headers, agent: false }, resolve)
  call.on('error', reject)
  const message = await promise
  message.on('error', () => undefined)
  let rest = ''
  message.setEncoding('utf8').on('data', (part: string) => {
    const lines = `${rest}${part}`.split('\n')
    rest = lines.pop() ?? ''
    texts.push(...lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice('data: '.length)))
  })
  return { status: message.statusCode ?? 0, texts, close: () => call.destroy() }
}

/** @param place default: the server shared by the suite */
export function openApi(place: ApiPlace = inject('api')): Api {
  const { db, close } = connectDatabase(place.database_url, { max_connections: 2, prepares: true })
  const agent = new (place.base_url.startsWith('https:') ? https : http).Agent({ keepAlive: true })
  const signedBy = (secret: string) => ({ token_secret: new Secret(secret) }) as Config
  const feeds: Feed[] = []
  return {
    ...place,
    db,
    async close() {
      for (const feed of feeds) feed.close()
      agent.destroy()
      await close()
    },
    tokenOf: (person, { age_ms = 0, secret = place.token_secret } = {}) =>
      issueToken(signedBy(secret), person, Date.now() - age_ms),
    async listen(path, token, query = '') {
      const feed = path.endsWith('/stream')
        ? await openStream(`${place.base_url}${path}${query}`, token)
        : await openFeed(`${place.base_url.replace(/^http/, 'ws')}${path}${query}`, token)
      feeds.push(feed)
      return feed
    },
    async send(method, path, token, { body, raw, headers = {}, query = {} } = {}) {
      const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
      const content = raw ?? (body === undefined ? undefined : JSON.stringify(body))
      const { message, text } = await request(
        `${place.base_url}${path}${search && `?${search}`}`,
        {
          method,
          // A connection closed after this call must not return to the pool.
          agent: headers['connection'] === 'close' ? false : agent,
          headers: {
            'x-forwarded-for': anyAddress(),
            ...(token !== null && { authorization: `Bearer ${token}` }),
            ...(content !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
        },
        content,
      )
      const type = message.headers['content-type'] ?? ''
      return {
        status: message.statusCode ?? 0,
        type,
        text,
        get headers() {
          return readHeaders(message)
        },
        json: parse(text, type),
      }
    },
  }
}
