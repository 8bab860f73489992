import { expect, test } from 'vitest'
import { changePreferences } from '../browser/preferences.ts'
import { formatForEvent } from './event-zone.ts'
import { formatDay, formatDayTime } from './time.ts'

const hour_ms = 3_600_000

test('days and times are written as the browser writes them, in its own zone and in a chosen one', () => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const moments = Array.from({ length: 400 }, (_, step) => Date.UTC(2026, 0, 1, 0, 7) + step * 25 * hour_ms)
  const write = () => moments.map((at) => `${formatDayTime(at)}, ${formatDay(at)}`)
  const own = write()
  changePreferences({ timeZone: zone })
  expect(own).toEqual(write())
})

test.each([
  ['Europe/Berlin', 'UTC', 'Sat 21 Nov, 20:00 CET (19:00 in UTC)'],
  ['Europe/Berlin', 'Europe/Paris', 'Sat 21 Nov, 20:00 CET'],
  ['Europe/Berlin', 'America/New_York', 'Sat 21 Nov, 20:00 CET (14:00 in New York)'],
  ['Europe/Berlin', 'Asia/Tokyo', 'Sat 21 Nov, 20:00 CET (Sun 04:00 in Tokyo)'],
  ['Europe/Berlin', 'Mars/Olympus', 'Sat 21 Nov, 20:00 CET'],
])('a viewer in %s reads a date of an event in %s as "%s"', (timeZone, zone, text) => {
  changePreferences({ timeZone })
  // Programs differ in the comma after the day.
  expect(formatForEvent(Date.UTC(2026, 10, 21, 19), zone).replace('Sat,', 'Sat')).toBe(text)
  changePreferences({ timeZone: '' })
})
