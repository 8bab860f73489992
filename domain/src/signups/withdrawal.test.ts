import { expect, it } from 'vitest'
import { findWithdrawalObstacle } from './withdrawal.ts'

it('a withdrawal is possible up to the last moment of the event, not afterwards', () => {
  const obstacles = [0, 200, 201].map((now) => findWithdrawalObstacle({ ends_at: 200 }, now))
  expect(obstacles).toEqual([null, null, 'event_over'])
})
