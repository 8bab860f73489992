import type { Provider } from '@muster/contract/auth'
import { type ReactNode, useState } from 'react'
import { t } from '../../lib/text/messages.ts'
import { Button, type ButtonLook } from '../../ui/forms/button.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { startLogin } from '../../api/people/login.ts'

/**
 * Leads to the consent page of a provider: connects the account for a logged-in user, logs a visitor in.
 * @param onStart runs before the request to the server
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
