import '../../../messages/admin-submissions.ts'
import { textLength } from '@muster/contract/body'
import type { ApprovalStatus, Submission } from '@muster/contract/submissions'
import { readReviewState } from '@muster/domain/submissions/review-state'
import { useStore } from '@tanstack/react-form'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { useSelf } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Field, TextArea } from '../../../ui/forms/fields.tsx'
import { isForAnother } from './desk.ts'
import type { DeskActs } from './judge-keys.tsx'
import { useDeciding } from './use-desk.ts'

const canned = {
  proof: ['unreachable', 'who', 'when', 'not_met', 'twice', 'clip'],
  item: ['unreachable', 'when', 'not_item', 'same_item', 'twice', 'clip'],
} as const

interface DecisionProps {
  submission: Submission
  objective: string
  /** Reports the actions for the keyboard. */
  onActs: (acts: DeskActs) => void
  /** Called if the judge still has the submission open, and has written nothing since. */
  onDecided: (submission: Submission) => void
}

/** The reason, and two buttons of equal size, so that neither is favoured. */
export function DeskDecision({ submission, objective, onActs, onDecided }: DecisionProps) {
  const reason = useRef<HTMLTextAreaElement>(null)
  const wanted = useRef<ApprovalStatus>(submission.approval_status)
  const deciding = useDeciding(() => objective)
  const { form, formProps, write } = useWriteForm({
    draft: useDraft('judge_decision', submission.id, { review_comment: '' }),
    send: ({ review_comment }) =>
      deciding.send({ submission, approval_status: wanted.current, review_comment: review_comment.trim() }),
    readSaved: () => ({ values: { review_comment: '' }, version: 0 }),
    onSaved: (reply) => deciding.say(submission, reply),
    onDone: () => onDecided(submission),
  })
  const comment = useStore(form.store, ({ values }) => values.review_comment)
  const setComment = (text: string) => form.setFieldValue('review_comment', text)
  const { isBusy } = formProps.attempt
  const [isMissing, setIsMissing] = useState<'reject' | 'ask' | null>(null)
  const state = readReviewState(submission)
  const own_user_id = useSelf().data?.id ?? null
  /** A decided submission waits again: each decision is possible, unless another judge has to confirm it. */
  const isBack = submission.recheck !== null && !isForAnother(submission, own_user_id)
  const reasons = submission.item_name === null ? canned.proof : canned.item
  const decide = (approval_status: ApprovalStatus) => {
    const isSame = !isBack && approval_status !== 'PENDING' && approval_status === submission.approval_status
    if (isBusy || isSame) return
    // Without a decision and a comment, a waiting submission would stay as it is.
    const needed = approval_status === 'REJECTED' ? 'reject' : state === 'waiting' && approval_status === 'PENDING' ? 'ask' : null
    if (needed !== null && comment.trim() === '') {
      setIsMissing(needed)
      reason.current?.focus()
      return
    }
    wanted.current = approval_status
    void formProps.onSubmit()
  }
  /**
   * The second click of a double click would decide the next submission, which the judge has not seen. `detail` is the click count
   * (MDN, "UIEvent: detail property"); 0 for the keyboard.
   */
  const decideOnClick = (approval_status: ApprovalStatus) => (click: MouseEvent) => {
    if (click.detail < 2) decide(approval_status)
  }
  const say = (text: string) => {
    setIsMissing(null)
    setComment(comment.trim() === '' ? text : `${comment.trimEnd()} ${text}`)
  }
  const giveReason = (place: number) => {
    const key = reasons[place]
    if (key !== undefined) say(t(`judge.canned.${key}`))
  }
  useEffect(() => {
    onActs({ approve: () => decide('APPROVED'), reject: () => decide('REJECTED'), ask: () => decide('PENDING'), giveReason })
    return () => onActs({ approve: undefined, reject: undefined, ask: undefined, giveReason: undefined })
  })
  const hasChanged = write.failure?.code === 'changed_meanwhile'
  return (
    <form
      className="judge-decision"
      onSubmit={(event) => {
        event.preventDefault()
      }}
    >
      {formProps.notice}
      <Field
        label={t('judge.reason')}
        hint={t('judge.reasonHint')}
        error={isMissing ? t(`judge.reasonMissing.${isMissing}`) : undefined}
      >
        <TextArea
          ref={reason}
          rows={3}
          value={comment}
          maxLength={textLength}
          onChange={(event) => {
            setComment(event.target.value)
            setIsMissing(null)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur()
          }}
        />
      </Field>
      <ul className="judge-canned" aria-label={t('judge.canned')}>
        {reasons.map((key, place) => (
          <li key={key}>
            <button type="button" className="chip" onClick={() => say(t(`judge.canned.${key}`))}>
              <kbd aria-hidden="true">{place + 1}</kbd> {t(`judge.canned.${key}`)}
            </button>
          </li>
        ))}
      </ul>
      {hasChanged ? (
        <p className="form-problem" role="alert">
          {t('judge.changed')}
        </p>
      ) : (
        formProps.problem
      )}
      <div className="judge-buttons">
        {(isBack || submission.approval_status !== 'APPROVED') && (
          <Button kind="good" size="large" icon="check" isBusy={isBusy} onClick={decideOnClick('APPROVED')}>
            {t(submission.approval_status === 'APPROVED' ? 'judge.confirm' : 'judge.approve')} <kbd aria-hidden="true">A</kbd>
          </Button>
        )}
        {(isBack || submission.approval_status !== 'REJECTED') && (
          <Button kind="bad" size="large" icon="close" isBusy={isBusy} onClick={decideOnClick('REJECTED')}>
            {t('judge.reject')} <kbd aria-hidden="true">R</kbd>
          </Button>
        )}
        <Button size="large" isBusy={isBusy} onClick={decideOnClick('PENDING')}>
          {t(state === 'waiting' || comment.trim() !== '' ? 'judge.ask' : 'judge.back_to_waiting')}{' '}
          <kbd aria-hidden="true">M</kbd>
        </Button>
      </div>
    </form>
  )
}
