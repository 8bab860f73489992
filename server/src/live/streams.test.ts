import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { reloadEvent, type ScoreDiff } from '@muster/contract/scores'
import { EventSource } from 'eventsource'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Row } from '../db/schema.ts'
import { aMember, anEvent, anObjective, aScoreChange, aTeam, aUser } from '../testing/builders.ts'
import { type FeedServer, startFeedServer } from '../testing/feeds.ts'
import { openStream } from '../testing/streams.ts'
import { createMessage } from './message.ts'
import { createStreamMember } from './stream-member.ts'
import { useOpened } from '../testing/use-server.ts'

const server = useOpened(() =>
  startFeedServer({ limits: { sockets_per_network: 30, sockets_per_person: 2, buffered_bytes: 50_000 } }),
)

const opened: { close(): void }[] = []
afterEach(async () => {
  for (const client of opened.splice(0)) client.close()
  await expect.poll(() => server.hub.size).toBe(0)
})

/** An event with two teams, one objective with hidden progress and one without. */
async function aBoard(on: FeedServer = server) {
  const { db } = on
  const { id: event_id } = await anEvent(db)
  const [one, two] = [await aTeam(db, event_id), await aTeam(db, event_id)]
  const [open, secret] = [await anObjective(db, event_id), await anObjective(db, event_id, { hide_progress: true })]
  const score = (objective: Row<'objectives'>, team: Row<'teams'>, points: number, finished = true) =>
    aScoreChange(db, { event_id, objective, team_id: team.id, points, finished })
  return { event_id, one, two, open, secret, score, path: `/events/${event_id}/scores/stream` }
}

async function aPlayerOf(team: Row<'teams'>, on: FeedServer = server) {
  const user = await aUser(on.db)
  await aMember(on.db, team, user.id)
  return on.as(user)
}

async function follow(path: string, headers: Record<string, string> = {}, on: FeedServer = server) {
  const stream = await openStream(on.port, path, headers)
  opened.push(stream)
  return stream
}

/** The client of the npm package, which follows the standard of browsers. */
function followAsBrowser(path: string) {
  const source = new EventSource(`http://127.0.0.1:${server.port}/api${path}`)
  opened.push(source)
  const seen: { type: string; id: string; data: string }[] = []
  for (const type of ['message', reloadEvent, 'gone']) {
    source.addEventListener(type, ({ lastEventId, data }) => seen.push({ type, id: lastEventId, data: String(data) }))
  }
  return {
    source,
    seen,
    numbers: () => seen.flatMap(({ data }) => (JSON.parse(data) as ScoreDiff[]).map(({ sequence }) => sequence)),
    isOpen: () => vi.waitFor(() => expect(source.readyState).toBe(source.OPEN), { timeout: 10_000 }),
  }
}

describe('a stream of server-sent events', () => {
  it('has the text of each message of the socket, with the number from which to continue', async () => {
    const { event_id, path, open, one, score } = await aBoard()
    const socket = await server.connect(`/events/${event_id}/scores/ws`)
    const stream = await follow(path)
    await score(open, one, 10)
    await server.passUntil(socket, 1)
    await stream.has('data: ')
    expect(stream.text).toBe(`retry: 2000\n\nid: 0\n\nid: 1\ndata: ${socket.texts[0]}\n\n`)
    socket.socket.close()
  })

  it('is never stored, compressed or held back, and open to every site', async () => {
    const { path } = await aBoard()
    const { status, headers } = await follow(path, { 'accept-encoding': 'br, gzip', origin: 'https://tools.test' })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'access-control-allow-origin': '*',
    })
    expect(headers['content-encoding']).toBeUndefined()
  })

  it('has a heartbeat', async () => {
    const { path } = await aBoard()
    const stream = await follow(path)
    await stream.has('id: 0\n\n')
    server.timer.advance(30_000)
    await stream.has('id: 0\n\n:\n\n')
  })

  it('has the head alone for HEAD', async () => {
    const { path } = await aBoard()
    const answer = await fetch(`http://127.0.0.1:${server.port}/api${path}`, { method: 'HEAD' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    expect(server.hub.size).toBe(0)
  })
})

describe('a stock EventSource', () => {
  it('continues after a lost connection, and gets each change once', async () => {
    const { path, open, one, two, score } = await aBoard()
    await score(open, one, 5)
    const { source, seen, numbers, isOpen } = followAsBrowser(`${path}?since=0`)
    await expect.poll(numbers).toEqual([1])
    for (const points of [10, 20, 30]) {
      const lost = new Promise((resolve) => source.addEventListener('error', resolve, { once: true }))
      server.app.server.closeAllConnections()
      await lost
      await score(open, two, points)
      await score(open, one, points)
      await isOpen()
      await server.pass(() => expect(numbers().length).toBe(1 + (points / 10) * 2))
    }
    expect(numbers()).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(seen.at(-1)?.id).toBe('7')
  }, 30_000)

  it('must load again when its changes are not available', async () => {
    const { path } = await aBoard()
    const { source, seen } = followAsBrowser(`${path}?since=7`)
    await expect.poll(() => seen).toEqual([{ type: reloadEvent, id: '', data: '{"reason":"history"}' }])
    source.close()
  })

  it('ends when the event is hidden', async () => {
    const { event_id, path } = await aBoard()
    const { source, seen, isOpen } = followAsBrowser(path)
    await isOpen()
    await server.db.updateTable('events').set({ is_public: false }).where('id', '=', event_id).execute()
    await server.pass(() => expect(seen).toEqual([{ type: 'gone', id: '0', data: '{}' }]), 5000)
    expect(source.readyState).not.toBe(source.OPEN)
  })
})

