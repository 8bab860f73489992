import type { Provider } from '@muster/contract/auth'
import { type ReactNode, useState } from 'react'
import { t } from '../../lib/text/messages.ts'
import { Button, type ButtonLook } from '../../ui/forms/button.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { startLogin } from './login.ts'

/**
 * Leaves for the consent page of a provider: connects the account to whoever is logged in, logs in whoever is not.
 * @param onStart runs before the server is asked.
 */
export function ConnectButton({
  provider,
  kind = 'plain',
  onStart,
  children,
}: {
  provider: Provider
  kind?: ButtonLook['kind']
  onStart?: () => void
  children: ReactNode
}) {
  const [isBusy, setBusy] = useState(false)
  const start = () => {
    setBusy(true)
    onStart?.()
    startLogin(provider).catch((failure: unknown) => {
      setBusy(false)
      showToast(t('login.failed'), { text: failure instanceof Error ? failure.message : t('failure.ours'), kind: 'bad' })
    })
  }
  return (
    <Button kind={kind} isBusy={isBusy} onClick={start}>
      {children}
    </Button>
  )
}
