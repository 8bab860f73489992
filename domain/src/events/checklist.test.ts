import { readinessCodes } from '@muster/contract/readiness'
import { expect, test } from 'vitest'
import { findDue, findNext, groupByPhase, isLate, mayTake } from './checklist.ts'
import type { JudgedLine } from './readiness-figures.ts'

const dates = { application_start_time: 0, application_end_time: 100, event_start_time: 10_000_000, event_end_time: 20_000_000 }
type Line = Pick<JudgedLine, 'code' | 'weight'>
const all = (weight: Line['weight']) => readinessCodes.map((code): Line => ({ code, weight }))

test('the phases follow the order of the work, and every step is in one', () => {
  const grouped = groupByPhase(all('open'))
  expect(grouped.map(({ phase }) => phase)).toEqual(['prepare', 'signups', 'start', 'run', 'end'])
  expect(grouped.flatMap(({ lines }) => lines)).toEqual(all('open'))
  expect(groupByPhase([{ code: 'thanks', weight: 'later' }]).map(({ phase }) => phase)).toEqual(['end'])
})

test('jobs are due an hour before the start, and stop an hour after the end', () => {
  expect(findDue('stream_job', dates)).toBe(10_000_000 - 3_600_000)
  expect(findDue('jobs_end', dates)).toBe(20_000_000 + 3_600_000)
})

test('a step is late when its time has passed and an organiser has to act', () => {
  const late = (weight: Line['weight'], now: number) => isLate({ code: 'rules', weight }, dates, now)
  expect([late('open', 1), late('open', 0), late('later', 1), late('done', 1)]).toEqual([true, false, false, false])
})

test.each<[string, Line[], number, string | undefined]>([
  [
    'the first in the order of the work',
    [
      { code: 'rules', weight: 'open' },
      { code: 'stream_job', weight: 'stops_start' },
    ],
    -1,
    'rules',
  ],
  [
    'a late step that stops the event',
    [
      { code: 'rules', weight: 'open' },
      { code: 'stream_job', weight: 'stops_start' },
    ],
    9_000_000,
    'stream_job',
  ],
  [
    'a step of the end, once the event is over',
    [
      { code: 'rules', weight: 'open' },
      { code: 'archive', weight: 'open' },
    ],
    20_000_001,
    'archive',
  ],
  ['a preparation, if nothing else is left of an event that is over', [{ code: 'rules', weight: 'open' }], 20_000_001, 'rules'],
  [
    'none if all are done or later',
    [
      { code: 'rules', weight: 'done' },
      { code: 'lock', weight: 'later' },
    ],
    0,
    undefined,
  ],
])('next is %s', (_, lines, now, expected) => {
  expect(findNext(lines, dates, now)?.code).toBe(expected)
})

test('a step can be taken by an organiser who can do it', () => {
  expect(mayTake('rules', ['manager'])).toBe(true)
  expect(mayTake('rules', ['submission_judge'])).toBe(false)
  // Only the server's command line imports the tree: any organiser may look after it.
  expect([mayTake('passive_tree', ['submission_judge']), mayTake('passive_tree', [])]).toEqual([true, false])
})
