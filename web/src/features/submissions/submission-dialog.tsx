import './submissions.css'
import '../../messages/submissions.ts'
import { Suspense, useState } from 'react'
import { DataGuard } from '../../api/calls/data-block.tsx'
import { useEvent, useScoreTree, useTeams } from '../../api/scores/event.ts'
import { askForSubmission, type SubmissionRequest } from '../../api/people/submission-request.ts'
import { t } from '../../lib/text/messages.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Empty, SkeletonRows } from '../../ui/layout/states.tsx'
import { SubmissionForm } from './submission-form.tsx'

/** Creates or changes a submission. Mounted once at the root; `askForSubmission` opens it. */
export function SubmissionDialog({ request }: { request: SubmissionRequest }) {
  const [name, setName] = useState<string | null>(null)
  const titled = request.submission ? 'submit.editTitle' : 'submit.title'
  return (
    <Dialog
      title={name === null ? t('submit.plainTitle') : t(titled, { objective: name })}
      onClose={() => askForSubmission(null)}
    >
      <DataGuard title={t('submit.plainTitle')}>
        <Suspense fallback={<SkeletonRows rows={4} height={56} label={t('loading')} />}>
          <Content request={request} onName={setName} />
        </Suspense>
      </DataGuard>
    </Dialog>
  )
}

function Content({ request, onName }: { request: SubmissionRequest; onName: (name: string) => void }) {
  const item = useScoreTree().tree.by_id.get(request.objective_id)?.item
  const event = useEvent()
  const own = useTeams().find((team) => team.is_own)
  if (!item || !event) return <Empty title={t('submit.plainTitle')} text={t('submit.gone')} />
  if (!own) return <Empty title={t('submit.plainTitle')} text={t('submit.noTeam')} />
  return (
    <SubmissionForm
      item={item}
      event={event}
      own_team_id={own.id}
      submission={request.submission}
      onShown={onName}
      onClose={() => askForSubmission(null)}
    />
  )
}
