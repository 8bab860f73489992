import '../../../messages/admin.ts'
import { usePreferences } from '../../../lib/browser/preferences.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatInZone, nameZone, readZone } from '../../../lib/time/event-zone.ts'
import { formatExact } from '../../../lib/time/time.ts'

/** Settings of a `TimeField`: the organiser's time zone, and a formatter for UTC and for the zone of the event. */
export function useZone(event_zone?: string) {
  const zone = usePreferences().timeZone
  const name = readZone()
  return {
    zone,
    describe: (at_ms: number) => {
      const beside = name === 'UTC' ? t('time.inUtc') : t('time.utc', { zone: name, utc: formatExact(at_ms, 'UTC') })
      const there = event_zone === undefined || event_zone === 'UTC' ? null : formatInZone(at_ms, event_zone)
      return there === null ? beside : `${beside}${t('time.there', { there, zone: nameZone(event_zone ?? '') })}`
    },
  }
}
