import { closeElsewhere, closeReload, eventChange, rightsChanged, type ScoreDiff } from '@muster/contract/scores'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chooseDelay } from '../calls/delays.ts'
import { type Connection, openLiveFeed, type SocketHandlers, type SocketLike } from './live-feed.ts'

class FakeSocket implements SocketLike {
  private handlers: SocketHandlers | null = null
  closed: { code?: number | undefined; reason?: string | undefined } | null = null
  readonly since: number | undefined
  constructor(since: number | undefined) {
    this.since = since
  }
  listen(handlers: SocketHandlers) {
    this.handlers = handlers
  }
  accept() {
    this.handlers?.opened()
  }
  say(text: string) {
    this.handlers?.received(text)
  }
  end(code: number, reason: string) {
    this.handlers?.closed(code, reason)
  }
  close(code?: number, reason?: string) {
    this.closed = { code, reason }
  }
}

const aDiff = (sequence: number) => ({ objective_id: 1, team_id: 1, diff_type: 'Added', sequence }) as unknown as ScoreDiff

function startFeed(load: () => Promise<number | undefined> = () => Promise.resolve(40)) {
  const sockets: FakeSocket[] = []
  const told: Connection[] = []
  const apply = vi.fn((diffs: readonly ScoreDiff[]) => diffs.at(-1)?.sequence)
  const complain = vi.fn()
  const loadSpy = vi.fn(load)
  const renew = vi.fn()
  const gone = vi.fn()
  const reopened = vi.fn()
  const feed = openLiveFeed({
    open: (since) => {
      const socket = new FakeSocket(since)
      sockets.push(socket)
      return socket
    },
    load: loadSpy,
    apply,
    tell: (connection) => told.push(connection),
    rightsChanged: renew,
    eventGone: gone,
    reopened,
    complain,
    random: () => 0.5,
  })
  const settle = () => vi.advanceTimersByTimeAsync(0)
  const last = () => sockets.at(-1) ?? new FakeSocket(undefined)
  return { feed, sockets, told, apply, complain, renew, gone, reopened, load: loadSpy, settle, last, state: () => told.at(-1) }
}

const now = Date.parse('2026-11-21T12:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('loads first and connects from the number it loaded', async () => {
  const { settle, sockets, last, state } = startFeed()
  expect(sockets).toHaveLength(0)
  await settle()
  expect(last().since).toBe(40)
  expect(state()).toEqual({ kind: 'connecting' })
  last().accept()
  expect(state()).toEqual({ kind: 'live' })
})

test('applies messages and resumes after the last of them, without loading again', async () => {
  const { settle, last, apply, load } = startFeed()
  await settle()
  last().accept()
  last().say(JSON.stringify([aDiff(41), aDiff(42)]))
  expect(apply).toHaveBeenCalledWith([aDiff(41), aDiff(42)])
  last().end(1006, '')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(last().since).toBe(42)
  expect(load).toHaveBeenCalledTimes(1)
})

test('S-05, S-06: reconnects first after exactly 10 s, and says when', async () => {
  const { settle, sockets, last, state } = startFeed()
  await settle()
  last().accept()
  last().end(1006, '')
  expect(state()).toEqual({ kind: 'reconnecting', retry_at: now + 10_000 })
  await vi.advanceTimersByTimeAsync(9_999)
  expect(sockets).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(sockets).toHaveLength(2)
})

test('S-06: waits longer after each failure, up to two minutes, and is offline after the third', async () => {
  const { settle, last, told } = startFeed()
  await settle()
  const waits: number[] = []
  for (let round = 0; round < 7; round++) {
    last().end(1006, '')
    const connection = told.at(-1)
    const wait = connection && 'retry_at' in connection ? connection.retry_at - Date.now() : 0
    waits.push(wait)
    await vi.advanceTimersByTimeAsync(wait)
  }
  expect(waits).toEqual([10_000, 15_000, 30_000, 60_000, 90_000, 90_000, 90_000])
  expect(told.filter(({ kind }) => kind === 'reconnecting')).toHaveLength(3)
  expect(told.at(-1)?.kind).toBe('offline')
})

test('starts again with 10 s after a successful connection', async () => {
  const { settle, last, state } = startFeed()
  await settle()
  last().end(1006, '')
  await vi.advanceTimersByTimeAsync(10_000)
  last().end(1006, '')
  await vi.advanceTimersByTimeAsync(15_000)
  last().accept()
  last().end(1011, '')
  expect(state()).toEqual({ kind: 'reconnecting', retry_at: Date.now() + 10_000 })
})

