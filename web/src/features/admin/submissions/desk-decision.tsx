import '../../../messages/admin-submissions.ts'
import { textLength } from '@muster/contract/body'
import type { ApprovalStatus, Submission } from '@muster/contract/submissions'
import { useEffect, useRef, useState } from 'react'
import { WriteProblem } from '../../../api/calls/write-problem.tsx'
import type { Write } from '../../../api/calls/writes.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Field, TextArea } from '../../../ui/forms/fields.tsx'
import type { DeskActs } from './judge-keys.tsx'
import type { Decided } from './use-desk.ts'

const canned = ['unreachable', 'who', 'when', 'not_met', 'twice'] as const

interface DecisionProps {
  submission: Submission
  write: Write<Decided>
  /** Reports the actions for the keyboard. */
  onActs: (acts: DeskActs) => void
}

/** The reason, and two buttons of equal size, so that neither is favoured. */
export function DeskDecision({ submission, write, onActs }: DecisionProps) {
  const reason = useRef<HTMLTextAreaElement>(null)
  const [comment, setComment] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const isWaiting = submission.approval_status === 'PENDING'
  const decide = (approval_status: ApprovalStatus) => {
    if (write.is_busy || approval_status === submission.approval_status) return
    const review_comment = comment.trim()
    if (approval_status === 'REJECTED' && review_comment === '') {
      setIsMissing(true)
      reason.current?.focus()
      return
    }
    write.run({ submission, approval_status, review_comment })
  }
  useEffect(() => {
    onActs({ approve: () => decide('APPROVED'), reject: () => decide('REJECTED') })
    return () => onActs({ approve: undefined, reject: undefined })
  })
  const say = (text: string) => {
    setIsMissing(false)
    setComment((before) => (before.trim() === '' ? text : `${before.trimEnd()} ${text}`))
  }
  const hasChanged = write.failure?.code === 'changed_meanwhile'
  return (
    <form
      className="judge-decision"
      onSubmit={(event) => {
        event.preventDefault()
      }}
    >
      <Field label={t('judge.reason')} hint={t('judge.reasonHint')} error={isMissing ? t('judge.reasonMissing') : undefined}>
        <TextArea
          ref={reason}
          rows={3}
          value={comment}
          maxLength={textLength}
          onChange={(event) => {
            setComment(event.target.value)
            setIsMissing(false)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur()
          }}
        />
      </Field>
      <ul className="judge-canned" aria-label={t('judge.canned')}>
        {canned.map((key) => (
          <li key={key}>
            <button type="button" className="chip" onClick={() => say(t(`judge.canned.${key}`))}>
              {t(`judge.canned.${key}`)}
            </button>
          </li>
        ))}
      </ul>
      {hasChanged ? (
        <p className="form-problem" role="alert">
          {t('judge.changed')}
        </p>
      ) : (
        <WriteProblem write={write} />
      )}
      <div className="judge-buttons">
        {submission.approval_status !== 'APPROVED' && (
          <Button kind="good" size="large" icon="check" isBusy={write.is_busy} onClick={() => decide('APPROVED')}>
            {t('judge.approve')} <kbd aria-hidden="true">A</kbd>
          </Button>
        )}
        {submission.approval_status !== 'REJECTED' && (
          <Button kind="bad" size="large" icon="close" isBusy={write.is_busy} onClick={() => decide('REJECTED')}>
            {t('judge.reject')} <kbd aria-hidden="true">R</kbd>
          </Button>
        )}
        {!isWaiting && (
          <Button size="large" isBusy={write.is_busy} onClick={() => decide('PENDING')}>
            {t('judge.back_to_waiting')}
          </Button>
        )}
      </div>
    </form>
  )
}
