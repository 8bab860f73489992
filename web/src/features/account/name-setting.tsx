import '../../messages/settings.ts'
import type { User } from '@muster/contract/users'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/client.ts'
import { queryClient, read } from '../../api/queries.ts'
import { WriteProblem } from '../../api/write-problem.tsx'
import { useWrite } from '../../api/writes.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/fields.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { SettingsRow } from './settings-row.tsx'

/** The longest name that the server takes. */
const longestName = 50

export function NameSetting({ user }: { user: User }) {
  const [name, setName] = useState(user.display_name)
  const trimmed = name.trim()
  const write = useWrite((display_name: string) => call('updateUser', { body: { display_name } }), {
    onDone: (answer) => {
      queryClient.setQueryData(read('getUser', {}).queryKey, answer)
      // The name stands in tables of every event.
      void queryClient.invalidateQueries({ queryKey: ['getUsersForEvent'] })
      setName(answer.display_name)
      showToast(t('settings.saved', { name: answer.display_name }))
    },
  })
  function submit(sent: FormEvent) {
    sent.preventDefault()
    if (trimmed !== '' && trimmed !== user.display_name) write.run(trimmed)
  }
  return (
    <SettingsRow title={t('settings.name')}>
      <form className="form" noValidate onSubmit={submit}>
        <div className="setting-name">
          <Field
            label={t('settings.nameLabel')}
            hint={t('settings.nameHint', { count: longestName })}
            error={write.problemOf('display_name') ?? (trimmed === '' ? t('settings.nameMissing') : undefined)}
          >
            <Input
              value={name}
              maxLength={longestName}
              dir="auto"
              autoComplete="nickname"
              onChange={(change) => setName(change.target.value)}
            />
          </Field>
          <div className="setting-save">
            <Button type="submit" isBusy={write.is_busy} disabled={trimmed === '' || trimmed === user.display_name}>
              {t('settings.save')}
            </Button>
          </div>
        </div>
        <WriteProblem write={write} fields={['display_name']} />
      </form>
    </SettingsRow>
  )
}
