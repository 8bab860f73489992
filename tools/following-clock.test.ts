import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSimulator, type Simulator } from '@muster/simulator/simulator'
import { type FollowingClock, followClock } from './following-clock.ts'

let simulator: Simulator
let clock: FollowingClock
const onLost = vi.fn()
const hour_ms = 3_600_000

beforeEach(async () => {
  simulator = await createSimulator({ preset: 'tiny', mode: 'live', speed: 60 })
  const address = `${simulator.url}/__sim/clock`
  onLost.mockReset()
  clock = followClock((await (await fetch(address)).json()) as never, address, onLost)
})
afterEach(async () => {
  clock.close()
  await simulator.close()
})
const command = (body: object) =>
  fetch(`${simulator.url}/__sim/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('the console of the simulator steps, speeds up and pauses the event clock, and ends its waits', async () => {
  const start = clock.now()
  const waiting = clock.sleep(2 * hour_ms)
  await command({ step: 3 * hour_ms })
  await waiting
  expect(clock.now()).toBeGreaterThanOrEqual(start + 3 * hour_ms)
  await command({ speed: 500 })
  await vi.waitFor(() => expect(clock.speed).toBe(500), { timeout: 8000 })
  await command({ pause: true })
  const answer = await command({ step: 24 * hour_ms })
  const { virtual_ms } = (await answer.json()) as { virtual_ms: number }
  await vi.waitFor(() => expect(clock.now()).toBe(virtual_ms), { timeout: 8000 })
})

test('the event clock stands still instead of running backwards when the game becomes slower', async () => {
  await command({ speed: 10_000 })
  await vi.waitFor(() => expect(clock.speed).toBe(10_000), { timeout: 8000 })
  await command({ speed: 1 })
  const ahead = clock.now()
  await vi.waitFor(() => expect(clock.speed).toBe(1), { timeout: 8000 })
  expect(clock.now()).toBeGreaterThanOrEqual(ahead)
})

test('a paused clock wakes its waits no more often than it is read', async () => {
  await command({ pause: true })
  const fetched = vi.spyOn(globalThis, 'fetch')
  await vi.waitFor(() => expect(fetched.mock.calls.length).toBeGreaterThan(1), { timeout: 8000 })
  const ending = new AbortController()
  const waits = vi.spyOn(ending.signal, 'addEventListener')
  const waiting = clock.sleep(1, ending.signal)
  await vi.waitFor(() => expect(fetched.mock.calls.length).toBeGreaterThan(4), { timeout: 8000 })
  ending.abort()
  await waiting
  fetched.mockRestore()
  // Looking every millisecond would make more than a thousand.
  expect(waits.mock.calls.length).toBeLessThan(50)
})

test('the clock is not read again before the answer', async () => {
  const asked = vi.fn()
  const silent = createServer(asked).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const fetched = vi.spyOn(globalThis, 'fetch')
  const waiting = followClock({ real_ms: Date.now(), virtual_ms: 0, speed: 60 }, `http://127.0.0.1:${port}`, onLost)
  await vi.waitFor(() => expect(asked).toHaveBeenCalled(), { timeout: 8000 })
  const before = fetched.mock.calls.length
  await vi.waitFor(() => expect(fetched.mock.calls.length).toBeGreaterThan(before + 3), { timeout: 8000 })
  expect(asked).toHaveBeenCalledOnce()
  fetched.mockRestore()
  waiting.close()
  silent.closeAllConnections()
  silent.close()
})

test('a clock that cannot be read is reported once, and the clock runs on', async () => {
  const before = clock.now()
  const gone = followClock({ real_ms: Date.now(), virtual_ms: before, speed: 60 }, `${simulator.url}/nowhere`, onLost)
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce(), { timeout: 8000 })
  gone.close()
  expect(gone.now()).toBeGreaterThan(before)
})
