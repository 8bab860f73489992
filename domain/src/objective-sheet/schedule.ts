import { readTime, writeTime } from '../definition-file/moment.ts'
import { columns, isEmptyRow, maxRows, type SheetRow } from './columns.ts'
import type { CellRead } from './condition-cell.ts'

/** Releases one after the other, as typed: "rows 11 to 17, 2 each day at 18:00 from 2026-11-28, open for 24 h". */
export interface Schedule {
  /** Row numbers from 1. */
  readonly from: string
  readonly to: string
  readonly perDay: string
  readonly time: string
  readonly day: string
  readonly hours: string
}
export const emptySchedule: Schedule = { from: '', to: '', perDay: '1', time: '18:00', day: '', hours: '24' }

const hour_ms = 3_600_000
/** A year. */
const maxHours = 8784

const readWhole = (text: string, most: number): number | null => {
  const number = Number(text)
  return /^\d{1,5}$/.test(text.trim()) && number >= 1 && number <= most ? number : null
}

/** Local time counted in milliseconds as if every day had 24 hours, for sums that follow the clock on the wall. */
const readClock = (day: string, time: string): number | null => (/^\d\d:\d\d$/.test(time) ? readTime(`${day}T${time}:00Z`) : null)
const writeClock = (local_ms: number): string => writeTime(local_ms).slice(0, 16).replace('T', ' ')

/**
 * Fills Opens and Closes of rows. Times follow the wall clock: releases at 18:00 stay at 18:00 when clocks change, and the day of
 * the change has 23 or 25 hours. Empty rows are skipped.
 */
export function scheduleRows(rows: readonly SheetRow[], schedule: Schedule): CellRead<readonly SheetRow[]> {
  const refuse = (problem: string) => ({ ok: false, problem }) as const
  const [from, to] = [readWhole(schedule.from, maxRows), readWhole(schedule.to, maxRows)]
  if (from === null || to === null || from > to || from > rows.length)
    return refuse(`Write two row numbers from 1 to ${rows.length}, such as 1 and ${rows.length}.`)
  const perDay = readWhole(schedule.perDay, maxRows)
  if (perDay === null) return refuse('Write how many objectives open each day, such as 1.')
  const hours = readWhole(schedule.hours, maxHours)
  if (hours === null) return refuse('Write for how many hours each objective is open, such as 24.')
  const first = readClock(schedule.day, schedule.time)
  if (first === null) return refuse('Choose the first day and a time, such as 18:00.')
  const [opens, closes] = [columns.indexOf('valid_from'), columns.indexOf('valid_to')]
  let count = 0
  const filled = rows.map((row, at) => {
    if (at + 1 < from || at + 1 > to || isEmptyRow(row)) return row
    const open = first + Math.floor(count++ / perDay) * 24 * hour_ms
    return row.with(opens, writeClock(open)).with(closes, writeClock(open + hours * hour_ms))
  })
  return { ok: true, value: filled }
}
