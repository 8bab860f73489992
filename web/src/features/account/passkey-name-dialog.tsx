import '../../messages/settings.ts'
import type { Passkey } from '@muster/contract/passkeys'
import { useWriteForm } from '../../api/calls/write-form.tsx'
import { callWrite } from '../../api/calls/writes.ts'
import { useDraft } from '../../api/drafts/use-draft.ts'
import { t } from '../../lib/text/messages.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { required } from '../../ui/forms/required.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'

/** Longest name that the server accepts. */
const longestName = 50

/** Names a passkey, for its owner's list. */
export function PasskeyNameDialog({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { form, formProps } = useWriteForm({
    draft: useDraft('passkey', id, { name }),
    send: async (values) => {
      await callWrite('renamePasskey', { passkey_id: id, body: { name: values.name.trim() } })
      return values
    },
    onSaved: (saved) => showToast(t('settings.passkeyRenamed', { name: saved.name.trim() })),
    onDone: onClose,
  })
  return (
    <Dialog title={t('settings.passkeyRenameTitle')} onClose={onClose}>
      <Form
        {...formProps}
        buttons={
          <>
            <Button onClick={onClose}>{t('settings.passkeyCancel')}</Button>
            <SubmitButton>{t('settings.save')}</SubmitButton>
          </>
        }
      >
        <form.AppField name="name" validators={required(t('settings.nameMissing'))}>
          {(field) => <field.TextField label={t('settings.passkeyName')} maxLength={longestName} dir="auto" autoComplete="off" />}
        </form.AppField>
      </Form>
    </Dialog>
  )
}
