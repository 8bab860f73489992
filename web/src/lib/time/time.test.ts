import { expect, test } from 'vitest'
import { changePreferences } from '../browser/preferences.ts'
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
