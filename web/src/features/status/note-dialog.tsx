import './status.css'
import '../../messages/status.ts'
import { type Outage, outageNoteLength } from '@muster/contract/status'
import { useWriteForm } from '../../api/calls/write-form.tsx'
import { t } from '../../lib/text/messages.ts'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { noteOutage } from './use-status.ts'

/** A note on an outage. Another admin's note is not overwritten. */
export function NoteDialog({ outage, onClose }: { outage: Outage; onClose: () => void }) {
  const { form, formProps } = useWriteForm({
    values: { note: outage.note ?? '' },
    send: ({ note }) => noteOutage(outage, note),
    onDone: () => {
      showToast(t('status.noteSaved'))
      onClose()
    },
  })
  return (
    <Dialog title={t('status.noteTitle')} onClose={onClose}>
      <Form {...formProps} buttons={<SubmitButton>{t('status.noteSave')}</SubmitButton>}>
        <form.AppField
          name="note"
          validators={{
            onSubmit: ({ value }) =>
              value.length > outageNoteLength ? t('status.noteTooLong', { most: String(outageNoteLength) }) : undefined,
          }}
        >
          {(field) => <field.TextAreaField label={t('status.noteLabel')} help={t('status.noteHelp')} rows={4} />}
        </form.AppField>
      </Form>
    </Dialog>
  )
}
