import { longestOffset_ms, readOffset, readTime, writeTime } from '../definition-file/moment.ts'
import { quote } from '../definition-file/reader.ts'
import type { CellRead } from './condition-cell.ts'

/** Local time in the organiser's time zone, "2026-11-28T18:00:00". */
export interface WallClock {
  /** Milliseconds since 1970; null for other texts. */
  readonly read: (local: string) => number | null
  readonly write: (at_ms: number) => string
}

const yearFirst = /^(\d{4})-(\d\d?)-(\d\d?)(?:[T ,]+(\d\d?):(\d\d)(?::(\d\d))?)?$/
const dayFirst = /^(\d\d?)\.(\d\d?)\.(\d{4})(?:[T ,]+(\d\d?):(\d\d)(?::(\d\d))?)?$/

/** A date and time as people and spreadsheets write it, as "2026-11-28T18:00:00"; a date alone is its midnight. */
function readLocal(text: string): string | null {
  const [, year = '', month = '', day = '', ...clock] = yearFirst.exec(text) ?? swap(dayFirst.exec(text)) ?? []
  if (year === '') return null
  const [hour = '0', minute = '00', second = '00'] = clock.map((part: string | undefined) => part ?? undefined)
  const local = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${hour.padStart(2, '0')}:${minute}:${second}`
  return readTime(`${local}Z`) === null ? null : local
}

const swap = (found: RegExpExecArray | null): string[] | null => {
  if (!found) return null
  const [all = '', day = '', month = '', year = '', ...clock] = found
  return [all, year, month, day, ...clock]
}

/** Milliseconds after the start of the event. */
export function readTimeCell(text: string, start_ms: number, clock: WallClock): CellRead<number> {
  const fromStart = readOffset(text)
  if (fromStart !== null) return { ok: true, value: fromStart }
  const local = readLocal(text)
  const at_ms = readTime(text) ?? (local === null ? null : clock.read(local))
  if (at_ms === null || Math.abs(at_ms - start_ms) > longestOffset_ms)
    return { ok: false, problem: `${quote(text)} is not a date and time; write it like "2026-11-28 18:00" or "start + 1d"` }
  return { ok: true, value: at_ms - start_ms }
}

/** The local time, to the minute if possible; in UTC if the local time would mean another moment, as when clocks are set back. */
export function writeTimeCell(offset_ms: number, start_ms: number, clock: WallClock): string {
  const at_ms = start_ms + offset_ms
  const local = clock.write(at_ms).replace(/:00$/, '').replace('T', ' ')
  const read = readTimeCell(local, start_ms, clock)
  return read.ok && read.value === offset_ms ? local : writeTime(at_ms)
}
