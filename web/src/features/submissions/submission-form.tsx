import '../../messages/submissions.ts'
import type { Event } from '@muster/contract/events'
import { textLength } from '@muster/contract/body'
import type { Submission, SubmissionCreate } from '@muster/contract/submissions'
import { findClaimObstacle, readClaimWindow } from '@muster/domain/submissions/claim'
import { useStore } from '@tanstack/react-form'
import { useEffect, useState } from 'react'
import { callWrite } from '../../api/calls/writes.ts'
import { useReportRules } from '../../api/items/report-rules.ts'
import { useServerNow } from '../../api/live/clock.ts'
import { useEventKey } from '../../api/scores/event.ts'
import { eventInput } from '../../api/calls/queries.ts'
import type { ObjectiveItem } from '../../api/scores/score-tree.ts'
import { useSubmissions } from '../../api/people/submissions.ts'
import { useWriteForm } from '../../api/calls/write-form.tsx'
import { useDraft } from '../../api/drafts/use-draft.ts'
import { t } from '../../lib/text/messages.ts'
import { usePreferences } from '../../lib/browser/preferences.ts'
import { formatFull } from '../../lib/time/time.ts'
import { fromWallClock, toWallClock } from '../../lib/time/zoned-time.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { asksForValue, explainValue, labelValue } from './value-field.ts'
import { ProofField, sayMissingProof } from './proof-field.tsx'
import { WhenField } from './when-field.tsx'

interface FormProps {
  item: ObjectiveItem
  event: Event
  own_team_id: number
  /** The submission to change; absent for a new one. */
  submission: Submission | undefined
  /** Called with the name of the objective, for the title above. */
  onShown: (name: string) => void
  onClose: () => void
}

/** The consequence of a new submission. */
const sentTexts = { none: 'submit.sentText', confirmed: 'submit.countsNow', reported: 'submit.countsNow' } as const

const readNumber = (text: string) => (/^\d{1,10}$/.test(text.trim()) ? Number(text) : null)

/** The dialog closes once the server has accepted the input, not before, so no input is lost. */
export function SubmissionForm({ item, event, own_team_id, submission: opened, onShown, onClose }: FormProps) {
  /** Input typed after a new submission was sent changes it. */
  const [submission, setSubmission] = useState(opened)
  const key = useEventKey()
  const zone = usePreferences().timeZone
  const now = useServerNow()
  // The title is outside the part that waits for the objective.
  useEffect(() => onShown(item.name), [onShown, item.name])
  /** The text of a reported item decides its time and number. */
  const isItem = typeof submission?.item_name === 'string'
  const rules = useReportRules(event).of(item.id)
  const needsValue = asksForValue(item) && !isItem
  const { form, formProps } = useWriteForm({
    draft: useDraft('submission', `${event.id}.${item.id}.${opened?.id ?? 'new'}`, {
      timestamp: toWallClock(submission ? Date.parse(submission.timestamp) : now, zone),
      number: String(submission?.number ?? 1),
      proof: submission?.proof ?? '',
      comment: submission?.comment ?? '',
    }),
    send: ({ timestamp, number, proof, comment }) => {
      const ids = { ...(submission ? { id: submission.id } : {}), objective_id: item.id as SubmissionCreate['objective_id'] }
      const when = new Date(fromWallClock(timestamp, zone) ?? now).toISOString()
      const value = needsValue ? (readNumber(number) ?? 1) : 1
      const body = { ...ids, timestamp: when, number: value, proof: proof.trim(), comment: comment.trim() }
      return callWrite('submitBounty', { ...eventInput(key), body })
    },
    readSaved: (saved, values) => ({ id: `${event.id}.${item.id}.${saved.id}`, values, version: 0 }),
    onSaved: (saved) => {
      if (submission) showToast(t('submit.saved'))
      else showToast(t('submit.sent', { objective: item.name }), { text: t(sentTexts[saved.counts_as ?? 'none']) })
      setSubmission(saved)
    },
    onDone: onClose,
  })
  const missing = sayMissingProof(
    [rules],
    useStore(form.store, ({ values }) => values.proof),
  )
  return (
    <Form
      {...formProps}
      buttons={
        <>
          {missing !== null && <p className="small">{missing}</p>}
          <Button onClick={onClose}>{t('submit.cancel')}</Button>
          <SubmitButton disabled={missing !== null}>{t(submission ? 'submit.save' : 'submit.send')}</SubmitButton>
        </>
      }
    >
      <PriorSubmissions submission={submission} objective_id={item.id} own_team_id={own_team_id} />
      {item.note !== '' && <p>{item.note}</p>}
      {!isItem && (
        <form.AppField
          name="timestamp"
          validators={{ onChange: ({ value }) => describeTime(item, { ...event, ...rules }, fromWallClock(value, zone), now) }}
        >
          {() => <WhenField label={t('submit.time')} />}
        </form.AppField>
      )}
      {needsValue && (
        <form.AppField
          name="number"
          validators={{ onChange: ({ value }) => (readNumber(value) === null ? t('submit.valueMissing') : undefined) }}
        >
          {(field) => <field.TextField label={labelValue(item)} help={explainValue(item)} inputMode="numeric" />}
        </form.AppField>
      )}
      <form.AppField name="proof">{() => <ProofField event_id={event.id} rules={[rules]} />}</form.AppField>
      <form.AppField name="comment">
        {(field) => <field.TextAreaField label={t('submit.comment')} maxLength={textLength} rows={2} />}
      </form.AppField>
    </Form>
  )
}

/** The domain's time rule in words; undefined if the time is valid. */
function describeTime(item: ObjectiveItem, event: Event, at: number | null, now: number): string | undefined {
  if (at === null) return t('submit.timeMissing')
  const { reports } = event
  const span = { starts_at: Date.parse(event.event_start_time), ends_at: Date.parse(event.event_end_time), reports }
  const obstacle = findClaimObstacle(item, span, at, now)
  if (obstacle === null) return undefined
  const { from, to } = readClaimWindow(item, span)
  return t(`submit.obstacle.${obstacle}`, { from: formatFull(from), to: formatFull(to) })
}

/** Earlier submissions for this objective, shown before sending to avoid duplicates. */
function PriorSubmissions({
  submission,
  objective_id,
  own_team_id,
}: {
  submission: Submission | undefined
  objective_id: number
  own_team_id: number
}) {
  const ofTeam = useSubmissions().filter((each) => each.team_id === own_team_id && each.objective_id === objective_id)
  if (submission?.approval_status === 'APPROVED') return <p className="submit-note">{t('submit.again')}</p>
  if (submission?.approval_status === 'REJECTED')
    return (
      <div className="submit-note">
        {submission.review_comment && <p>{t('submit.rejectedBecause', { reason: submission.review_comment })}</p>}
        <p>{t('submit.rejectedStays')}</p>
      </div>
    )
  if (submission) return null
  if (ofTeam.some((each) => each.approval_status === 'APPROVED')) return <p className="submit-note">{t('submit.hasApproved')}</p>
  if (ofTeam.some((each) => each.approval_status === 'PENDING')) return <p className="submit-note">{t('submit.hasPending')}</p>
  return null
}
