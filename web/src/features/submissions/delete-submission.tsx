import '../../messages/submissions.ts'
import type { Submission } from '@muster/contract/submissions'
import { useEventKey } from '../../api/scores/event.ts'
import { eventInput } from '../../api/calls/queries.ts'
import { WriteProblem } from '../../api/calls/write-problem.tsx'
import { callWrite, useWrite } from '../../api/calls/writes.ts'
import { t } from '../../lib/text/messages.ts'
import { Confirm } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'

/** Asks before a submission is deleted, and says what is lost. */
export function DeleteSubmission({ submission, name, onClose }: { submission: Submission; name: string; onClose: () => void }) {
  const event = useEventKey()
  const write = useWrite(
    (submission_id: Submission['id']) => callWrite('deleteSubmission', { ...eventInput(event), submission_id }),
    {
      onDone: () => {
        showToast(t('submissions.deleted', { objective: name }))
        onClose()
      },
    },
  )
  return (
    <Confirm
      title={t('submissions.deleteTitle', { objective: name })}
      onClose={onClose}
      keepLabel={t('submissions.keep')}
      actLabel={t('submissions.deleteAct')}
      isBusy={write.is_busy}
      onAct={() => write.run(submission.id)}
    >
      <div className="form">
        <p>{t(submission.counts_as !== null ? 'submissions.deleteCounts' : 'submissions.deletePlain')}</p>
        <WriteProblem write={write} />
      </div>
    </Confirm>
  )
}
