import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aLockedObjective, aTree, now_ms, renderInEvent, seedEvent } from '../../test-event.tsx'
import { clockQuery } from './clock.ts'
import { useOpenings } from './openings.ts'
import { queryClient } from '../calls/queries.ts'

const Page = () => {
  useOpenings()
  return null
}
const hour_ms = 3_600_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('the tree is requested again when a secret opens, and until the server reveals it', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {}))
  seedEvent({ tree: aTree(aLockedObjective(2, 1)) })
  queryClient.setQueryData(clockQuery.queryKey, { server_ms: now_ms + hour_ms - 10_000, local_ms: performance.now(), speed: 1 })
  await renderInEvent(<Page />)
  await act(() => vi.advanceTimersByTimeAsync(8000))
  expect(asked).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(6000))
  expect(asked).toHaveBeenCalledTimes(1)
  expect(asked.mock.calls[0]?.[0]).toBe('/api/events/current/objectives')
  await act(() => vi.advanceTimersByTimeAsync(16_000))
  expect(asked.mock.calls.length).toBeGreaterThan(1)
})

test('nothing is requested if nothing is secret', async () => {
  const asked = vi.spyOn(globalThis, 'fetch')
  seedEvent({})
  await renderInEvent(<Page />)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(asked).not.toHaveBeenCalled()
})
