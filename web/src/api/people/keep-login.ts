import '../../messages/callback.ts'
import '../../messages/login.ts'
import type { Recovery } from '@muster/contract/passkeys'
import type { User } from '@muster/contract/users'
import { isSessionHeld, storeToken } from '../../lib/browser/session.ts'
import { t } from '../../lib/text/messages.ts'
import { formatFull } from '../../lib/time/time.ts'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { Failure } from '../calls/failure.ts'
import { queryClient, read } from '../calls/queries.ts'
import { forgetPerson } from './person.ts'

interface Login {
  readonly auth_token: string
  readonly user: User
  readonly recovery: Recovery | null
}

/**
 * Stores a new login, and says whether a new login link was used for the account. A page that waits for a login continues.
 * @throws Failure if the browser stores nothing
 */
export function keepLogin({ auth_token, user, recovery }: Login): void {
  // Forms that wait for the login must not close; `followPerson` releases them.
  const isHeld = isSessionHeld()
  if (!storeToken(auth_token)) throw new Failure(0, 'unknown', t('callback.notKept'))
  if (!isHeld) forgetPerson()
  queryClient.setQueryData(read('getUser', {}).queryKey, user)
  if (!recovery) return
  const author = recovery.author?.display_name ?? t('login.commandLine')
  const text = t('login.recoveredText', { time: formatFull(Date.parse(recovery.recovered_at)), author })
  showToast(t('login.recovered'), { text, kind: 'bad' })
}
