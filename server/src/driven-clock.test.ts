import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { holdClock } from './clock.ts'
import { createDrivenClock, type DrivenTo, type DriverLine, type QuietAt } from './driven-clock.ts'

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

const nothingToHear = () => Promise.resolve()

test('it stands still until it is moved, and never goes back', () => {
  const { line, moveTo, tell } = openLine()
  const clock = createDrivenClock(1000, line)
  expect(clock.now()).toBe(1000)
  moveTo(5000)
  moveTo(3000)
  tell.emit('message', 'something else')
  expect(clock.now()).toBe(5000)
})

test('sleepers wake when their moment is reached, in its order, and when they are called off', async () => {
  const { line, moveTo } = openLine()
  const clock = createDrivenClock(0, line)
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

test('whoever waits for a move hears the next one', async () => {
  const { line, moveTo } = openLine()
  const clock = createDrivenClock(0, line)
  const moved = clock.moved?.(new AbortController().signal)
  moveTo(1)
  await expect(moved).resolves.toBeUndefined()
})

test('the driver hears when nothing is under way any more, and when somebody wants to go on', async () => {
  const { line, moveTo, nextReport } = openLine()
  const clock = createDrivenClock(0, line)
  let looks = 0
  void clock.sleep(7000)
  const first = nextReport()
  clock.report(() => ++looks < 5, nothingToHear)
  expect(await first).toEqual({ quiet_at_ms: 0, next_wake_ms: 7000, turns_ms: [], visits: 0 })
  expect(looks).toBeGreaterThan(5)
  const second = nextReport()
  moveTo(8000)
  expect(await second).toEqual({ quiet_at_ms: 8000, next_wake_ms: null, turns_ms: [], visits: 0 })
})

test('it is not called quiet while work goes on that only the worker knows of', async () => {
  const { line, nextReport, heard } = openLine()
  const clock = createDrivenClock(0, line)
  let finish: () => void = () => undefined
  const work = holdClock(
    clock,
    new Promise<void>((resolve) => {
      finish = resolve
    }),
  )
  const reported = nextReport()
  clock.report(() => false, nothingToHear)
  // Another clock, begun later, is quiet by now.
  const other = openLine()
  const passed = other.nextReport()
  createDrivenClock(0, other.line).report(() => false, nothingToHear)
  await passed
  expect(heard).toEqual([])
  finish()
  await work
  expect(await reported).toMatchObject({ quiet_at_ms: 0 })
})

test('the driver hears apart when the first requests in line go on, and how many visitors wait', async () => {
  const { line, nextReport } = openLine()
  const clock = createDrivenClock(0, line)
  void clock.sleep(1000)
  void clock.sleep(9000, undefined, 'turn')
  void clock.sleep(5000, undefined, 'turn')
  for (let at_ms = 10_000; at_ms < 30_000; at_ms += 1000) void clock.sleep(at_ms, undefined, 'turn')
  const reported = nextReport()
  clock.report(
    () => false,
    nothingToHear,
    () => 3,
  )
  const turns_ms = [5000, 9000, 10_000, 11_000, 12_000]
  expect(await reported).toEqual({ quiet_at_ms: 0, next_wake_ms: 1000, turns_ms, visits: 3 })
})

test('who waits for a lull goes on when nothing else is left to do, by name, before it is called quiet', async () => {
  const { line, nextReport, heard } = openLine()
  const clock = createDrivenClock(0, line)
  let looks = 0
  const went: string[] = []
  const reported = nextReport()
  const go = async (name: string) => {
    await clock.lull?.(name)
    went.push(`${name} after ${heard.length} reports`)
  }
  void go('second')
  void go('first').then(() => go('third'))
  clock.report(() => ++looks < 5, nothingToHear)
  await reported
  expect(went).toEqual(['first after 0 reports', 'second after 0 reports', 'third after 0 reports'])
  expect(looks).toBeGreaterThan(5)
})

test('one after the other goes on while the driver wants it so, each when all is done that came of the one before', async () => {
  const { line, moveTo, nextReport } = openLine()
  const clock = createDrivenClock(0, line)
  const went: string[] = []
  let busyLooks = 0
  const go = async (name: string) => {
    await clock.oneByOne?.(name, false)
    went.push(`${name} begins`)
    busyLooks = 3
  }
  const isBusy = () => {
    if (busyLooks === 1) went.push('done')
    return busyLooks-- > 0
  }
  const first = nextReport()
  clock.report(isBusy, nothingToHear)
  await first
  expect(clock.oneByOne?.('nobody', false)).toBeUndefined()
  const second = nextReport()
  moveTo(1000, { one_by_one: true })
  for (const name of ['c', 'a', 'b']) void go(name)
  await second
  expect(went).toEqual(['a begins', 'done', 'b begins', 'done', 'c begins', 'done'])
  const third = nextReport()
  moveTo(2000)
  await third
  expect(clock.oneByOne?.('nobody', false)).toBeUndefined()
})

test('whoever has to goes on alone, after those who may go on together', async () => {
  const { line, nextReport } = openLine()
  const clock = createDrivenClock(0, line)
  const went: string[] = []
  let looks = 0
  const go = async (name: string, waiting: Promise<void> | undefined) => {
    await waiting
    went.push(`${name} after ${looks > 0 ? 'some' : 'no'} looks`)
    looks = 0
  }
  for (const name of ['d', 'c']) void go(name, clock.oneByOne?.(name, true))
  for (const name of ['b', 'a']) void go(name, clock.lull?.(name))
  const reported = nextReport()
  clock.report(() => ++looks < 0, nothingToHear)
  await reported
  expect(went).toEqual(['a after some looks', 'b after no looks', 'c after some looks', 'd after some looks'])
})

test('what was notified is heard before it is called quiet', async () => {
  const { line, nextReport } = openLine()
  const clock = createDrivenClock(0, line)
  let isBusy = false
  const reported = nextReport()
  let rang = 0
  clock.report(
    () => isBusy,
    () => {
      // the notification starts work, which ends at the next look for notifications
      isBusy = rang++ === 0
      setTimeout(() => (isBusy = false), 20)
      return Promise.resolve()
    },
  )
  await reported
  expect([isBusy, rang > 1]).toEqual([false, true])
})
