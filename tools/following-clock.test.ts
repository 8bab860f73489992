import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSimulator, type Simulator } from '@muster/simulator/simulator'
import { type FollowingClock, followClock } from './following-clock.ts'

let simulator: Simulator
let clock: FollowingClock
const onLost = vi.fn()
const hour_ms = 3_600_000

beforeEach(async () => {
  simulator = await createSimulator({ preset: 'tiny' })
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
  const { virtual_ms } = (await (await fetch(`${simulator.url}/__sim/clock`)).json()) as { virtual_ms: number }
  await vi.waitFor(() => expect(clock.now()).toBe(virtual_ms), { timeout: 8000 })
})

test('a clock that cannot be read is reported once, and the clock runs on', async () => {
  const before = clock.now()
  const gone = followClock({ real_ms: Date.now(), virtual_ms: before, speed: 60 }, `${simulator.url}/nowhere`, onLost)
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce(), { timeout: 8000 })
  gone.close()
  expect(gone.now()).toBeGreaterThan(before)
})
