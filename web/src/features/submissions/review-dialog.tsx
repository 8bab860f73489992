import '../../messages/submissions.ts'
import { textLength } from '@muster/contract/body'
import type { ApprovalStatus, Submission } from '@muster/contract/submissions'
import { useStore } from '@tanstack/react-form'
import { Failure } from '../../api/calls/failure.ts'
import { useWriteForm } from '../../api/calls/write-form.tsx'
import { useDraft } from '../../api/drafts/use-draft.ts'
import { useIsShown } from '../../lib/use-is-shown.ts'
import { t } from '../../lib/text/messages.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { Proof } from '../../api/people/proof-pictures.tsx'
import type { Review } from './use-review.ts'

interface ReviewProps {
  submissions: readonly Submission[]
  /** The judge's first choice. */
  first: ApprovalStatus
  review: Review
  nameOf: (submission: Submission) => string
  /** Called with the undecided ones; the others need nothing more. */
  onLeft: (ids: ReadonlySet<number>) => void
  onClose: () => void
}

const acts = { APPROVED: 'review.actApprove', REJECTED: 'review.actReject', PENDING: 'review.actBack' } as const
const consequences = {
  APPROVED: 'review.approveMeans',
  REJECTED: 'review.rejectMeans',
  PENDING: 'review.backMeans',
} as const

/** Decides one or several submissions, with the judge's comment. */
export function ReviewDialog({ submissions, first, review, nameOf, onLeft, onClose }: ReviewProps) {
  const count = submissions.length
  const isShown = useIsShown()
  const { form, formProps } = useWriteForm({
    draft: useDraft(
      'submission_review',
      submissions.map(({ id }) => id).join('-'),
      // A comment without a decision asks for more.
      {
        approval_status: first,
        review_comment: count === 1 && first !== 'PENDING' ? (submissions[0]?.review_comment ?? '') : '',
      },
      { never: ['approval_status'] },
    ),
    send: async ({ approval_status, review_comment }) => {
      const left = await review.decide(submissions, { approval_status, review_comment: review_comment.trim() })
      if (left.size === 0) return true
      if (!isShown.current) throw new Failure(0, 'unknown', t('review.failed', { count: left.size }))
      onLeft(left)
      return null
    },
    onDone: onClose,
  })
  const approval_status = useStore(form.store, ({ values }) => values.approval_status)
  const isAsking = useStore(
    form.store,
    ({ values }) => values.approval_status === 'PENDING' && values.review_comment.trim() !== '',
  )
  const isMissing = (comment: string) => form.state.values.approval_status === 'REJECTED' && comment.trim() === ''
  const problem = review.problems.size > 0 && (
    <p className="form-problem" role="alert">
      {t('review.failed', { count: review.problems.size })}
    </p>
  )
  return (
    <Dialog title={t('review.title', { count })} onClose={onClose}>
      <Form
        {...formProps}
        problem={
          <>
            {problem}
            {formProps.problem}
          </>
        }
        buttons={
          <>
            <Button onClick={onClose}>{t('submit.cancel')}</Button>
            <SubmitButton kind={approval_status === 'REJECTED' ? 'bad' : 'good'}>
              {t(acts[approval_status], { count })}
            </SubmitButton>
          </>
        }
      >
        <ul className="review-list">
          {submissions.map((each) => (
            <li key={each.id}>
              <bdi>{nameOf(each)}</bdi>
              {review.problems.has(each.id) && (
                <>
                  <span className="bad"> {review.problems.get(each.id)}</span>
                  {/* The current version: the player may have changed it. */}
                  <div className="quiet">
                    <Proof text={each.proof} isShown />
                  </div>
                </>
              )}
            </li>
          ))}
        </ul>
        <form.AppField name="approval_status">
          {(field) => (
            <field.SegmentsField
              label={t('review.decision')}
              choices={[
                { value: 'APPROVED', label: t('review.approve') },
                { value: 'REJECTED', label: t('review.reject') },
                { value: 'PENDING', label: t('review.back') },
              ]}
            />
          )}
        </form.AppField>
        <p>{t(isAsking ? 'review.askMeans' : consequences[approval_status], { count })}</p>
        <form.AppField
          name="review_comment"
          validators={{ onSubmit: ({ value }) => (isMissing(value) ? t('review.commentMissing') : undefined) }}
        >
          {(field) => (
            <field.TextAreaField label={t('review.comment')} help={t('review.commentHint')} maxLength={textLength} rows={3} />
          )}
        </form.AppField>
      </Form>
    </Dialog>
  )
}
