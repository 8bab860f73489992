import type { ReactNode } from 'react'
import { readSession } from '../../lib/browser/session.ts'
import { call } from '../calls/client.ts'
import { LoginDialog } from './login-dialog.tsx'
import { startLogin } from './login.ts'
import { hasPasskeys } from './passkey.ts'

/**
 * Starts the only way to log in, for which the browser leaves the page. A logged-in user connects the game account. Rejects with
 * a Failure.
 * @returns null, or the dialog of the ways, if there are several or none
 */
export async function beginLogin(onClose: () => void): Promise<ReactNode> {
  if (readSession() !== null) {
    await startLogin()
    return null
  }
  const ways = await call('getLoginWays', {})
  const [only, ...others] = ways.providers
  if (only === undefined || others.length > 0 || hasPasskeys(ways)) return <LoginDialog ways={ways} onClose={onClose} />
  await startLogin(only)
  return null
}
