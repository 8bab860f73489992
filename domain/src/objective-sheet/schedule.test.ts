import { expect, test } from 'vitest'
import { columns, emptyRow, type SheetRow } from './columns.ts'
import { emptySchedule, type Schedule, scheduleRows } from './schedule.ts'

const names = columns.indexOf('name')
const rowsOf = (...given: string[]): SheetRow[] => given.map((name) => emptyRow.with(names, name))
const daily: Schedule = { ...emptySchedule, from: '1', to: '3', day: '2027-03-27' }
const fill = (rows: readonly SheetRow[], schedule: Schedule) => {
  const filled = scheduleRows(rows, schedule)
  if (!filled.ok) return filled.problem
  return filled.value.map((row) => [row[columns.indexOf('valid_from')], row[columns.indexOf('valid_to')]].join(' to '))
}

test('one objective a day opens at the same local time, even on the day when summer time begins', () => {
  expect(fill(rowsOf('A', 'B', 'C', 'D'), daily)).toEqual([
    '2027-03-27 18:00 to 2027-03-28 18:00',
    '2027-03-28 18:00 to 2027-03-29 18:00',
    '2027-03-29 18:00 to 2027-03-30 18:00',
    ' to ',
  ])
})

test('two objectives a day, for a part of the rows; empty rows are skipped', () => {
  expect(
    fill(rowsOf('before', 'A', '', 'B', 'C'), { ...daily, from: '2', to: '9', perDay: '2', time: '23:30', hours: '6' }),
  ).toEqual([
    ' to ',
    '2027-03-27 23:30 to 2027-03-28 05:30',
    ' to ',
    '2027-03-27 23:30 to 2027-03-28 05:30',
    '2027-03-28 23:30 to 2027-03-29 05:30',
  ])
})

test.each([
  [{ from: '0' }, /^Write two row numbers from 1 to 1/],
  [{ from: '3', to: '2' }, /^Write two row numbers/],
  [{ from: '2' }, /^Write two row numbers/],
  [{ perDay: 'two' }, /^Write how many objectives open each day/],
  [{ hours: '99999' }, /^Write for how many hours/],
  [{ time: '25:00' }, /^Choose the first day/],
  [{ day: '2027-02-29' }, /^Choose the first day/],
])('%j is refused with a remedy', (part, problem) => {
  expect(fill(rowsOf('A'), { ...daily, ...part })).toMatch(problem)
})
