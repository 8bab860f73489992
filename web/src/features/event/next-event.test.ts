import type { Event } from '@muster/contract/events'
import { expect, test } from 'vitest'
import { findNextEvent } from './next-event.ts'

const at = (id: number, event_start_time: string) => ({ id, event_start_time }) as unknown as Event
const now = Date.parse('2026-11-21T12:00:00Z')
const [past, sooner, later] = [
  at(1, '2026-11-20T12:00:00Z'),
  at(2, '2026-12-01T12:00:00Z'),
  at(3, '2027-01-01T12:00:00Z'),
] as const

test('the next event is the earliest upcoming one, never the one of the page', () => {
  expect(findNextEvent([later, past, sooner], 1, now)).toBe(sooner)
  expect(findNextEvent([later, past, sooner], 2, now)).toBe(later)
  expect(findNextEvent([past], null, now)).toBeNull()
})
