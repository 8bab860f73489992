import '../../../messages/admin.ts'
import { usePreferences } from '../../../lib/browser/preferences.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatExact } from '../../../lib/time/time.ts'

/** Settings of a `TimeField`: the organiser's time zone, and a formatter for UTC. */
export function useZone() {
  const zone = usePreferences().timeZone
  const name = zone || Intl.DateTimeFormat().resolvedOptions().timeZone
  return {
    zone,
    describe: (at_ms: number) =>
      name === 'UTC' ? t('time.inUtc') : t('time.utc', { zone: name, utc: formatExact(at_ms, 'UTC') }),
  }
}
