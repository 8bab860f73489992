import type { Submission } from '@muster/contract/submissions'
import { Suspense } from 'react'
import { lazyPart } from '../../ui/deferred/lazy-part.ts'
import type { Objection } from './objections.ts'

const DeleteSubmission = lazyPart(() =>
  import('./delete-submission.tsx').then((module) => ({ default: module.DeleteSubmission })),
)
const ObjectionDialog = lazyPart(() => import('./objection-dialog.tsx').then((module) => ({ default: module.ObjectionDialog })))

/** A question about one submission of a list. */
export interface EntryQuestion {
  readonly kind: 'delete' | Objection
  readonly submission: Submission
}

interface DialogProps {
  question: EntryQuestion | null
  nameObjective: (submission: Submission) => string
  onClose: () => void
}

/** The dialog of the question that the viewer has chosen in a list. */
export function EntryDialog({ question, nameObjective, onClose }: DialogProps) {
  if (question === null) return null
  const { kind, submission } = question
  const name = nameObjective(submission)
  return (
    <Suspense>
      {kind === 'delete' ? (
        <DeleteSubmission submission={submission} name={name} onClose={onClose} />
      ) : (
        <ObjectionDialog kind={kind} submission={submission} name={name} onClose={onClose} />
      )}
    </Suspense>
  )
}
