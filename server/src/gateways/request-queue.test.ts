import { expect, test } from 'vitest'
import { createManualClock } from '../testing/manual-clock.ts'
import { createRequestQueue } from './request-queue.ts'

test('whoever comes goes on at once, and whoever stands in line when the time is over', async () => {
  const clock = createManualClock(0)
  const queue = createRequestQueue(clock)
  const went: string[] = []
  expect(queue.enter('a', true)).toBeNull()
  await Promise.all(['c', 'b'].map((name) => queue.lineUp(name).then(() => went.push(name))))
  const stop = new AbortController()
  void queue.waitInLine(500).then(() => went.push('waited'))
  void queue.waitInLine(9000, stop.signal).then(() => went.push('gave up'))
  await clock.advance(499)
  expect(went).toEqual(['c', 'b'])
  await clock.advance(1)
  stop.abort()
  await clock.advance(0)
  expect(went).toEqual(['c', 'b', 'waited', 'gave up'])
})
