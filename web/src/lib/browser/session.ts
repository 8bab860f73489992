import { useStored } from '../store.ts'
import { readStored, storedValue } from './storage.ts'

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

/** The stored login if it is well-formed and not expired. */
export function readSession(): Session | null {
  const session = stored.get()
  return session !== null && session.expires_at > Date.now() ? session : null
}

/** The stored text, even if it is not a valid login. */
export const readStoredToken = (): string | null => readStored(key)

/** null logs out. */
export const storeToken = stored.set
export const listenSession = stored.listen
export const useSession = (): Session | null => useStored({ listen: listenSession, get: readSession })
