import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { startLogin } from './login.ts'

export function LoginButton({ isPrimary = false }: { isPrimary?: boolean }) {
  const [isBusy, setBusy] = useState(false)
  const logIn = () => {
    setBusy(true)
    startLogin().catch((failure: unknown) => {
      setBusy(false)
      showToast(t('login.failed'), { text: failure instanceof Error ? failure.message : t('failure.ours'), kind: 'bad' })
    })
  }
  return (
    <Button
      kind={isPrimary ? 'primary' : 'plain'}
      title={t('login.title')}
      aria-label={t('login.title')}
      isBusy={isBusy}
      onClick={logIn}
    >
      {t('login')}
    </Button>
  )
}
