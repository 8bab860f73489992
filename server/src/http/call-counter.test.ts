import { beforeEach, describe, expect, it } from 'vitest'
import { type CallCounter, createCallCounter } from './call-counter.ts'

let now: number
let counter: CallCounter
beforeEach(() => {
  now = 1_000_000
  counter = createCallCounter({ max: 2, window_ms: 60_000, most_callers: 3, steadyNow: () => now })
})
const take = (...callers: string[]) => callers.map((caller) => counter.take(caller))

describe('a counter of calls', () => {
  it('limits the calls of each caller, and returns the time to wait', () => {
    expect(take('a', 'a')).toEqual([0, 0])
    now += 45_000
    expect(take('a', 'b')).toEqual([15_000, 0])
  })

  it('restarts after the window of the first call, regardless of refusals', () => {
    take('a', 'a', 'a')
    now += 59_999
    expect(take('a')).toEqual([1])
    now += 1
    expect(take('a', 'a', 'a')).toEqual([0, 0, 60_000])
  })

  it('drops ended windows only, to make room', () => {
    take('a', 'b')
    now += 30_000
    take('c', 'c')
    now += 30_000
    expect(take('d', 'e', 'c')).toEqual([0, 0, 30_000])
  })

  it('drops the oldest window if all are open', () => {
    expect(take('a', 'a', 'b', 'b', 'c', 'c', 'd', 'b', 'c', 'a')).toEqual([0, 0, 0, 0, 0, 0, 0, 60_000, 60_000, 0])
  })

  it('keeps the order of restarted windows', () => {
    take('a', 'b')
    now += 60_000
    expect(take('a', 'a', 'c', 'd', 'a')).toEqual([0, 0, 0, 0, 60_000])
  })

  it('allows no calls with a limit of zero', () => {
    const closed = createCallCounter({ max: 0, window_ms: 60_000, steadyNow: () => now })
    expect(closed.take('a')).toBe(60_000)
  })
})
