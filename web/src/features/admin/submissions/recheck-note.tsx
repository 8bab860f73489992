import '../../../messages/admin-submissions.ts'
import type { Submission } from '@muster/contract/submissions'
import { Suspense } from 'react'
import { DataGuard } from '../../../api/calls/data-block.tsx'
import { t } from '../../../lib/text/messages.ts'
import { LinkedText } from '../../../ui/layout/linked-text.tsx'
import { SkeletonRows } from '../../../ui/layout/states.tsx'
import { useHistory } from './use-desk.ts'

/** Why a submission comes back: the reason with its author, and whether it counts meanwhile. */
export function RecheckNote({ submission }: { submission: Submission }) {
  const { recheck, counts_as } = submission
  if (recheck === null) return null
  return (
    <section className="judge-recheck" aria-labelledby="judge-recheck">
      <h3 id="judge-recheck">{t(`judge.recheck.${recheck}`)}</h3>
      <DataGuard title={t(`judge.recheck.${recheck}`)}>
        <Suspense fallback={<SkeletonRows rows={1} height={24} label={t('loading')} />}>
          <Reason submission={submission} recheck={recheck} />
        </Suspense>
      </DataGuard>
      <p className="quiet small judge-recheck-counts">
        {t(counts_as === null ? 'judge.recheck.uncounted' : 'judge.recheck.counts')}
      </p>
    </section>
  )
}

const steps = { second_look: 'decided', challenge: 'challenged', appeal: 'appealed' } as const

function Reason({ submission, recheck }: { submission: Submission; recheck: keyof typeof steps }) {
  const step = useHistory(submission.id).findLast(({ kind }) => kind === steps[recheck])
  // The rule of the event confirmed it: no judge has decided yet.
  if (!step) return <p>{recheck === 'second_look' && t('judge.recheck.ofTrusted')}</p>
  const name = step.author?.display_name ?? t('judge.someone')
  return (
    <>
      <p>{t(`judge.recheck.by.${recheck}`, { name })}</p>
      {step.comment !== '' && (
        <blockquote className="judge-comment">
          <LinkedText text={step.comment} />
        </blockquote>
      )}
    </>
  )
}
