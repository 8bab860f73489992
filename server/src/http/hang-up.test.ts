import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import type { RequestPayload } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { useFolder } from '../testing/folder.ts'

// A client may disconnect at any moment. That is not a failure of the server, and fills no log with errors.

type RequestDone = (error: null, payload: RequestPayload) => void

let server: TestServer
const pages = useFolder('hang-up')
let began: PromiseWithResolvers<void>
let waiting: PromiseWithResolvers<void>
beforeAll(async () => {
  mkdirSync(join(pages, 'assets'))
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Muster</title>')
  writeFileSync(join(pages, 'assets', 'large.js'), ' '.repeat(50_000_000))
  server = await startTestServer({
    web_root: pages,
    more: (app) => {
      app.get('/api/slow', async () => {
        began.resolve()
        await waiting.promise
        return { done: true }
      })
      const preParsing = (_request: unknown, _reply: unknown, payload: RequestPayload, done: RequestDone) => {
        began.resolve()
        done(null, payload)
      }
      app.post('/api/upload', { preParsing }, async () => ({ done: true }))
    },
  })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())

/** Opens a connection, sends this text, and disconnects once the server works on it; ends when the server has noticed. */
async function hangUp(text: string, until: Promise<unknown>): Promise<void> {
  const arrived = Promise.race([once(server.app.server, 'request'), once(server.app.server, 'upgrade')])
  const accepted = once(server.app.server, 'connection')
  const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(text)
  const [served] = (await accepted) as [Socket]
  const closed = new Promise((done) => served.once('close', done))
  await Promise.all([arrived, until])
  socket.resetAndDestroy()
  await closed
}

const head = (line: string, more = '') => `${line} HTTP/1.1\r\nhost: localhost\r\n${more}\r\n`

const upload = `${head('POST /api/upload?code=x', 'content-type: application/json\r\ncontent-length: 1000\r\n')}{"code":`
const upgrade =
  'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n'

it.each([
  ['in the middle of a body', upload, true],
  ['while the answer is made', head('GET /api/slow'), true],
  ['in the middle of a large file', head('GET /assets/large.js'), false],
  ['while a feed is opened', head('GET /api/events/1/scores/ws?token=x', upgrade), false],
])('a client that disconnects %s is not logged as a failure', async (_, text, waits) => {
  began = Promise.withResolvers()
  waiting = Promise.withResolvers()
  server.logged.length = 0
  await hangUp(text, waits ? began.promise : Promise.resolve())
  waiting.resolve()
  // Answered after everything that the disconnect has started.
  expect((await server.get('/clock')).statusCode).toBe(200)
  expect(server.logged.filter((line) => Number(line['level']) > 30)).toEqual([])
})

it('an incomplete body is logged at the level debug', async () => {
  began = Promise.withResolvers()
  server.logged.length = 0
  await hangUp(upload, began.promise)
  const msg = 'the client disconnected before the whole request arrived'
  expect(server.logged).toContainEqual(expect.objectContaining({ level: 20, url: '/api/upload?code=[hidden]', msg }))
})
