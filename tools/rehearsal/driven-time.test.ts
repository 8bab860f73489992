import { execFileSync } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GameAccount, GameGateway } from '@muster/server/gateways/game/gateway'
import { expect, test, vi } from 'vitest'
import { createDrivenTime, type DrivenTo, type DriverLine, type QuietAt, type Watched } from './driven-time.ts'

/** The driver's end of the channel. */
function openLine() {
  const emitter = new EventEmitter()
  const heard: QuietAt[] = []
  let wake: () => void = () => undefined
  const line: DriverLine = {
    on: (_, listen) => emitter.on('message', listen),
    send: (message) => {
      heard.push(message)
      wake()
    },
  }
  const nextReport = () =>
    new Promise<QuietAt | undefined>((resolve) => {
      wake = () => resolve(heard.at(-1))
    })
  const moveTo = (now_ms: number, more: Partial<DrivenTo> = {}) => emitter.emit('message', { now_ms, ...more })
  return { line, moveTo, nextReport, heard, tell: emitter }
}

const nothing: Watched = { pools: [], hearAll: () => Promise.resolve(), server: null }
/** A program whose database is busy while `isBusy` returns true; called at every check. */
const busyWhile = (isBusy: () => boolean): Watched => ({
  ...nothing,
  pools: [
    {
      waitingCount: 0,
      totalCount: 1,
      get idleCount() {
        return isBusy() ? 0 : 1
      },
    },
  ],
})
/** Only the clock. */
const createClockOf = (start_ms: number, line: DriverLine) => createDrivenTime(start_ms, line).clock

test('time stands still until it is moved, and never goes back', () => {
  const { line, moveTo, tell } = openLine()
  const clock = createClockOf(1000, line)
  expect(clock.now()).toBe(1000)
  moveTo(5000)
  moveTo(3000)
  tell.emit('message', 'something else')
  expect(clock.now()).toBe(5000)
})

test('sleepers wake in order of their times, or when they are aborted', async () => {
  const { line, moveTo } = openLine()
  const clock = createClockOf(0, line)
  const woke: string[] = []
  const off = new AbortController()
  const all = [
    clock.sleep(300).then(() => woke.push('late')),
    clock.sleep(100).then(() => woke.push('early')),
    clock.sleep(9000, off.signal).then(() => woke.push('called off')),
    clock.sleep(0).then(() => woke.push('at once')),
  ]
  moveTo(300)
  off.abort()
  await Promise.all(all)
  expect(woke).toEqual(['at once', 'early', 'late', 'called off'])
})

test('the driver learns when all work is done, and when the next sleeper wakes', async () => {
  const { line, moveTo, nextReport } = openLine()
  const { clock, watch } = createDrivenTime(0, line)
  let looks = 0
  void clock.sleep(7000)
  const first = nextReport()
  watch(busyWhile(() => ++looks < 5))
  expect(await first).toEqual({ quiet_at_ms: 0, next_wake_ms: 7000, turns_ms: [], visits: 0 })
  expect(looks).toBeGreaterThan(5)
  const second = nextReport()
  moveTo(8000)
  expect(await second).toEqual({ quiet_at_ms: 8000, next_wake_ms: null, turns_ms: [], visits: 0 })
})

/** A game with a single scripted call. */
const gameOf = (fetchGuildTabs: unknown) => ({ game: { fetchGuildTabs } as unknown as GameGateway, discord: null, twitch: null })
const league = 'Long March'
const accountOf = (name: string): GameAccount => ({ account_id: name, access_token: `token of ${name}` })
const refused = { ok: false, failure: { reason: 'unauthorized', detail: 'dead' } }

test('the process is not reported quiet during a request', async () => {
  const { line, nextReport, heard } = openLine()
  const { wrapGateways, watch } = createDrivenTime(0, line)
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const asked = wrapGateways(gameOf(() => promise)).game.fetchGuildTabs(accountOf('ada'), league)
  const reported = nextReport()
  watch(nothing)
  // Another clock, started later, is quiet by now.
  const other = openLine()
  const passed = other.nextReport()
  createDrivenTime(0, other.line).watch(nothing)
  await passed
  expect(heard).toEqual([])
  resolve({ ok: true, value: [] })
  await asked
  expect(await reported).toMatchObject({ quiet_at_ms: 0 })
})

