import { expect, test } from 'vitest'
import { createAccount } from './accounts.ts'
import { createStashStream, type StreamEntry, type StreamOptions } from './stream.ts'

const START = Date.UTC(2026, 10, 6, 20)
const MINUTE = 60_000
const account = createAccount(7, 0, 1, 'League')
const [first, second] = account.tabs.slice(1)
if (!first || !second) throw new Error('an account has several tabs')

const aStream = (change: Partial<StreamOptions> = {}) =>
  createStashStream({
    seed: 7,
    start_ms: START,
    delay_ms: 5 * MINUTE,
    noise_interval_ms: 10_000,
    retained_ms: 60 * MINUTE,
    ...change,
  })

const readAll = (stream: ReturnType<typeof aStream>, from: readonly number[], now: number, limit = Number.POSITIVE_INFINITY) => {
  const entries: StreamEntry[] = []
  const next = stream.read(from, now, (entry) => entries.length < limit && entries.push(entry) > 0)
  return { entries, next }
}

test('an entry becomes visible exactly after the delay', () => {
  const stream = aStream({ noise_interval_ms: Number.POSITIVE_INFINITY })
  const from = stream.positionsAt(START)
  stream.append(account, first, START + MINUTE)?.(START + 6 * MINUTE)
  expect(readAll(stream, from, START + 6 * MINUTE - 1)).toEqual({ entries: [], next: from })
  expect(readAll(stream, from, START + 6 * MINUTE).entries).toHaveLength(1)
})

test('changes of a tab within the delay become one entry, later changes another', () => {
  const stream = aStream()
  const publish = stream.append(account, first, START)
  expect(stream.append(account, first, START + MINUTE)).toBeNull()
  expect(stream.append(account, second, START + MINUTE)).not.toBeNull()
  publish?.(START + 5 * MINUTE)
  expect(stream.append(account, first, START + 6 * MINUTE)).not.toBeNull()
})

test('every entry is read once and in order of time, for any page size', () => {
  const stream = aStream()
  for (let at = 0; at < 40; at++) stream.append(account, at % 2 === 0 ? first : second, START + at * 7_919 * 60)?.(0)
  const from = stream.positionsAt(START - 1)
  const whole = readAll(stream, from, START + 55 * MINUTE)
  const paged: StreamEntry[] = []
  let position = from
  for (;;) {
    const page = readAll(stream, position, START + 55 * MINUTE, 7)
    if (page.entries.length === 0) break
    paged.push(...page.entries)
    position = page.next
  }
  expect(paged).toEqual(whole.entries)
  expect(whole.entries.map(({ at }) => at)).toEqual(whole.entries.map(({ at }) => at).toSorted((a, b) => a - b))
  expect(whole.entries.filter(({ kind }) => kind === 'tab').length).toBeGreaterThan(5)
  expect(whole.entries.filter(({ kind }) => kind === 'noise').length).toBeGreaterThan(1_000)
})

test('pruning does not affect retained positions', () => {
  const build = () => {
    const stream = aStream()
    for (let at = 0; at < 200; at++) stream.append(account, first, START + at * 6 * MINUTE)?.(0)
    return stream
  }
  const [whole, pruned] = [build(), build()]
  const now = START + 200 * 6 * MINUTE
  pruned.prune(now)
  expect(pruned.size()).toBeLessThan(12)
  expect(pruned.positionsAt(now)).toEqual(whole.positionsAt(now))
  const from = whole.firstPositions(now)
  expect(pruned.firstPositions(now)).toEqual(from)
  expect(readAll(pruned, from, now)).toEqual(readAll(whole, from, now))
})

test('positions outside the log are clamped to its ends', () => {
  const stream = aStream()
  const now = START + 30 * MINUTE
  expect(readAll(stream, [0, 0, 0, 0, 0], now).next).toEqual(readAll(stream, stream.firstPositions(now), now).next)
  const beyond = stream.positionsAt(now).map((position) => position + 1_000_000)
  expect(readAll(stream, beyond, now)).toEqual({ entries: [], next: stream.positionsAt(now) })
})