describe('the place from which a stream continues', () => {
  it('is the header of a reconnecting client, before the number of its first address', async () => {
    const { path, open, one, score } = await aBoard()
    for (const points of [1, 2, 3]) await score(open, one, points)
    const stream = await follow(`${path}?since=0`, { 'last-event-id': '2' })
    await stream.has('id: 3\ndata: ')
    expect(stream.text).not.toContain('"sequence":2')
  })

  it.each(['x', '-1', '1.5', '1e99'])('may not be %s', async (id) => {
    const { path } = await aBoard()
    const answer = await server.get(path, { 'last-event-id': id })
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'invalid_request' }])
  })
})

describe('the audience of a stream', () => {
  it('is the team of the login, and a change of rights asks for a new load', async () => {
    const { path, secret, open, one, two, score } = await aBoard()
    const user = await aUser(server.db)
    await aMember(server.db, one, user.id)
    const [own, rival, visitor] = [
      await follow(path, await server.as(user)),
      await follow(path, await aPlayerOf(two)),
      await follow(path),
    ]
    await score(secret, one, 5, false)
    await own.has('"points":5')
    await score(open, one, 7)
    server.timer.advance(1000)
    await Promise.all([own, rival, visitor].map((stream) => stream.has('"points":7')))
    expect([own, rival, visitor].map(({ events }) => events)).toEqual([2, 1, 1])
    expect(rival.text).not.toContain('"points":5')
    await server.db.deleteFrom('team_users').where('user_id', '=', user.id).execute()
    server.timer.advance(5000)
    await own.ended()
    expect(own.text).toMatch(/event: reload\nretry: 10000\ndata: \{"reason":"rights"\}\n\n$/)
  })

  it('takes no login from the address, which proxies write into logs', async () => {
    const { path, secret, one, score, open } = await aBoard()
    const { authorization } = await aPlayerOf(one)
    const stream = await follow(`${path}?token=${authorization.replace('Bearer ', '')}`)
    await score(secret, one, 5, false)
    await score(open, one, 7)
    server.timer.advance(1000)
    await stream.has('"points":7')
    expect(stream.text).not.toContain('"points":5')
  })
})

describe('the number of streams', () => {
  it('counts with the sockets of a person and of an address', async () => {
    const { event_id, path } = await aBoard()
    const login = await server.as(await aUser(server.db))
    await follow(path, login)
    const socket = await server.connect(`/events/${event_id}/scores/ws`, login)
    const third = await server.get(path, login)
    expect([third.statusCode, third.json()]).toMatchObject([429, { code: 'rate_limited' }])
    socket.socket.close()
    await expect.poll(() => server.hub.size).toBe(1)
    for (let count = 0; count < 29; count++) await follow(path)
    expect((await server.get(path)).statusCode).toBe(429)
  })

  it('falls when a client leaves', async () => {
    const { path } = await aBoard()
    const [gone] = [await follow(path), await follow(path)]
    gone.close()
    await expect.poll(() => server.hub.size).toBe(1)
  })
})

it('a client that does not read is cut off, and its heartbeats do not pile up', () => {
  const writes: string[] = []
  const response = Object.assign(new EventEmitter(), {
    writableLength: 0,
    writableNeedDrain: false,
    writableEnded: false,
    destroyed: false,
    write: (text: Buffer | string) => writes.push(String(text)),
    end: (text: string) => writes.push(text),
    destroy: () => (response.destroyed = true),
  })
  const member = createStreamMember(response as unknown as ServerResponse, server.timer, { buffered_bytes: 10 }, () => undefined)
  member.send(createMessage([1], 1))
  response.writableLength = 10
  response.writableNeedDrain = true
  member.ping()
  member.send(createMessage([2], 2))
  response.writableLength = 11
  member.send(createMessage([3], 3))
  member.send(createMessage([4], 4))
  member.close(1001, '')
  expect(writes).toEqual(['retry: 2000\n\n', 'id: 1\ndata: [1]\n\n', 'id: 2\ndata: [2]\n\n'])
  expect(member.isOpen).toBe(false)
})

it('two worlds that differ in hidden progress have streams with equal bytes for visitors and rivals', async () => {
  const worlds = await Promise.all([3, 8].map(async (hidden) => ({ hidden, on: await startFeedServer() })))
  const read = await Promise.all(
    worlds.map(async ({ hidden, on }) => {
      const { path, open, secret, one, two, score } = await aBoard(on)
      const streams = [
        await follow(path, {}, on),
        await follow(path, await aPlayerOf(two, on), on),
        await follow(path, await aPlayerOf(one, on), on),
      ]
      await score(open, two, 1)
      await score(secret, one, hidden, false)
      await score(secret, one, hidden + 1, false)
      await score(open, one, 17)
      const late = await follow(`${path}?since=0`, {}, on)
      for (const stream of [...streams, late]) {
        await vi.waitFor(() => {
          on.timer.advance(1000)
          expect(stream.text).toContain('"points":17')
        })
      }
      return [...streams, late].map(({ text }) => readEvents(text))
    }),
  )
  const [[visitor, rival, own, late] = [], [otherVisitor, otherRival, otherOwn, otherLate] = []] = read
  expect([visitor, rival, late]).toEqual([otherVisitor, otherRival, otherLate])
  expect(own).not.toEqual(otherOwn)
  for (const { on } of worlds) await on.close()
})

/** The changes of a stream one by one: the moment of sending decides how many share a message, not what they are. */
function readEvents(text: string): string[] {
  return [...text.matchAll(/^data: (.*)$/gm)].flatMap(([, data = '']) =>
    (JSON.parse(data) as ScoreDiff[]).map((diff) => JSON.stringify(diff)),
  )
}
