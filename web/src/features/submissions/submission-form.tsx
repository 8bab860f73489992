import '../../messages/submissions.ts'
import type { Event } from '@muster/contract/events'
import { textLength } from '@muster/contract/body'
import type { Submission, SubmissionCreate } from '@muster/contract/submissions'
import { findClaimObstacle, readClaimWindow } from '@muster/domain/submissions/claim'
import { type FormEvent, useEffect, useState } from 'react'
import { call } from '../../api/client.ts'
import { useServerNow } from '../../api/clock.ts'
import { useEventKey } from '../../api/event.ts'
import { eventInput } from '../../api/queries.ts'
import type { ObjectiveItem } from '../../api/score-tree.ts'
import { renewSubmissions, useSubmissions } from '../../api/submissions.ts'
import { WriteProblem } from '../../api/write-problem.tsx'
import { useWrite } from '../../api/writes.ts'
import { t } from '../../lib/messages.ts'
import { usePreferences } from '../../lib/preferences.ts'
import { formatExact, formatFull } from '../../lib/time.ts'
import { fromWallClock, toWallClock } from '../../lib/zoned-time.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input, TextArea } from '../../ui/fields.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { asksForValue, explainValue } from './value-field.ts'

interface FormProps {
  item: ObjectiveItem
  event: Event
  own_team_id: number
  /** What is changed; absent for something new. */
  submission: Submission | undefined
  /** Called with the name of the objective, for the title above. */
  onShown: (name: string) => void
  onClose: () => void
}

const fields = ['timestamp', 'number', 'proof', 'comment']
const readNumber = (text: string) => (/^\d{1,10}$/.test(text.trim()) ? Number(text) : null)

/** Nothing that was typed is lost: the dialog closes when the server has taken it, not before. */
export function SubmissionForm({ item, event, own_team_id, submission, onShown, onClose }: FormProps) {
  const key = useEventKey()
  const zone = usePreferences().timeZone
  const now = useServerNow()
  const [when, setWhen] = useState(() => toWallClock(submission ? Date.parse(submission.timestamp) : now, zone))
  const [value, setValue] = useState(String(submission?.number ?? 1))
  const [proof, setProof] = useState(submission?.proof ?? '')
  const [comment, setComment] = useState(submission?.comment ?? '')
  const [isChecked, setChecked] = useState(false)

  // The title stands outside of what waits for the objective.
  useEffect(() => onShown(item.name), [onShown, item.name])
  const at = fromWallClock(when, zone)
  const needsValue = asksForValue(item)
  const number = needsValue ? readNumber(value) : 1
  const timeProblem = describeTime(item, event, at, now)

  const write = useWrite((body: SubmissionCreate) => call('submitBounty', { ...eventInput(key), body }), {
    onDone: () => {
      renewSubmissions(key)
      if (submission) showToast(t('submit.saved'))
      else showToast(t('submit.sent', { objective: item.name }), { text: t('submit.sentText') })
      onClose()
    },
  })
  function submit(sent: FormEvent) {
    sent.preventDefault()
    setChecked(true)
    if (at === null || number === null || timeProblem !== undefined) return
    const timestamp = new Date(at).toISOString()
    const ids = { ...(submission ? { id: submission.id } : {}), objective_id: item.id as SubmissionCreate['objective_id'] }
    write.run({ ...ids, timestamp, number, proof: proof.trim(), comment: comment.trim() })
  }
  const zoneName = zone || Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <form className="form" noValidate onSubmit={submit}>
      <Standing submission={submission} objective_id={item.id} own_team_id={own_team_id} />
      {item.note !== '' && <p>{item.note}</p>}
      <div className="submit-when">
        <Field
          label={t('submit.time')}
          hint={at === null ? undefined : t('submit.timeHint', { zone: zoneName, utc: formatExact(at, 'UTC') })}
          error={write.problemOf('timestamp') ?? (isChecked || at !== null ? timeProblem : undefined)}
        >
          <Input type="datetime-local" step={1} value={when} onChange={(change) => setWhen(change.target.value)} />
        </Field>
        <Button onClick={() => setWhen(toWallClock(now, zone))}>{t('submit.now')}</Button>
      </div>
      {needsValue && (
        <Field
          label={t('submit.value')}
          hint={explainValue(item)}
          error={write.problemOf('number') ?? (number === null ? t('submit.valueMissing') : undefined)}
        >
          <Input inputMode="numeric" value={value} onChange={(change) => setValue(change.target.value)} />
        </Field>
      )}
      <Field label={t('submit.proof')} hint={t('submit.proofHint')} error={write.problemOf('proof')}>
        <TextArea value={proof} maxLength={textLength} rows={2} onChange={(change) => setProof(change.target.value)} />
      </Field>
      <Field label={t('submit.comment')} error={write.problemOf('comment')}>
        <TextArea value={comment} maxLength={textLength} rows={2} onChange={(change) => setComment(change.target.value)} />
      </Field>
      <WriteProblem write={write} fields={fields} />
      <div className="form-buttons">
        <Button type="submit" kind="primary" isBusy={write.is_busy}>
          {t(submission ? 'submit.save' : 'submit.send')}
        </Button>
        <Button onClick={onClose}>{t('submit.cancel')}</Button>
      </div>
    </form>
  )
}

/** The rule of the domain in words; undefined when the time can be taken. */
function describeTime(item: ObjectiveItem, event: Event, at: number | null, now: number): string | undefined {
  if (at === null) return t('submit.timeMissing')
  const span = { starts_at: Date.parse(event.event_start_time), ends_at: Date.parse(event.event_end_time) }
  const obstacle = findClaimObstacle(item, span, at, now)
  if (obstacle === null) return undefined
  const { from, to } = readClaimWindow(item, span)
  return t(`submit.obstacle.${obstacle}`, { from: formatFull(from), to: formatFull(to) })
}

/** What is known of this objective before something is sent: so that nobody sends it twice. */
function Standing({
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
