import { expect, test } from 'vitest'
import { listDays } from './list-days.ts'

test('includes empty days, and only the newest of many', () => {
  expect(listDays([])).toEqual([])
  const days = [
    { day: '2026-02-27', count: 3 },
    { day: '2026-03-02', count: 1 },
  ]
  expect(listDays(days).map(({ day, count }) => `${day} ${count}`)).toEqual([
    '2026-02-27 3',
    '2026-02-28 0',
    '2026-03-01 0',
    '2026-03-02 1',
  ])
  const long = listDays([{ day: '2020-01-01', count: 1 }, ...days])
  expect([long.length, long.at(-1)?.day]).toEqual([60, '2026-03-02'])
})
