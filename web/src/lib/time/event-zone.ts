import { readPreferences } from '../browser/preferences.ts'
import { t } from '../text/messages.ts'
import { formatDayTime, formatDayTimeIn, formatFull } from './time.ts'

// Part of the pages that name the dates of an event, unlike `time.ts`, which every page has.

/** The name of the viewer's zone. */
export const readZone = (): string => readPreferences().timeZone || Intl.DateTimeFormat().resolvedOptions().timeZone

let zones: readonly string[] | undefined
/** Every zone the browser knows; UTC is not always in its list. */
export const listZones = (): readonly string[] => (zones ??= [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])])

/** The city in the name of a zone: "New York". */
export const nameZone = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

/**
 * A moment in the zone of an event, for a place beside the viewer's time: "14:00", or "Fri 23:00" if the day is another one. Null
 * if clocks in both zones show the same, or if this browser is older than the name of the zone.
 */
export function formatInZone(at_ms: number, zone: string): string | null {
  const [own, there] = [formatDayTime(at_ms), formatThere(at_ms, zone)]
  if (there === null || there === own) return null
  return there.slice(0, 3) === own.slice(0, 3) ? there.slice(4) : there
}

function formatThere(at_ms: number, zone: string): string | null {
  try {
    return formatDayTimeIn(at_ms, zone)
  } catch (failure) {
    if (failure instanceof RangeError) return null
    throw failure
  }
}

/** A date of an event: "Sat, 21 Nov, 20:00 CET (14:00 in New York)". */
export function formatForEvent(at_ms: number, zone: string): string {
  const own = formatFull(at_ms)
  const there = formatInZone(at_ms, zone)
  return there === null ? own : t('time.beside', { own, there, zone: nameZone(zone) })
}
