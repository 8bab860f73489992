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

interface WithdrawProps {
  correction: Correction
  event_id: number
  words: string
  onClose: () => void
}

/** Asks for the reason, and previews the scores. */
export function WithdrawDialog({ correction, event_id, words, onClose }: WithdrawProps) {
  const event = useEventKey()
  const { form, formProps } = useWriteForm({
    draft: useDraft('correction_withdrawal', correction.id, { reason: '' }),
    send: ({ reason }) =>
      callWrite('withdrawCorrection', { ...eventInput(event), correction_id: correction.id, body: { reason: reason.trim() } }),
    onSaved: () => showToast(t('corrections.withdrawnDone')),
    onDone: onClose,
  })
  const trial = { kind: 'withdraw', id: correction.id } as const
  return (
    <Sheet title={t('corrections.withdrawTitle')} isBusy={formProps.attempt.isBusy} onClose={onClose}>
      <Form
        {...formProps}
        buttons={
          <>
            <SubmitButton kind="bad">{t('corrections.withdrawAct')}</SubmitButton>
            <Button onClick={onClose}>{t('correct.cancel')}</Button>
          </>
        }
      >
        <p className="strong">
          {t(`corrections.kind.${correction.kind}`)}: <bdi>{words}</bdi>
        </p>
        <p>{t('corrections.withdrawText')}</p>
        <form.AppField name="reason" validators={required(t('corrections.reasonMissing'))}>
          {(field) => (
            <field.TextAreaField
              label={t('corrections.reason')}
              help={t(correction.kind === 'addition' ? 'corrections.reasonShown' : 'corrections.reasonKept')}
              rows={2}
              maxLength={textLength}
            />
          )}
        </form.AppField>
      </Form>
      <div className="correct-effect">
        <WhatIfPanel
          eventId={event_id}
          edits={[trial] as unknown as readonly DefinitionEditInput[]}
          ask={(signal) => call('previewCorrection', { ...eventInput(event), body: trial }, signal)}
        />
      </div>
    </Sheet>
  )
}
