import '../../messages/submissions.ts'
import { textLength } from '@muster/contract/body'
import { challengesPerEvent, type Submission } from '@muster/contract/submissions'
import { eventInput } from '../../api/calls/queries.ts'
import { useWriteForm } from '../../api/calls/write-form.tsx'
import { callWrite } from '../../api/calls/writes.ts'
import { useDraft } from '../../api/drafts/use-draft.ts'
import { useEventKey } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import type { Objection } from './objections.ts'

interface DialogProps {
  kind: Objection
  submission: Submission
  /** Name of its objective. */
  name: string
  onClose: () => void
}

const calls = { challenge: 'challengeSubmission', appeal: 'appealSubmission' } as const

/** Asks judges to look again: at a counting submission of a rival, or at the player's own rejected one. */
export function ObjectionDialog({ kind, submission, name, onClose }: DialogProps) {
  const event = useEventKey()
  const { form, formProps } = useWriteForm({
    draft: useDraft('objection', submission.id, { reason: '' }),
    send: ({ reason }) => {
      const input = { ...eventInput(event), submission_id: submission.id, body: { reason: reason.trim() } }
      return callWrite(calls[kind], input)
    },
    onSaved: () => showToast(t(`objection.done.${kind}`, { objective: name }), { text: t(`objection.doneText.${kind}`) }),
    onDone: onClose,
  })
  return (
    <Dialog title={t(`objection.title.${kind}`, { objective: name })} onClose={onClose}>
      <Form
        {...formProps}
        buttons={
          <>
            <Button onClick={onClose}>{t('submit.cancel')}</Button>
            <SubmitButton>{t(`objection.act.${kind}`)}</SubmitButton>
          </>
        }
      >
        <p>{t(`objection.means.${kind}`, { count: challengesPerEvent })}</p>
        <form.AppField
          name="reason"
          validators={{ onSubmit: ({ value }) => (value.trim() === '' ? t('objection.reasonMissing') : undefined) }}
        >
          {(field) => (
            <field.TextAreaField
              label={t('objection.reason')}
              help={t(`objection.reasonHint.${kind}`)}
              maxLength={textLength}
              rows={3}
            />
          )}
        </form.AppField>
      </Form>
    </Dialog>
  )
}
