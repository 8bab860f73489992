import '../../messages/submissions.ts'
import { useServerNow } from '../../api/live/clock.ts'
import { usePreferences } from '../../lib/browser/preferences.ts'
import { t } from '../../lib/text/messages.ts'
import { formatExact } from '../../lib/time/time.ts'
import { fromWallClock, toWallClock } from '../../lib/time/zoned-time.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useField } from '../../ui/forms/form-context.ts'
import { TextField } from '../../ui/forms/form-fields.tsx'

/** The time of an achievement, as local time of the viewer's zone. @param help for an empty field */
export function WhenField({ label, help }: { label: string; help?: string }) {
  const { field, value } = useField<string>()
  const now = useServerNow()
  const zone = usePreferences().timeZone
  const at = fromWallClock(value, zone)
  const zoneName = zone || Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <div className="submit-when">
      <TextField
        label={label}
        help={at === null ? help : t('submit.timeHint', { zone: zoneName, utc: formatExact(at, 'UTC') })}
        type="datetime-local"
        step={1}
      />
      <Button onClick={() => field.handleChange(toWallClock(now, zone))}>{t('submit.now')}</Button>
    </div>
  )
}
