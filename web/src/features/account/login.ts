import type { Provider } from '@muster/contract/auth'
import { call } from '../../api/calls/client.ts'
import { forgetPerson } from '../../api/people/person.ts'
import { t } from '../../lib/text/messages.ts'
import { paths } from '../../lib/paths.ts'
import { storeToken } from '../../lib/browser/session.ts'

/** Where a provider sends the browser back to. */
export const readCallbackAddress = (provider: Provider) =>
  new URL(paths.callback.replace('$provider', provider), window.location.origin).href

/** What people call a provider. */
export const nameProvider = (provider: Provider): string => t(`provider.${provider}`)

/**
 * Asks for the consent page of a provider and leaves for it; the way back ends where it began. For whoever is logged in it
 * connects the account. Rejects with a Failure.
 */
export async function startLogin(provider: Provider = 'poe'): Promise<void> {
  const address = await call('oauthRedirect', {
    provider,
    query: { redirect_url: readCallbackAddress(provider), last_url: window.location.href },
  })
  window.location.assign(address)
}

/** Removes the token and everything that was answered to this person. Data for everybody is asked for again as a visitor. */
export function logOut(): void {
  storeToken(null)
  forgetPerson()
}

/** The place to return to, inside this site: never another origin, never back into a login. */
export function readReturnPath(last_path: string, origin: string): string {
  let address: URL
  try {
    address = new URL(last_path, origin)
  } catch {
    return paths.home
  }
  if (address.origin !== origin || address.pathname.startsWith('/auth/')) return paths.home
  // Two slashes in front would make the rest a host.
  return address.pathname.replace(/^\/+/, '/') + address.search + address.hash
}
