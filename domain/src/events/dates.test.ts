import { expect, it } from 'vitest'
import { findDateProblems } from './dates.ts'

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
