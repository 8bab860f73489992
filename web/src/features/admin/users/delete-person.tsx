import './users.css'
import '../../../messages/admin-users.ts'
import type { User } from '@muster/contract/users'
import { callWrite } from '../../../api/calls/writes.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { required } from '../../../ui/forms/required.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'

/** Lists deleted and kept data, asks for a reason, and has the name typed. This cannot be undone. */
export function DeletePerson({ user, onClose }: { user: User; onClose: () => void }) {
  const { display_name } = user
  const { form, formProps } = useWriteForm({
    draft: useDraft('person_deletion', user.id, { reason: '', display_name: '' }, { never: ['display_name'] }),
    send: ({ reason, display_name: typed }) =>
      callWrite('deletePerson', { user_id: user.id, body: { reason: reason.trim(), display_name: typed.trim() } }),
    onSaved: ({ pseudonym }) => showToast(t('users.deleted', { name: display_name, pseudonym })),
    onDone: onClose,
  })
  return (
    <Dialog title={t('users.deleteOf', { name: display_name })} onClose={onClose}>
      <Form
        {...formProps}
        buttons={
          <>
            <Button onClick={onClose}>{t('users.deleteKeep')}</Button>
            <SubmitButton kind="bad">{t('users.deleteDo')}</SubmitButton>
          </>
        }
      >
        <p>{t('users.deleteGone')}</p>
        <p>{t('users.deleteStays', { name: `Former player ${user.id}` })}</p>
        <p>{t('users.deleteBackups')}</p>
        <form.AppField name="reason" validators={required(t('users.deleteReasonMissing'))}>
          {(field) => (
            <field.TextField label={t('users.deleteReason')} help={t('users.deleteReasonHelp')} dir="auto" autoComplete="off" />
          )}
        </form.AppField>
        <form.AppField
          name="display_name"
          validators={{
            onSubmit: ({ value }) =>
              value.trim() === display_name ? undefined : t('users.deleteNameMissing', { name: display_name }),
          }}
        >
          {(field) => <field.TextField label={t('users.deleteName', { name: display_name })} dir="auto" autoComplete="off" />}
        </form.AppField>
      </Form>
    </Dialog>
  )
}
