import './signup.css'
import '../../messages/signup.ts'
import type { Event } from '@muster/contract/events'
import { readEventTitle } from '@muster/domain/events/title'
import { Suspense } from 'react'
import { DataGuard } from '../../api/calls/data-block.tsx'
import type { EventKey } from '../../api/calls/queries.ts'
import { useLoadedSignup, useSignupQuestions } from '../../api/people/signup.ts'
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

/** Signs up for an event, or changes the answers. */
export function SignupDialog({ event, eventKey, isEdit, onClose }: DialogProps) {
  const title = t(isEdit ? 'apply.editTitle' : 'apply.title', { event: readEventTitle(event.name) })
  return (
    <Dialog title={title} onClose={onClose}>
      <DataGuard title={title}>
        <Suspense fallback={<SkeletonRows rows={5} height={56} label={t('loading')} />}>
          <Loaded event={event} eventKey={eventKey} onClose={onClose} />
        </Suspense>
      </DataGuard>
    </Dialog>
  )
}

/** The earlier answers must load first: an empty form would overwrite them. */
function Loaded({ event, eventKey, onClose }: Omit<DialogProps, 'isEdit'>) {
  const signup = useLoadedSignup(eventKey)
  const { questions } = useSignupQuestions(eventKey)
  return <SignupForm event={event} eventKey={eventKey} questions={questions} signup={signup} onClose={onClose} />
}
