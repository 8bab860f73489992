import './status.css'
import '../../messages/status.ts'
import { type Outage, outageNoteLength } from '@muster/contract/status'
import { useWriteForm } from '../../api/calls/write-form.tsx'
import { useDraft } from '../../api/drafts/use-draft.ts'
import { t } from '../../lib/text/messages.ts'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { noteOutage } from './use-status.ts'

/** A note on an outage. Another admin's note is not overwritten. */
export function NoteDialog({ outage, onClose }: { outage: Outage; onClose: () => void }) {
  const draft = useDraft('outage_note', outage.id, { note: outage.note ?? '' }, { version: outage.version })
  const { form, formProps } = useWriteForm({
    draft,
    send: ({ note }) => noteOutage({ ...outage, version: draft.state.get().base.version }, note),
    readSaved: (saved) => ({ values: { note: saved.note ?? '' }, version: saved.version }),
    onSaved: () => showToast(t('status.noteSaved')),
    onDone: onClose,
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
