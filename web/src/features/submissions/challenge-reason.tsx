import './submissions.css'
import '../../messages/submissions.ts'
import type { Submission } from '@muster/contract/submissions'
import { useQuery } from '@tanstack/react-query'
import { readHistory } from '../../api/people/submissions.ts'
import { useEventKey } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { LinkedText } from '../../ui/layout/linked-text.tsx'

/** The reason of a rival, without their name. */
export function ChallengeReason({ submission_id }: { submission_id: Submission['id'] }) {
  const { data } = useQuery(readHistory(useEventKey(), submission_id))
  const step = data?.findLast(({ kind }) => kind === 'challenged')
  if (!step) return null
  return (
    <p className="small entry-reason">
      {t('submissions.challengedBecause')} <LinkedText text={step.comment} />
    </p>
  )
}
