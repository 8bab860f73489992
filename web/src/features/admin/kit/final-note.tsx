import './kit.css'
import '../../../messages/raw-data.ts'
import type { Event } from '@muster/contract/events'
import { t } from '../../../lib/text/messages.ts'
import { formatDay } from '../../../lib/time/time.ts'
import { Icon } from '../../../ui/marks/icon.tsx'

/** Says what can no longer be done with an event whose raw data was removed. */
export function FinalNote({ event }: { event: Event }) {
  if (event.final_since === null) return null
  return (
    <div className="admin-locked">
      <Icon name="lock" size={14} />
      <p>{t('rawData.finalNote', { day: formatDay(Date.parse(event.final_since)) })}</p>
    </div>
  )
}
