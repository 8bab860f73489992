import { expect, test } from 'vitest'
import { createClock } from './clock.ts'

const startClock = (speed = 60, mode: 'live' | 'stepped' = 'live') => {
  const real = { now: 1_000 }
  return { real, clock: createClock({ mode, virtual_ms: 5_000_000, speed, realNow: () => real.now }) }
}

test('a live clock runs at its speed', () => {
  const { real, clock } = startClock(60)
  real.now += 1_000
  expect(clock.now()).toBe(5_060_000)
})

test('a change of speed applies from now on', () => {
  const { real, clock } = startClock(60)
  real.now += 1_000
  clock.setSpeed(1)
  real.now += 1_000
  expect(clock.now()).toBe(5_061_000)
})

test('a paused clock stops, and continues from the same time', () => {
  const { real, clock } = startClock(10)
  clock.pause()
  real.now += 60_000
  expect(clock.now()).toBe(5_000_000)
  clock.resume()
  real.now += 100
  expect(clock.now()).toBe(5_001_000)
})

test('a stepped clock moves only on request', () => {
  const { real, clock } = startClock(60, 'stepped')
  real.now += 60_000
  expect(clock.now()).toBe(5_000_000)
  clock.step(250)
  expect(clock.now()).toBe(5_000_250)
  clock.runUntil(6_000_000)
  expect(clock.now()).toBe(6_000_000)
})

test('a clock never goes back, even if real time does', () => {
  const { real, clock } = startClock(60)
  real.now += 1_000
  const before = clock.now()
  real.now -= 5_000
  expect(clock.now()).toBe(before)
  expect(() => clock.runUntil(before - 1)).toThrow('backwards')
  expect(() => clock.step(-1)).toThrow('backwards')
})

test('a step of no length is not a step back, although real time goes on between two readings', () => {
  let real_ms = 0
  const clock = createClock({ mode: 'live', virtual_ms: 0, speed: 60, realNow: () => real_ms++ })
  expect(() => clock.step(0)).not.toThrow()
})

test.each([0, 0.05, 10_001, Number.NaN])('a speed of %d is refused', (speed) => {
  expect(() => startClock(speed)).toThrow('speed must be between')
})
