import '../kit/kit.css'
import '../../../messages/admin-events.ts'
import type { Event } from '@muster/contract/events'
import { endpoints } from '@muster/contract/endpoints'
import { isGranted } from '@muster/domain/access'
import { useState } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { useCaller } from '../kit/use-caller.ts'
import { FlagChange } from './flag-change.tsx'

/** Says what a locked event does not allow, and offers to unlock it, or names who can. */
export function LockedNote({ event, text }: { event: Event; text: string }) {
  const caller = useCaller()
  const [isAsking, setAsking] = useState(false)
  if (!event.is_locked && !isAsking) return null
  const mayUnlock = caller !== undefined && isGranted(endpoints.createEvent.access, caller)
  return (
    <div className="admin-locked">
      <Icon name="lock" size={14} />
      <p>
        {text} {!mayUnlock && t('adminEvents.unlockedByAdmins')}
      </p>
      {mayUnlock && (
        <Button size="small" onClick={() => setAsking(true)}>
          {t('adminEvents.press.lockedOff')}
        </Button>
      )}
      {isAsking && <FlagChange event={event} flag="is_locked" onClose={() => setAsking(false)} />}
    </div>
  )
}
