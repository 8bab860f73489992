import { expect, it } from 'vitest'
import { type EventState, readEventState } from './state.ts'

const dates = { application_start_time: 10, application_end_time: 20, event_start_time: 30, event_end_time: 40 }

it.each<[number, EventState, EventState]>([
  [9, 'draft', 'draft'],
  [10, 'signups_open', 'draft'],
  [19, 'signups_open', 'draft'],
  [20, 'signups_closed', 'draft'],
  [29, 'signups_closed', 'draft'],
  [30, 'running', 'running'],
  [39, 'running', 'running'],
  [40, 'ended', 'ended'],
])('at %s a public event is %s, a hidden one %s', (now, shown, hidden) => {
  expect([true, false].map((is_public) => readEventState(is_public, dates, now))).toEqual([shown, hidden])
})

it('an event with signups until after its start is running from its start', () => {
  expect(readEventState(true, { ...dates, application_end_time: 35 }, 30)).toBe('running')
})