test('a call that waits for its turn does not stop the call that waits for it', async () => {
  const { line, moveTo, nextReport } = openLine()
  const { clock, wrapGateways, watch } = createDrivenTime(0, line)
  const answer = { ok: true, value: [] }
  let shared: Promise<unknown> | undefined
  const fetchGuildTabs = async () => {
    shared ??= clock.sleep(100)
    await shared
    return answer
  }
  const { game } = wrapGateways(gameOf(fetchGuildTabs))
  const asked = [game.fetchGuildTabs(accountOf('ada'), league), game.fetchGuildTabs(accountOf('bea'), league)]
  watch(nothing)
  await vi.waitFor(() => expect(shared).toBeDefined())
  const reported = nextReport()
  moveTo(100, { one_by_one: true })
  expect(await Promise.all(asked)).toEqual([answer, answer])
  expect(await reported).toMatchObject({ quiet_at_ms: 100 })
})

test('a call that waits for a sleeping call does not stop the clock', async () => {
  const { line, moveTo, nextReport } = openLine()
  const { clock, wrapGateways, watch } = createDrivenTime(0, line)
  const answer = { ok: true, value: [] }
  let shared: Promise<unknown> | undefined
  const fetchGuildTabs = async () => {
    shared ??= clock.sleep(100)
    await shared
    return answer
  }
  const { game } = wrapGateways(gameOf(fetchGuildTabs))
  const asked = [game.fetchGuildTabs(accountOf('ada'), league), game.fetchGuildTabs(accountOf('bea'), league)]
  const reported = nextReport()
  watch(nothing)
  expect(await reported).toMatchObject({ quiet_at_ms: 0, next_wake_ms: 100 })
  moveTo(100)
  expect(await Promise.all(asked)).toEqual([answer, answer])
})

test('a call that waits for a sleeping call does not wait for a visitor who keeps a connection open', async () => {
  const server = createServer()
  const { line, moveTo, nextReport } = openLine()
  const { clock, wrapGateways, watch } = createDrivenTime(0, line)
  let shared: Promise<unknown> | undefined
  const { game } = wrapGateways(gameOf(() => (shared ??= clock.sleep(100))))
  watch({ ...nothing, server })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  // The visitor's end is in this process too, and must not be counted.
  const visitor = connect(port, '127.0.0.1').unref()
  await once(server, 'connection')
  const asked = [game.fetchGuildTabs(accountOf('ada'), league), game.fetchGuildTabs(accountOf('bea'), league)]
  await vi.waitFor(() => expect(shared).toBeDefined())
  const reported = nextReport()
  moveTo(10)
  expect(await reported).toMatchObject({ quiet_at_ms: 10, next_wake_ms: 100 })
  moveTo(100)
  await Promise.all(asked)
  visitor.destroy()
  server.close()
})

test('the process is not reported quiet while a file is being read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-driven-'))
  // A named pipe, so that reading waits for a writer.
  const file = join(folder, 'pipe')
  execFileSync('mkfifo', [file])
  const { line, nextReport, heard } = openLine()
  const reading = readFile(file, 'utf8')
  const reported = nextReport()
  createDrivenTime(0, line).watch(nothing)
  await sleep(30)
  expect(heard).toEqual([])
  writeFileSync(file, 'here it is')
  expect(await reading).toBe('here it is')
  expect(await reported).toMatchObject({ quiet_at_ms: 0 })
  rmSync(folder, { recursive: true })
})

