import type { Provider } from '@muster/contract/auth'
import { call } from '../calls/client.ts'
import { rememberOpenForms } from '../drafts/reopening.ts'
import { t } from '../../lib/text/messages.ts'
import { paths } from '../../lib/paths.ts'

/** The address to which a provider sends the browser back. */
export const readCallbackAddress = (provider: Provider) =>
  new URL(paths.callback.replace('$provider', provider), window.location.origin).href

/** The name of a provider for users. */
export const nameProvider = (provider: Provider): string => t(`provider.${provider}`)

/**
 * Leads to the consent page of a provider. Afterwards the browser returns to the same page, and forms with input open again. For
 * a logged-in user it connects the account. Rejects with a Failure.
 */
export async function startLogin(provider: Provider = 'poe'): Promise<void> {
  const address = await call('oauthRedirect', {
    provider,
    query: { redirect_url: readCallbackAddress(provider), last_url: window.location.href },
  })
  rememberOpenForms()
  window.location.assign(address)
}

/** The page to return to, on this site: never another origin, never another login. */
export function readReturnPath(last_path: string, origin: string): string {
  let address: URL
  try {
    address = new URL(last_path, origin)
  } catch {
    return paths.home
  }
  if (address.origin !== origin || address.pathname.startsWith('/auth/')) return paths.home
  // Two leading slashes would make the rest a host.
  return address.pathname.replace(/^\/+/, '/') + address.search + address.hash
}
