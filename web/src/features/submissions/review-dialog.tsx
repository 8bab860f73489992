import '../../messages/submissions.ts'
import { textLength } from '@muster/contract/body'
import type { ApprovalStatus, Submission } from '@muster/contract/submissions'
import { type FormEvent, useState } from 'react'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextArea } from '../../ui/fields.tsx'
import { Segments } from '../../ui/toggles.tsx'
import type { Review } from './use-review.ts'

interface ReviewProps {
  submissions: readonly Submission[]
  /** What the judge pressed. */
  first: ApprovalStatus
  review: Review
  nameOf: (submission: Submission) => string
  onClose: () => void
}

const acts = { APPROVED: 'review.actApprove', REJECTED: 'review.actReject', PENDING: 'review.actBack' } as const
const consequences = {
  APPROVED: 'review.approveMeans',
  REJECTED: 'review.rejectMeans',
  PENDING: 'review.backMeans',
} as const

/** Decides one or several submissions, with what the judge says to it. */
export function ReviewDialog({ submissions, first, review, nameOf, onClose }: ReviewProps) {
  const [approval_status, setStatus] = useState(first)
  const [comment, setComment] = useState(submissions.length === 1 ? (submissions[0]?.review_comment ?? '') : '')
  const [isChecked, setChecked] = useState(false)
  const count = submissions.length
  const isMissing = approval_status === 'REJECTED' && comment.trim() === ''
  async function submit(sent: FormEvent) {
    sent.preventDefault()
    setChecked(true)
    if (isMissing) return
    if (await review.decide(submissions, { approval_status, review_comment: comment.trim() })) onClose()
  }
  return (
    <Dialog title={t('review.title', { count })} closeLabel={t('close')} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <form className="form" noValidate onSubmit={(sent) => void submit(sent)}>
        <ul className="review-list">
          {submissions.map((each) => (
            <li key={each.id}>
              <bdi>{nameOf(each)}</bdi>
              {review.problems.has(each.id) && <span className="bad"> {review.problems.get(each.id)}</span>}
            </li>
          ))}
        </ul>
        <Segments
          label={t('review.decision')}
          value={approval_status}
          choices={[
            { value: 'APPROVED', label: t('review.approve') },
            { value: 'REJECTED', label: t('review.reject') },
            { value: 'PENDING', label: t('review.back') },
          ]}
          onChange={setStatus}
        />
        <p>{t(consequences[approval_status], { count })}</p>
        <Field
          label={t('review.comment')}
          hint={t('review.commentHint')}
          error={isChecked && isMissing ? t('review.commentMissing') : undefined}
        >
          <TextArea value={comment} maxLength={textLength} rows={3} onChange={(change) => setComment(change.target.value)} />
        </Field>
        {review.problems.size > 0 && (
          <p className="form-problem" role="alert">
            {t('review.failed', { count: review.problems.size })}
          </p>
        )}
        <div className="form-buttons">
          <Button type="submit" kind={approval_status === 'REJECTED' ? 'bad' : 'good'} isBusy={review.deciding.size > 0}>
            {t(acts[approval_status], { count })}
          </Button>
          <Button onClick={onClose}>{t('submit.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  )
}
