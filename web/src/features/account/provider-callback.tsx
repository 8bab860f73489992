import '../../messages/callback.ts'
import type { Provider } from '@muster/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { callWrite } from '../../api/calls/writes.ts'
import { Failure } from '../../api/calls/failure.ts'
import { keepLogin } from '../../api/people/keep-login.ts'
import { dropLogin } from '../../api/people/person.ts'
import { t } from '../../lib/text/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useIsShown } from '../../lib/use-is-shown.ts'
import { useSession } from '../../lib/browser/session.ts'
import { nameButton } from '../../ui/forms/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import type { CallbackSearch } from './callback-search.ts'
import { ConnectButton } from './connect-button.tsx'
import { nameProvider, readCallbackAddress, readReturnPath } from '../../api/people/login.ts'

/**
 * Exchanges the provider's code for our token, once, and returns to the page where the login began. Shows errors with a way to
 * retry; the account of another user is a choice, because both logins belong to the same person.
 */
export function ProviderCallback({ provider, search }: { provider: Provider; search: CallbackSearch }) {
  const router = useRouter()
  const isShown = useIsShown()
  const { state, code, error, error_description } = search
  const login = useMutation({
    mutationFn: (values: { state: string; code: string }) =>
      callWrite('oauthCallback', { provider, body: { ...values, redirect_url: readCallbackAddress(provider) } }),
    onSuccess: ({ last_path, ...answer }) => {
      keepLogin(answer)
      if (isShown.current) router.history.replace(readReturnPath(last_path, window.location.origin))
    },
  })
  // A code is valid for one exchange, and effects may run twice in development.
  const hasSent = useRef(false)
  const { mutate } = login
  useEffect(() => {
    if (hasSent.current || error !== undefined || !state || !code) return
    hasSent.current = true
    mutate({ state, code })
  }, [mutate, state, code, error])

  if (error !== undefined) {
    return <Refused provider={provider} text={t('callback.refused', { reason: error_description ?? error })} />
  }
  if (!state || !code) return <Refused provider={provider} text={t('callback.incomplete')} />
  if (login.error instanceof Failure && login.error.code === 'account_taken') return <Taken provider={provider} />
  if (login.isError) return <Refused provider={provider} text={login.error.message} />
  return (
    <p role="status" className="quiet">
      {t('callback.working')}
    </p>
  )
}

function Note({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="error-note" role="alert">
      <Icon name="warning" size={20} />
      <div>
        <strong className="strong">{title}</strong>
        <p>{text}</p>
      </div>
      {children}
    </div>
  )
}

/** A user who was logged in before still is: only the connection failed. */
function Refused({ provider, text }: { provider: Provider; text: string }) {
  const isLoggedIn = useSession() !== null
  const title = isLoggedIn ? t('callback.notConnected', { provider: nameProvider(provider) }) : t('callback.failed')
  return (
    <Note title={title} text={text}>
      <ConnectButton provider={provider} kind="primary">
        {t('callback.again')}
      </ConnectButton>
    </Note>
  )
}

function Taken({ provider }: { provider: Provider }) {
  const name = nameProvider(provider)
  return (
    <Note title={t('callback.taken', { provider: name })} text={t('callback.takenText', { provider: name })}>
      <Link to={paths.home} className={nameButton({ kind: 'primary' })}>
        {t('callback.stay')}
      </Link>
      <ConnectButton provider={provider} onStart={dropLogin}>
        {t('callback.switch', { provider: name })}
      </ConnectButton>
    </Note>
  )
}