test('stops reconnecting and loading when the server closes with 1000 and eventChange, and reports that the event was deleted', async () => {
  const { settle, sockets, last, state, load, gone } = startFeed()
  await settle()
  last().accept()
  last().end(1000, eventChange)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sockets).toHaveLength(1)
  expect(load).toHaveBeenCalledOnce()
  expect(gone).toHaveBeenCalledOnce()
  expect(state()).toEqual({ kind: 'over' })
})

test('reconnects after any other close with 1000', async () => {
  const { settle, sockets, last } = startFeed()
  await settle()
  last().accept()
  last().end(1000, '')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sockets).toHaveLength(2)
})

test('loads the latest scores again after close 4409, then connects at once from there', async () => {
  const answers = [40, 90]
  const { settle, sockets, last, load } = startFeed(() => Promise.resolve(answers.shift()))
  await settle()
  last().accept()
  last().end(closeReload, '')
  await settle()
  expect(load).toHaveBeenCalledTimes(2)
  expect(sockets).toHaveLength(2)
  expect(last().since).toBe(90)
})

test('reconnects at once from its number when its process is about to stop, unless it reaches the same one again', async () => {
  const { settle, sockets, last, load } = startFeed()
  await settle()
  last().accept()
  last().end(closeElsewhere, '')
  await settle()
  expect(sockets).toHaveLength(2)
  expect(last().since).toBe(40)
  expect(load).toHaveBeenCalledOnce()
  last().accept()
  last().end(closeElsewhere, '')
  await vi.advanceTimersByTimeAsync(9_999)
  expect(sockets).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(sockets).toHaveLength(3)
})

test('reports at once each 4409 about its rights, and nothing for others', async () => {
  const { settle, last, renew } = startFeed()
  for (const [reason, calls] of [
    ['reload', 0],
    [rightsChanged, 1],
    [rightsChanged, 2],
  ] as const) {
    await vi.advanceTimersByTimeAsync(20_000)
    last().accept()
    last().end(closeReload, reason)
    await settle()
    expect(renew).toHaveBeenCalledTimes(calls)
  }
})

test('reports a reopened socket, because changes of rights in between were missed, but not the first opening', async () => {
  const { settle, last, reopened } = startFeed()
  await settle()
  last().accept()
  expect(reopened).not.toHaveBeenCalled()
  last().end(1006, '')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reopened).not.toHaveBeenCalled()
  last().accept()
  expect(reopened).toHaveBeenCalledTimes(1)
})

test('does not hammer a server that answers 4409 repeatedly', async () => {
  const { settle, sockets, last } = startFeed()
  for (let round = 0; round < 2; round++) {
    await settle()
    last().accept()
    last().end(closeReload, '')
  }
  await settle()
  expect(sockets).toHaveLength(2)
})

test('loads again before each connection if the server does not number its changes', async () => {
  const { settle, last, load } = startFeed(() => Promise.resolve(undefined))
  await settle()
  last().accept()
  last().end(1006, '')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(load).toHaveBeenCalledTimes(2)
})

test('tries again when loading fails', async () => {
  const answers: (() => Promise<number>)[] = [() => Promise.reject(new Error('no')), () => Promise.resolve(7)]
  const { settle, sockets, last, state } = startFeed(() => (answers.shift() ?? (() => Promise.resolve(8)))())
  await settle()
  expect(state()?.kind).toBe('reconnecting')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sockets).toHaveLength(1)
  expect(last().since).toBe(7)
})

test('loads everything again after an invalid message, and reports it', async () => {
  const { settle, last, load, complain } = startFeed()
  await settle()
  last().accept()
  last().say('{"not":"a list"}')
  expect(complain).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(load).toHaveBeenCalledTimes(2)
})

test('retries at once when it is woken while waiting, and otherwise does nothing', async () => {
  const { feed, settle, sockets, last } = startFeed()
  await settle()
  last().accept()
  feed.wake()
  await settle()
  expect(sockets).toHaveLength(1)
  last().end(1006, '')
  feed.wake()
  await settle()
  expect(sockets).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sockets).toHaveLength(2)
})

test('drops the socket when the browser loses its network', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { feed, settle, last, state } = startFeed()
  await settle()
  last().accept()
  feed.lose()
  expect(last().closed).not.toBeNull()
  expect(state()?.kind).toBe('offline')
})

test('closes with 1000 and eventChange when it is stopped, and stays silent', async () => {
  const { feed, settle, sockets, last, told } = startFeed()
  await settle()
  last().accept()
  const before = told.length
  feed.stop()
  expect(last().closed).toEqual({ code: 1000, reason: 'eventChange' })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sockets).toHaveLength(1)
  expect(told).toHaveLength(before)
})

test('the delay grows with jitter between half and the whole', () => {
  expect([chooseDelay(1, 0), chooseDelay(1, 1), chooseDelay(9, 0), chooseDelay(9, 1)]).toEqual([10_000, 20_000, 60_000, 120_000])
})