test('the driver learns when the first waiting requests continue, and how many visitors wait', async () => {
  const { line, nextReport } = openLine()
  const { clock, wrapGateways, watch } = createDrivenTime(0, line)
  const waits = [9000, 5000, 10_000, 11_000, 12_000, 13_000, 14_000]
  const { game } = wrapGateways(gameOf((_: unknown, ms: string) => clock.sleep(Number(ms))))
  void clock.sleep(1000)
  for (const ms of waits) void game.fetchGuildTabs(accountOf('ada'), String(ms))
  const reported = nextReport()
  const server = new EventEmitter()
  watch({ ...nothing, server })
  const responses = Array.from({ length: 4 }, () => new EventEmitter())
  for (const response of responses) server.emit('request', null, response)
  responses[2]?.emit('close')
  const turns_ms = [5000, 9000, 10_000, 11_000, 12_000]
  expect(await reported).toEqual({ quiet_at_ms: 0, next_wake_ms: 1000, turns_ms, visits: 3 })
})

test('refused tokens are reported when all other work is done, sorted by name', async () => {
  const { line, nextReport, heard } = openLine()
  const { wrapGateways, watch } = createDrivenTime(0, line)
  let looks = 0
  const went: string[] = []
  const { game } = wrapGateways(gameOf(() => Promise.resolve(refused)))
  for (const name of ['second', 'first', 'third'])
    void game.fetchGuildTabs(accountOf(name), league).then(() => went.push(`${name} after ${heard.length} reports`))
  const reported = nextReport()
  watch(busyWhile(() => ++looks < 5))
  await reported
  expect(went).toEqual(['first after 0 reports', 'second after 0 reports', 'third after 0 reports'])
  expect(looks).toBeGreaterThan(5)
})

/** A game that records the start and end of requests; each keeps the database busy for some checks. */
function openGame(line: DriverLine) {
  const driven = createDrivenTime(0, line)
  const went: string[] = []
  let busyLooks = 0
  const isBusy = () => {
    if (busyLooks === 1) went.push('done')
    return busyLooks-- > 0
  }
  const answers = new Map<string, unknown>()
  const gateways = gameOf((account: GameAccount) => {
    went.push(`${account.account_id} begins`)
    busyLooks = 3
    return Promise.resolve(answers.get(account.account_id) ?? { ok: true, value: [] })
  })
  const { game } = driven.wrapGateways(gateways)
  const ask = (names: readonly string[]) => {
    for (const name of names) void game.fetchGuildTabs(accountOf(name), league)
  }
  return { ...driven, ask, went, answers, watched: busyWhile(isBusy) }
}
const oneAfterTheOther = ['a begins', 'done', 'b begins', 'done', 'c begins', 'done']

test('on demand, each request is sent only when the work of the previous one is done', async () => {
  const { line, moveTo, nextReport } = openLine()
  const { ask, went, watch, watched } = openGame(line)
  const first = nextReport()
  watch(watched)
  await first
  const second = nextReport()
  moveTo(1000, { one_by_one: true })
  ask(['c', 'a', 'b'])
  await second
  expect(went.splice(0)).toEqual(oneAfterTheOther)
  const third = nextReport()
  moveTo(2000)
  ask(['c', 'a', 'b'])
  await third
  expect(went).toEqual(['c begins', 'a begins', 'b begins', 'done'])
})

test("after a refused token the other tokens' requests are sent one at a time until each has an answer", async () => {
  const { line, moveTo, nextReport } = openLine()
  const { ask, went, answers, watch, watched } = openGame(line)
  answers.set('dead', refused)
  ask(['dead'])
  const first = nextReport()
  watch(watched)
  await first
  went.length = 0
  for (const [at, expected] of [
    [1000, oneAfterTheOther],
    [2000, ['c begins', 'a begins', 'b begins', 'done']],
  ] as const) {
    const next = nextReport()
    moveTo(at)
    ask(['c', 'a', 'b'])
    await next
    expect(went.splice(0)).toEqual(expected)
  }
})

test('notifications are processed before the process is reported quiet', async () => {
  const { line, nextReport } = openLine()
  const { watch } = createDrivenTime(0, line)
  let isBusy = false
  const reported = nextReport()
  let rang = 0
  watch({
    ...busyWhile(() => isBusy),
    hearAll() {
      // the notification starts work that ends at the next check for notifications
      isBusy = rang++ === 0
      setTimeout(() => (isBusy = false), 20)
      return Promise.resolve()
    },
  })
  await reported
  expect([isBusy, rang > 1]).toEqual([false, true])
})
