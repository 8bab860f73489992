import { columns, emptyRow } from '@muster/domain/objective-sheet/columns'
import { emptySchedule, scheduleRows } from '@muster/domain/objective-sheet/schedule'
import { readTimeCell, writeTimeCell } from '@muster/domain/objective-sheet/time-cell'
import { expect, test } from 'vitest'
import { clockOf } from './use-grid.ts'

const hour_ms = 3_600_000
const berlin = clockOf('Europe/Berlin')

test('a daily on the night of summer time opens and closes at 18:00, 23 hours apart', () => {
  const row = emptyRow.with(columns.indexOf('name'), 'Daily')
  const filled = scheduleRows([row], { ...emptySchedule, from: '1', to: '1', day: '2027-03-27' })
  const read = (column: 'valid_from' | 'valid_to') => {
    const cell = filled.ok ? filled.value[0]?.[columns.indexOf(column)] : ''
    return readTimeCell(cell ?? '', 0, berlin)
  }
  expect(read('valid_from')).toEqual({ ok: true, value: Date.parse('2027-03-27T17:00:00Z') })
  expect(read('valid_to')).toEqual({ ok: true, value: Date.parse('2027-03-28T16:00:00Z') })
})

test('the second of two equal times in autumn is written in UTC', () => {
  const first = Date.parse('2026-10-25T00:30:00Z')
  expect(writeTimeCell(first, 0, berlin)).toBe('2026-10-25 02:30')
  expect(writeTimeCell(first + hour_ms, 0, berlin)).toBe('2026-10-25T01:30:00Z')
})

test.each(['', 'UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'])(
  'every quarter of an hour around the changes of clocks in zone "%s" is the same after writing and reading',
  (zone) => {
    const clock = clockOf(zone)
    const start_ms = Date.parse('2026-10-20T18:00:00Z')
    const days = ['2026-03-08', '2026-03-29', '2026-04-04', '2026-10-03', '2026-10-25', '2026-11-01']
    const offsets = days.flatMap((day) =>
      Array.from({ length: 192 }, (_, at) => Date.parse(`${day}T00:00:00Z`) - start_ms + (at * hour_ms) / 4),
    )
    expect(offsets.map((offset) => readTimeCell(writeTimeCell(offset, start_ms, clock), start_ms, clock))).toEqual(
      offsets.map((value) => ({ ok: true, value })),
    )
  },
)
