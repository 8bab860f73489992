import type { Event, EventStatus } from '@muster/contract/events'
import { expect, test } from 'vitest'
import { describePlace } from './place.ts'

const event = {
  max_size: 10,
  waitlist_size: 2,
  application_start_time: '2026-11-01T00:00:00Z',
  application_end_time: '2026-11-10T00:00:00Z',
  event_start_time: '2026-11-20T00:00:00Z',
  event_end_time: '2026-11-23T00:00:00Z',
} as unknown as Event
const status = (fields: Partial<Record<keyof EventStatus, unknown>>) =>
  ({
    team_id: null,
    is_team_lead: false,
    application_status: 'none',
    number_of_signups: 4,
    number_of_signups_before: 0,
    partner: null,
    ...fields,
  }) as unknown as EventStatus
const during = Date.parse('2026-11-05T00:00:00Z')
const after = Date.parse('2026-11-11T00:00:00Z')
const ended = Date.parse('2026-11-24T00:00:00Z')

test.each([
  ['nobody applied', {}, during, { place: null, obstacle: null, mayWithdraw: false, waiting: 0 }],
  ['no signup, too late', {}, after, { place: null, obstacle: 'not_open', mayWithdraw: false, waiting: 0 }],
  ['full', { number_of_signups: 12 }, during, { place: null, obstacle: 'full', mayWithdraw: false, waiting: 2 }],
  [
    'third in the queue',
    { application_status: 'applied', number_of_signups_before: 2 },
    during,
    { place: 3, obstacle: null, mayWithdraw: true, waiting: 0 },
  ],
  [
    'second on the waitlist',
    { application_status: 'waitlisted', number_of_signups: 12, number_of_signups_before: 11 },
    during,
    { place: 2, obstacle: null, mayWithdraw: true, waiting: 2 },
  ],
  [
    'in a team',
    { application_status: 'accepted', team_id: 1, number_of_signups_before: 0 },
    during,
    { place: 1, obstacle: 'in_team', mayWithdraw: true, waiting: 0 },
  ],
  [
    'in a team of an event that is over',
    { application_status: 'accepted', team_id: 1 },
    ended,
    { place: 1, obstacle: 'not_open', mayWithdraw: false, waiting: 0 },
  ],
])('possible actions: %s', (_, fields, now, expected) => {
  expect(describePlace(event, status(fields), now)).toEqual(expected)
})
