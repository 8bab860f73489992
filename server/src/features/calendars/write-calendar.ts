import type { CalendarEntry } from '@muster/domain/events/calendar'
import ical from 'ical-generator'
import type { Bytes } from '../../call.ts'
import type { Config } from '../../config.ts'

/** How often a program should read a calendar again. */
const pause_seconds = 3600

interface Calendar {
  readonly name: string
  readonly entries: readonly CalendarEntry[]
  /** Name of the file, if it is saved to a disk. */
  readonly file: string
}

/** Writes an iCalendar file (RFC 5545). All times are UTC, which calendar programs show in their own zone. */
export function writeCalendar({ public_url }: Pick<Config, 'public_url'>, calendar: Calendar, now: number): Bytes {
  const { host } = new URL(public_url)
  const file = ical({ name: calendar.name, prodId: { company: 'Muster', product: 'Muster', language: 'EN' }, ttl: pause_seconds })
  for (const { key, title, from, to, text, path } of calendar.entries) {
    file.createEvent({
      id: `${key}@${host}`,
      stamp: new Date(now),
      start: new Date(from),
      end: to === null ? null : new Date(to),
      summary: title,
      description: text === '' ? null : text,
      url: new URL(path, public_url).href,
    })
  }
  const headers = { 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${calendar.file}.ics"` }
  return { bytes: Buffer.from(file.toString()), headers }
}
