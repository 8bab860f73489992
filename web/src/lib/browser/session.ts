import { createStore, useStored } from '../store.ts'
import { readStored, storedValue } from './storage.ts'
import { viewAs } from './view-as.ts'

const key = 'auth'

/** The content of a login token. */
export interface Session {
  readonly token: string
  readonly user_id: number
  /** Milliseconds since 1970. */
  readonly expires_at: number
  /** The roles at the time of the login. A hint for early requests: the server and the pages decide by the current roles. */
  readonly roles_at_login: readonly string[]
}

function parseToken(token: string | null): Session | null {
  const payload = token?.split('.')[1]
  if (token === null || !payload) return null
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof claims !== 'object' || claims === null) return null
    const { user_id, exp, permissions } = claims as Record<string, unknown>
    if (typeof user_id !== 'number' || typeof exp !== 'number') return null
    const roles_at_login = Array.isArray(permissions) ? permissions.map(String) : []
    return { token, user_id, expires_at: exp * 1000, roles_at_login }
  } catch {
    // Not base64 or not JSON: not a token from Muster.
    return null
  }
}

const stored = storedValue(key, parseToken)

/** A valid login that the page has used. */
let used: Session | null = null
/** The ended login that open pages still show, so that no form with input disappears. */
const held = createStore<Session | null>(null)

/** The stored login if it is well-formed and not expired. */
function readValid(): Session | null {
  const session = stored.get()
  return session === null || session.expires_at <= Date.now() ? null : session
}

/** The token of calls: an organiser who views the site as someone else stays logged in. */
export const readCallToken = (): string | undefined => (viewAs === null ? readSession() : readValid())?.token

/** The login of the viewer; none while an organiser views the site as someone else. */
export function readSession(): Session | null {
  if (viewAs !== null) return null
  const session = readValid()
  if (session !== null) used = session
  return session
}

/** The login that the pages show: valid, held, or just expired and not yet ended by `watchSession`. */
export const readShownSession = (): Session | null => readSession() ?? held.get() ?? (stored.get() === used ? used : null)

/** The stored text, even if it is not a valid login. */
export const readStoredToken = (): string | null => readStored(key)

/** null logs out. */
export const storeToken = stored.set
export const listenSession = stored.listen

/** Pages stay as they are after the login has ended; null lets them go on without it. */
export const holdSession = held.set
export const isSessionHeld = (): boolean => held.get() !== null
export const useIsSessionHeld = (): boolean => useStored(held) !== null

export function useSession(): Session | null {
  useStored(held)
  return useStored({ listen: listenSession, get: readShownSession })
}
