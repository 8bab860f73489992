import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadPatiently } from './lazy-part.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a failed load is retried a little later', async () => {
  const load = vi
    .fn()
    .mockRejectedValueOnce(new Error('away'))
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValue('a part')
  const loading = loadPatiently(load)
  await vi.advanceTimersByTimeAsync(999)
  expect(load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2001)
  expect(await loading).toBe('a part')
  expect(load).toHaveBeenCalledTimes(3)
})

test('after a minute it fails with the last error', async () => {
  const load = vi.fn(() => Promise.reject(new Error(`try ${load.mock.calls.length}`)))
  const failing = expect(loadPatiently(load)).rejects.toThrow('try 7')
  await vi.advanceTimersByTimeAsync(60_000)
  await failing
})
