import '../../messages/login.ts'
import { useWriteForm } from '../../api/calls/write-form.tsx'
import { useDraft } from '../../api/drafts/use-draft.ts'
import { keepLogin } from '../../api/people/keep-login.ts'
import { askForPasskey } from '../../api/people/passkey.ts'
import { t } from '../../lib/text/messages.ts'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { required } from '../../ui/forms/required.ts'
import { showToast } from '../../ui/overlays/show-toast.ts'

/** Longest name that the server accepts. */
const longestName = 50

/** The name of a new account, and the passkey. A new login link asks for no name. */
export function InvitationForm({ secret, isNew, onDone }: { secret: string; isNew: boolean; onDone: () => void }) {
  const { form, formProps } = useWriteForm({
    draft: useDraft('invitation', isNew ? 'new' : 'recovery', { display_name: '' }),
    send: ({ display_name }) =>
      askForPasskey({ purpose: 'invitation', secret, display_name: isNew ? display_name.trim() : null }),
    onSaved: (login) => {
      keepLogin(login)
      showToast(t('invitation.welcome', { name: login.user.display_name }))
    },
    onDone,
  })
  return (
    <Form {...formProps} buttons={<SubmitButton>{t(isNew ? 'invitation.join' : 'invitation.recover')}</SubmitButton>}>
      {isNew && (
        <form.AppField name="display_name" validators={required(t('invitation.nameMissing'))}>
          {(field) => (
            <field.TextField
              label={t('invitation.name')}
              help={t('invitation.nameHelp')}
              maxLength={longestName}
              dir="auto"
              autoComplete="nickname"
            />
          )}
        </form.AppField>
      )}
    </Form>
  )
}
