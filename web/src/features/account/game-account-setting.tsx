import '../../messages/game-account.ts'
import type { User } from '@muster/contract/users'
import { queryClient, read } from '../../api/calls/queries.ts'
import { useWriteForm } from '../../api/calls/write-form.tsx'
import { callWrite } from '../../api/calls/writes.ts'
import { useDraft } from '../../api/drafts/use-draft.ts'
import { checkGameAccount } from '../../api/people/game-account.ts'
import { t } from '../../lib/text/messages.ts'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { Badge } from '../../ui/marks/badge.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { SettingsRow } from './settings-row.tsx'

/** For players who have not connected the game: which account is theirs. An empty field takes the statement back. */
export function GameAccountSetting({ user }: { user: User }) {
  const { stated_account: stated } = user
  const { form, formProps } = useWriteForm({
    draft: useDraft('game_account', user.id, { name: stated?.name ?? '' }),
    send: ({ name }) => callWrite('stateGameAccount', { body: { name: name.trim() || null } }),
    onSaved: (answer) => {
      queryClient.setQueryData(read('getUser', {}).queryKey, answer)
      const { stated_account: saved } = answer
      showToast(saved ? t('account.saved', { name: saved.name }) : t('account.removed'))
    },
    onDone: ({ stated_account }, reset) => reset({ name: stated_account?.name ?? '' }),
  })
  return (
    <SettingsRow title={t('account.title')}>
      {stated && (
        <p>
          <bdi className="strong">{stated.name}</bdi>{' '}
          <Badge kind={stated.is_confirmed ? 'good' : 'note'}>
            {t(stated.is_confirmed ? 'account.confirmed' : 'account.stated')}
          </Badge>{' '}
          <span className="quiet">{t(stated.is_confirmed ? 'account.confirmedOwn' : 'account.statedOwn')}</span>
        </p>
      )}
      <Form {...formProps}>
        <div className="setting-name">
          <form.AppField name="name" validators={{ onSubmit: checkGameAccount }}>
            {(field) => (
              <field.TextField
                label={t('account.label')}
                help={t('account.help')}
                maxLength={200}
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </form.AppField>
          <form.Subscribe selector={({ values }) => values.name.trim()}>
            {(name) => (
              <div className="setting-save">
                <SubmitButton kind="plain" disabled={name === (stated?.name ?? '')}>
                  {t('account.save')}
                </SubmitButton>
              </div>
            )}
          </form.Subscribe>
        </div>
      </Form>
    </SettingsRow>
  )
}
