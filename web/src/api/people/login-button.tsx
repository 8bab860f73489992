import { type ReactNode, useState } from 'react'
import { t } from '../../lib/text/messages.ts'
import { Button } from '../../ui/forms/button.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'

/** @param label the purpose of the login, if it has one */
export function LoginButton({ isPrimary = false, label }: { isPrimary?: boolean; label?: string }) {
  const [isBusy, setBusy] = useState(false)
  const [dialog, setDialog] = useState<ReactNode>(null)
  const logIn = async () => {
    setBusy(true)
    try {
      // Loaded when it is used: most visitors never log in.
      const { beginLogin } = await import('./begin-login.tsx')
      const asked = await beginLogin(() => setDialog(null))
      // Otherwise the browser leaves for the only provider.
      if (asked) setBusy(false)
      setDialog(asked)
    } catch (failure) {
      setBusy(false)
      showToast(t('login.failed'), { text: failure instanceof Error ? failure.message : t('failure.ours'), kind: 'bad' })
    }
  }
  return (
    <>
      <Button
        kind={isPrimary ? 'primary' : 'plain'}
        title={t('login.title')}
        aria-label={label === undefined ? t('login.title') : undefined}
        isBusy={isBusy}
        onClick={() => void logIn()}
      >
        {label ?? t('login')}
      </Button>
      {dialog}
    </>
  )
}
