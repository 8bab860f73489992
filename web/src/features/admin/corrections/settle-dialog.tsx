import '../../../messages/admin-corrections.ts'
import '../../../messages/admin.ts'
import { textLength } from '@muster/contract/body'
import type { Correction } from '@muster/contract/corrections'
import type { DefinitionEditInput } from '@muster/contract/definition'
import { call } from '../../../api/calls/client.ts'
import { callWrite } from '../../../api/calls/writes.ts'
import { eventInput } from '../../../api/calls/queries.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { useEventKey } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { required } from '../../../ui/forms/required.ts'
import { Sheet } from '../../../ui/overlays/dialog.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { WhatIfPanel } from '../what-if/what-if-panel.tsx'
import type { Settlement } from './settlements.ts'

interface SettleProps {
  settlement: Settlement
  correction: Correction
  event_id: number
  words: string
  onClose: () => void
}

/** Asks for the reason, and previews the scores. */
export function SettleDialog({ settlement, correction, event_id, words, onClose }: SettleProps) {
  const event = useEventKey()
  const input = { ...eventInput(event), correction_id: correction.id }
  const { form, formProps } = useWriteForm({
    draft: useDraft('correction_decision', `${settlement}.${correction.id}`, { reason: '' }),
    send: ({ reason }) =>
      settlement === 'withdraw'
        ? callWrite('withdrawCorrection', { ...input, body: { reason: reason.trim() } })
        : callWrite('decideManualPoints', { ...input, body: { is_approved: settlement === 'approve', reason: reason.trim() } }),
    onSaved: () => showToast(t(`corrections.${settlement}Done`)),
    onDone: onClose,
  })
  const counts = correction.approval === null || correction.approval.state === 'approved'
  const trial =
    settlement === 'approve'
      ? ({ kind: 'approve', id: correction.id } as const)
      : counts
        ? ({ kind: 'withdraw', id: correction.id } as const)
        : null
  const isShown = correction.kind === 'addition' || (correction.kind === 'points' && counts)
  return (
    <Sheet title={t(`corrections.${settlement}Title`)} isBusy={formProps.attempt.isBusy} onClose={onClose}>
      <Form
        {...formProps}
        buttons={
          <>
            <Button onClick={onClose}>{t('correct.cancel')}</Button>
            <SubmitButton kind={settlement === 'approve' ? 'primary' : 'bad'}>{t(`corrections.${settlement}Act`)}</SubmitButton>
          </>
        }
      >
        <p className="strong">
          {t(`corrections.kind.${correction.kind}`)}: <bdi>{words}</bdi>
        </p>
        <p>{t(`corrections.${settlement}Text`)}</p>
        <form.AppField name="reason" validators={settlement === 'approve' ? {} : required(t('corrections.reasonMissing'))}>
          {(field) => (
            <field.TextAreaField
              label={t(settlement === 'approve' ? 'corrections.comment' : 'corrections.reason')}
              help={t(isShown && settlement === 'withdraw' ? 'corrections.reasonShown' : 'corrections.reasonKept')}
              rows={2}
              maxLength={textLength}
            />
          )}
        </form.AppField>
        {trial && (
          <div className="correct-effect">
            <WhatIfPanel
              eventId={event_id}
              edits={[trial] as unknown as readonly DefinitionEditInput[]}
              ask={(signal) => call('previewCorrection', { ...eventInput(event), body: trial }, signal)}
            />
          </div>
        )}
      </Form>
    </Sheet>
  )
}
