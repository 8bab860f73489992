import { describe, expect, it } from 'vitest'
import { findDateDoubts, findDateProblems } from './dates.ts'

const dates = { application_start_time: 1, application_end_time: 2, event_start_time: 3, event_end_time: 4 }

it.each([
  ['follow each other', dates, []],
  ['have no length', { ...dates, application_end_time: 1, event_end_time: 3 }, []],
  ['overlap', { ...dates, application_end_time: 9 }, []],
  ['are the wrong way round', { ...dates, application_start_time: 3 }, ['application_end_time']],
  [
    'are both the wrong way round',
    { application_start_time: 2, application_end_time: 1, event_start_time: 4, event_end_time: 3 },
    ['application_end_time', 'event_end_time'],
  ],
] as const)('windows that %s', (_, given, fields) => {
  expect(findDateProblems(given).map(({ field }) => field)).toEqual(fields)
})

describe('dates that are allowed but seldom intended', () => {
  const day = 86_400_000
  const usual = { application_start_time: 0, application_end_time: 9 * day, event_start_time: 10 * day, event_end_time: 13 * day }
  it.each<[string, Partial<typeof usual>, string[]]>([
    ['as usual', {}, []],
    ['signups that close at the start', { application_end_time: 10 * day }, []],
    ['signups that stay open during the event', { application_end_time: 11 * day }, ['closes_after_start']],
    [
      'signups that open at the start',
      { application_start_time: 10 * day, application_end_time: 11 * day },
      ['opens_after_start'],
    ],
    ['an event without duration', { event_end_time: 10 * day }, ['lasts_no_time']],
    ['an event of a year', { event_end_time: 375 * day }, ['lasts_long']],
  ])('%s', (_, change, doubts) => {
    expect(findDateDoubts({ ...usual, ...change })).toEqual(doubts)
  })
})
