import './signup.css'
import '../../messages/signup.ts'
import type { Event } from '@muster/contract/events'
import { readEventTitle } from '@muster/domain/events/title'
import { Suspense } from 'react'
import { DataGuard } from '../../api/calls/data-block.tsx'
import type { EventKey } from '../../api/calls/queries.ts'
import { useLoadedSignup } from '../../api/people/signup.ts'
import { t } from '../../lib/text/messages.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { SkeletonRows } from '../../ui/layout/states.tsx'
import { SignupForm } from './signup-form.tsx'

interface DialogProps {
  event: Event
  eventKey: EventKey
  isEdit: boolean
  onClose: () => void
}

/** Applies for an event, or changes what was sent. */
export function SignupDialog({ event, eventKey, isEdit, onClose }: DialogProps) {
  const title = t(isEdit ? 'apply.editTitle' : 'apply.title', { event: readEventTitle(event.name) })
  return (
    <Dialog title={title} closeLabel={t('close')} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DataGuard title={title}>
        <Suspense fallback={<SkeletonRows rows={5} height={56} label={t('loading')} />}>
          <Loaded event={event} eventKey={eventKey} onClose={onClose} />
        </Suspense>
      </DataGuard>
    </Dialog>
  )
}

/** What was sent before has to be there first: the form would overwrite it with nothing. */
function Loaded({ event, eventKey, onClose }: Omit<DialogProps, 'isEdit'>) {
  const signup = useLoadedSignup(eventKey)
  return <SignupForm event={event} eventKey={eventKey} signup={signup} onClose={onClose} />
}
