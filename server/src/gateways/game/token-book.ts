import { hash } from 'node:crypto'
import type { LimitJournal } from './limit-journal.ts'
import type { Gate } from './limits.ts'

/** So many tokens are remembered; an event has some hundreds of players. */
const mostTokens = 20_000

const hashToken = (token: string) => hash('sha256', token, 'base64url').slice(0, 22)

const provesLife = (status: number) => (status >= 200 && status < 300) || status === 404

/** What is known of the tokens that this process uses. */
export interface TokenBook {
  /** What a request with this token has to pass. */
  gateOf(token: string): Gate
  /** @param status of the answer; null = none came. */
  settle(token: string, status: number | null): void
  /** The provider handed it out this moment. */
  noteIssued(token: string): void
}

/**
 * Sees to it that a dead token is used once and not by everybody at the same time: the first request with a token goes
 * alone until it is answered, and after a 401 none follows. That is written down before another request can leave, so that
 * the next process knows it too. Only what died with a process between the provider's answer and our note is tried again.
 */
export function createTokenBook(now: () => number, journal?: LimitJournal): TokenBook {
  const known = new Map<string, 'asking' | 'alive' | 'dead'>()

  function note(token: string, state: 'asking' | 'alive' | 'dead'): void {
    const key = hashToken(token)
    known.delete(key)
    known.set(key, state)
    const [oldest] = known.size > mostTokens ? known.keys() : []
    if (oldest !== undefined) known.delete(oldest)
  }
  for (const one of journal?.notes ?? []) if (one.is === 'dead') known.set(one.token_hash, 'dead')

  return {
    gateOf: (token) => {
      const key = hashToken(token)
      return {
        look() {
          const state = known.get(key)
          return state === 'dead' ? 'drop' : state === 'asking' ? 'wait' : 'go'
        },
        pass() {
          if (!known.has(key)) note(token, 'asking')
        },
      }
    },
    settle(token, status) {
      const key = hashToken(token)
      if (status === 401) {
        if (known.get(key) !== 'dead') journal?.write({ is: 'dead', token_hash: key, at: now() })
        note(token, 'dead')
      } else if (known.get(key) === 'asking') {
        if (status !== null && provesLife(status)) note(token, 'alive')
        // Whoever answered may not have looked at the token: the next one goes alone again.
        else known.delete(key)
      }
    },
    noteIssued: (token) => note(token, 'alive'),
  }
}
