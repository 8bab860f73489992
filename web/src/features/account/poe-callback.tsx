import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { call } from '../../api/client.ts'
import { queryClient, read } from '../../api/queries.ts'
import { t } from '../../lib/messages.ts'
import { storeToken } from '../../lib/session.ts'
import { Icon } from '../../ui/icon.tsx'
import { forgetPerson, readCallbackAddress, readReturnPath } from './login.ts'
import { LoginButton } from './login-button.tsx'

export interface CallbackSearch {
  readonly state?: string
  readonly code?: string
  readonly error?: string
  readonly error_description?: string
}

/** Exchanges the provider's code for our token, once, and returns to where the login began. */
export function PoeCallback({ search }: { search: CallbackSearch }) {
  const router = useRouter()
  const { state, code, error, error_description } = search
  const login = useMutation({
    mutationFn: (values: { state: string; code: string }) =>
      call('oauthCallback', { provider: 'poe', body: { ...values, redirect_url: readCallbackAddress() } }),
    onSuccess: ({ auth_token, last_path, user }) => {
      if (!storeToken(auth_token)) throw new Error(t('callback.notKept'))
      forgetPerson()
      queryClient.setQueryData(read('getUser', {}).queryKey, user)
      router.history.replace(readReturnPath(last_path, window.location.origin))
    },
  })
  // A code is good for one exchange, and effects may run twice in development.
  const hasSent = useRef(false)
  const { mutate } = login
  useEffect(() => {
    if (hasSent.current || error !== undefined || !state || !code) return
    hasSent.current = true
    mutate({ state, code })
  }, [mutate, state, code, error])

  if (error !== undefined) {
    return <Refused text={t('callback.refused', { reason: error_description ?? error })} />
  }
  if (!state || !code) return <Refused text={t('callback.incomplete')} />
  if (login.isError) return <Refused text={login.error.message} />
  return (
    <p role="status" className="quiet">
      {t('callback.working')}
    </p>
  )
}

function Refused({ text }: { text: string }) {
  return (
    <div className="error-note" role="alert">
      <Icon name="warning" size={20} />
      <div>
        <strong className="strong">{t('callback.failed')}</strong>
        <p>{text}</p>
      </div>
      <LoginButton isPrimary />
    </div>
  )
}
