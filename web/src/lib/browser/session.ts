import { useSyncExternalStore } from 'react'
import { listenStored, readStored, writeStored } from './storage.ts'

const key = 'auth'

/** The content of a login token. */
export interface Session {
  readonly token: string
  readonly user_id: number
  /** Milliseconds since 1970. */
  readonly expires_at: number
  /** The roles at the time of the login. A hint for what to ask early: the server and the pages decide by the current roles. */
  readonly roles_at_login: readonly string[]
}

function readClaims(token: string): Omit<Session, 'token'> | null {
  const payload = token.split('.')[1]
  if (!payload) return null
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof claims !== 'object' || claims === null) return null
    const { user_id, exp, permissions } = claims as Record<string, unknown>
    if (typeof user_id !== 'number' || typeof exp !== 'number') return null
    return { user_id, expires_at: exp * 1000, roles_at_login: Array.isArray(permissions) ? permissions.map(String) : [] }
  } catch {
    // Not base64 or not JSON: no token of ours.
    return null
  }
}

// The token is decoded once per value, so that readers get the same object until it changes.
let decoded: { token: string | null; session: Session | null } = { token: null, session: null }

/** The stored login if it is well-formed and not expired. */
export function readSession(): Session | null {
  const token = readStored(key)
  if (token !== decoded.token) {
    const claims = token === null ? null : readClaims(token)
    decoded = { token, session: token === null || claims === null ? null : { token, ...claims } }
  }
  return decoded.session !== null && decoded.session.expires_at > Date.now() ? decoded.session : null
}

/** What is stored, also where it is no login or none any more. */
export const readStoredToken = (): string | null => readStored(key)

/** null logs out. */
export function storeToken(token: string | null): boolean {
  return writeStored(key, token)
}

export function listenSession(listener: () => void): () => void {
  return listenStored(key, listener)
}

export function useSession(): Session | null {
  return useSyncExternalStore(listenSession, readSession)
}
