import '../../messages/settings.ts'
import type { User } from '@muster/contract/users'
import { callWrite } from '../../api/calls/writes.ts'
import { queryClient, read } from '../../api/calls/queries.ts'
import { useWriteForm } from '../../api/calls/write-form.tsx'
import { useDraft } from '../../api/drafts/use-draft.ts'
import { t } from '../../lib/text/messages.ts'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { SettingsRow } from './settings-row.tsx'

/** Longest name that the server accepts. */
const longestName = 50

export function NameSetting({ user }: { user: User }) {
  const { form, formProps } = useWriteForm({
    draft: useDraft('display_name', user.id, { display_name: user.display_name }),
    send: ({ display_name }) => callWrite('updateUser', { body: { display_name: display_name.trim() } }),
    onSaved: (answer) => {
      queryClient.setQueryData(read('getUser', {}).queryKey, answer)
      showToast(t('settings.saved', { name: answer.display_name }))
    },
    onDone: ({ display_name }, reset) => reset({ display_name }),
  })
  return (
    <SettingsRow title={t('settings.name')}>
      <Form {...formProps}>
        <div className="setting-name">
          <form.AppField
            name="display_name"
            validators={{ onChange: ({ value }) => (value.trim() === '' ? t('settings.nameMissing') : undefined) }}
          >
            {(field) => (
              <field.TextField
                label={t('settings.nameLabel')}
                help={t('settings.nameHint', { count: longestName })}
                maxLength={longestName}
                dir="auto"
                autoComplete="nickname"
              />
            )}
          </form.AppField>
          <form.Subscribe selector={({ values }) => values.display_name.trim()}>
            {(name) => (
              <div className="setting-save">
                <SubmitButton kind="plain" disabled={name === '' || name === user.display_name}>
                  {t('settings.save')}
                </SubmitButton>
              </div>
            )}
          </form.Subscribe>
        </div>
      </Form>
    </SettingsRow>
  )
}
