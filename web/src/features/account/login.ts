import { call } from '../../api/client.ts'
import { queryClient, read } from '../../api/queries.ts'
import { paths } from '../../lib/paths.ts'
import { storeToken } from '../../lib/session.ts'

/** Where the provider sends the browser back to. */
export const readCallbackAddress = () => new URL(paths.poeCallback, window.location.origin).href

/** Asks for the consent page and leaves for it; the way back ends where it began. Rejects with a Failure. */
export async function startLogin(): Promise<void> {
  const address = await call('oauthRedirect', {
    provider: 'poe',
    query: { redirect_url: readCallbackAddress(), last_url: window.location.href },
  })
  window.location.assign(address)
}

/** Removes the token and everything that was answered to this person. Data for everybody is asked for again as a visitor. */
export function logOut(): void {
  storeToken(null)
  forgetPerson()
}

/** Answers that depend on who asks. */
const personal = ['getUser', 'getEventStatus', 'getLatestScoresForEvent', 'getScoreChanges', 'getScoreHistory']

/** After a login or logout: personal answers go at once, the others are renewed while they are shown. */
export function forgetPerson(): void {
  queryClient.removeQueries({ queryKey: read('getUser', {}).queryKey })
  for (const name of personal) void queryClient.resetQueries({ queryKey: [name] })
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !personal.includes(String(queryKey[0])) })
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
  return address.pathname + address.search + address.hash
}
