import '../../messages/own-data.ts'
import type { User } from '@muster/contract/users'
import { callWrite } from '../../api/calls/writes.ts'
import { useWriteForm } from '../../api/calls/write-form.tsx'
import { useNoDraft } from '../../api/drafts/use-draft.ts'
import { t } from '../../lib/text/messages.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { logOut } from '../../api/people/person.ts'

const formerName = (user: User) => `Former player ${user.id}`

/** Lists the data to be deleted and kept, and requires the typed name. */
export function DeleteAccount({ user, onClose }: { user: User; onClose: () => void }) {
  const { form, formProps } = useWriteForm({
    draft: useNoDraft('The name confirms the deletion', { display_name: '' }),
    send: ({ display_name }) => callWrite('deleteOwnAccount', { body: { display_name: display_name.trim() } }),
    onSaved: ({ pseudonym }) => {
      logOut()
      showToast(t('data.deleted', { name: pseudonym }))
    },
  })
  return (
    <Dialog title={t('data.deleteTitle')} onClose={onClose}>
      <Form
        {...formProps}
        buttons={
          <>
            <Button onClick={onClose}>{t('data.deleteKeep')}</Button>
            <SubmitButton kind="bad">{t('data.deleteDo')}</SubmitButton>
          </>
        }
      >
        <p>{t('data.deleteGone')}</p>
        <p>{t('data.deleteStays', { name: formerName(user) })}</p>
        <p>
          {t('data.deleteEvents')} {t('data.deleteAgain')}
        </p>
        <p className="quieter">{t('data.deleteLater')}</p>
        <form.AppField
          name="display_name"
          validators={{
            onChange: ({ value }) =>
              value.trim() === user.display_name ? undefined : t('data.deleteNameMissing', { name: user.display_name }),
          }}
        >
          {(field) => <field.TextField label={t('data.deleteName', { name: user.display_name })} dir="auto" autoComplete="off" />}
        </form.AppField>
      </Form>
    </Dialog>
  )
}
