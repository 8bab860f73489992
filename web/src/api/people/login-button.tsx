import type { LoginWays } from '@muster/contract/auth'
import { Suspense, useState } from 'react'
import { t } from '../../lib/text/messages.ts'
import { lazyPart } from '../../ui/deferred/lazy-part.ts'
import { Button } from '../../ui/forms/button.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'

const LoginDialog = lazyPart(() => import('./login-dialog.tsx').then((module) => ({ default: module.LoginDialog })))

/** @param label the purpose of the login, if it has one */
export function LoginButton({ isPrimary = false, label }: { isPrimary?: boolean; label?: string }) {
  const [isBusy, setBusy] = useState(false)
  const [ways, setWays] = useState<LoginWays | null>(null)
  const logIn = async () => {
    setBusy(true)
    try {
      // Loaded when it is used: most visitors never log in.
      const { beginLogin } = await import('./login.ts')
      const found = await beginLogin()
      // Otherwise the browser leaves for the only provider.
      if (found) setBusy(false)
      setWays(found)
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
      <Suspense>{ways && <LoginDialog ways={ways} onClose={() => setWays(null)} />}</Suspense>
    </>
  )
}
