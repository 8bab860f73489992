import { execFileSync } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDrivenTime, type DrivenTo, type DriverLine, type QuietAt, type Watched } from './driven-time.ts'

/** A driver at the other end of the line. */
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
/** A program whose database is busy for as long as this says so; it is asked at every check. */
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
/** The clock alone. */
const createClockOf = (start_ms: number, line: DriverLine) => createDrivenTime(start_ms, line).time.clock

test('it stands still until it is moved, and never goes back', () => {
  const { line, moveTo, tell } = openLine()
  const clock = createClockOf(1000, line)
  expect(clock.now()).toBe(1000)
  moveTo(5000)
  moveTo(3000)
  tell.emit('message', 'something else')
  expect(clock.now()).toBe(5000)
})

test('sleepers wake when their moment is reached, in its order, and when they are called off', async () => {
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

test('the driver is told when nothing is under way any more, and when somebody wants to go on', async () => {
  const { line, moveTo, nextReport } = openLine()
  const { time, watch } = createDrivenTime(0, line)
  let looks = 0
  void time.clock.sleep(7000)
  const first = nextReport()
  watch(busyWhile(() => ++looks < 5))
  expect(await first).toEqual({ quiet_at_ms: 0, next_wake_ms: 7000, turns_ms: [], visits: 0 })
  expect(looks).toBeGreaterThan(5)
  const second = nextReport()
  moveTo(8000)
  expect(await second).toEqual({ quiet_at_ms: 8000, next_wake_ms: null, turns_ms: [], visits: 0 })
})

test('it is not called quiet while work goes on that only the worker knows of', async () => {
  const { line, nextReport, heard } = openLine()
  const { time, watch } = createDrivenTime(0, line)
  let finish: () => void = () => undefined
  const work = time.background.track(
    new Promise<void>((resolve) => {
      finish = resolve
    }),
  )
  const reported = nextReport()
  watch(nothing)
  // Another clock, begun later, is quiet by now.
  const other = openLine()
  const passed = other.nextReport()
  createDrivenTime(0, other.line).watch(nothing)
  await passed
  expect(heard).toEqual([])
  finish()
  await work
  expect(await reported).toMatchObject({ quiet_at_ms: 0 })
})

test('it is not called quiet while a file is read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-driven-'))
  // Whoever reads it waits for somebody who writes.
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

test('the driver is told separately when the first queued requests go on, and how many visitors wait', async () => {
  const { line, nextReport } = openLine()
  const { time, watch } = createDrivenTime(0, line)
  void time.clock.sleep(1000)
  void time.queue.waitInLine(9000)
  void time.queue.waitInLine(5000)
  for (let at_ms = 10_000; at_ms < 30_000; at_ms += 1000) void time.queue.waitInLine(at_ms)
  const reported = nextReport()
  const server = new EventEmitter()
  watch({ ...nothing, server })
  const responses = Array.from({ length: 4 }, () => new EventEmitter())
  for (const response of responses) server.emit('request', null, response)
  responses[2]?.emit('close')
  const turns_ms = [5000, 9000, 10_000, 11_000, 12_000]
  expect(await reported).toEqual({ quiet_at_ms: 0, next_wake_ms: 1000, turns_ms, visits: 3 })
})

test('who lines up goes on when nothing else is left to do, by name, before it is called quiet', async () => {
  const { line, nextReport, heard } = openLine()
  const { time, watch } = createDrivenTime(0, line)
  let looks = 0
  const went: string[] = []
  const reported = nextReport()
  const go = async (name: string) => {
    await time.queue.lineUp(name)
    went.push(`${name} after ${heard.length} reports`)
  }
  void go('second')
  void go('first').then(() => go('third'))
  watch(busyWhile(() => ++looks < 5))
  await reported
  expect(went).toEqual(['first after 0 reports', 'second after 0 reports', 'third after 0 reports'])
  expect(looks).toBeGreaterThan(5)
})

test('one after the other goes on while the driver wants it so, each when all is done that came of the one before', async () => {
  const { line, moveTo, nextReport } = openLine()
  const { time, watch } = createDrivenTime(0, line)
  const went: string[] = []
  let busyLooks = 0
  const go = async (name: string) => {
    await time.queue.enter(name, false)
    went.push(`${name} begins`)
    busyLooks = 3
  }
  const isBusy = () => {
    if (busyLooks === 1) went.push('done')
    return busyLooks-- > 0
  }
  const first = nextReport()
  watch(busyWhile(isBusy))
  await first
  expect(time.queue.enter('nobody', false)).toBeNull()
  const second = nextReport()
  moveTo(1000, { one_by_one: true })
  for (const name of ['c', 'a', 'b']) void go(name)
  await second
  expect(went).toEqual(['a begins', 'done', 'b begins', 'done', 'c begins', 'done'])
  const third = nextReport()
  moveTo(2000)
  await third
  expect(time.queue.enter('nobody', false)).toBeNull()
})

test('whoever has to goes on alone, after those who may go on together', async () => {
  const { line, nextReport } = openLine()
  const { time, watch } = createDrivenTime(0, line)
  const went: string[] = []
  let looks = 0
  const go = async (name: string, waiting: Promise<void> | null) => {
    await waiting
    went.push(`${name} after ${looks > 0 ? 'some' : 'no'} looks`)
    looks = 0
  }
  for (const name of ['d', 'c']) void go(name, time.queue.enter(name, true))
  for (const name of ['b', 'a']) void go(name, time.queue.lineUp(name))
  const reported = nextReport()
  watch(busyWhile(() => ++looks < 0))
  await reported
  expect(went).toEqual(['a after some looks', 'b after no looks', 'c after some looks', 'd after some looks'])
})

test('what was notified is heard before it is called quiet', async () => {
  const { line, nextReport } = openLine()
  const { watch } = createDrivenTime(0, line)
  let isBusy = false
  const reported = nextReport()
  let rang = 0
  watch({
    ...busyWhile(() => isBusy),
    hearAll() {
      // the notification starts work, which ends at the next check for notifications
      isBusy = rang++ === 0
      setTimeout(() => (isBusy = false), 20)
      return Promise.resolve()
    },
  })
  await reported
  expect([isBusy, rang > 1]).toEqual([false, true])
})
