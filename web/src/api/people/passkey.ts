import '../../messages/login.ts'
import type { LoginWays } from '@muster/contract/auth'
import type { PasskeyLogin, PasskeyPurpose } from '@muster/contract/passkeys'
import { Failure } from '../calls/failure.ts'
import { callWrite } from '../calls/writes.ts'
import { t } from '../../lib/text/messages.ts'

/** Passkeys work on pages of the server's own host, in browsers that support them. */
export const hasPasskeys = ({ passkey_host }: LoginWays): boolean =>
  passkey_host === window.location.hostname && typeof PublicKeyCredential === 'function'

const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh/],
  ['Linux', /Linux/],
] as const

/** A first name for a new passkey, which the person can change. */
function suggestName(): string {
  const system = systems.find(([, pattern]) => pattern.test(navigator.userAgent))?.[0]
  return system === undefined ? t('passkey.name') : t('passkey.nameOn', { system })
}

/** The browser's errors, by name (WebAuthn, sections 5.1.3 and 5.1.4). */
function explainError(error: unknown): Failure {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return new Failure(0, 'unknown', t('passkey.already'))
  if (name === 'SecurityError') return new Failure(0, 'unknown', t('passkey.wrongHost', { host: window.location.hostname }))
  if (name === 'NotSupportedError' || name === 'ConstraintError') return new Failure(0, 'unknown', t('passkey.unsupported'))
  return new Failure(0, 'unknown', t('passkey.cancelled'))
}

interface Wanted {
  readonly purpose: PasskeyPurpose
  readonly secret?: string
  readonly display_name?: string | null
}

/** Asks this device's authenticator, or another one, for a login or a new passkey. Rejects with a Failure. */
export async function askForPasskey(wanted: Wanted): Promise<PasskeyLogin> {
  // Browsers open their dialog only for a while after a click, so both are fetched at once.
  const [{ startAuthentication, startRegistration }, { options }] = await Promise.all([
    import('@simplewebauthn/browser'),
    callWrite('startPasskey', { body: wanted }),
  ])
  const asked =
    wanted.purpose === 'login'
      ? startAuthentication({ optionsJSON: options as never })
      : startRegistration({ optionsJSON: options as never })
  const answer = await asked.catch((error: unknown) => {
    throw explainError(error)
  })
  return callWrite('finishPasskey', { body: { answer, name: suggestName() } })
}
