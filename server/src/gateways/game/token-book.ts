import { hash } from 'node:crypto'
import type { LimitJournal } from './limit-journal.ts'
import type { Gate } from './limits.ts'

/** Event time: after a player's token was refused, other tokens that have not worked since are unproven for this long. */
const doubtLasts_ms = 60 * 60_000
/** Maximum number of cached tokens; an event has a few hundred players. */
const maxTokens = 20_000

const hashToken = (token: string) => hash('sha256', token, 'base64url').slice(0, 22)

const provesLife = (status: number) => (status >= 200 && status < 300) || status === 404

/** State of the tokens used by this process. */
export interface TokenBook {
  /**
   * The gate for a request with this token.
   * @param isPlayers true for a player's token, false for Muster's own token for public data.
   */
  gateOf(
    token: string,
    isPlayers: boolean,
  ): Gate & {
    /** @param status of the answer; null if there was none. */
    settle(status: number | null): void
  }
  /** Call this when the provider has just issued a token. */
  noteIssued(token: string): void
}

interface Known {
  readonly state: 'asking' | 'alive' | 'dead'
  /** Event time of the last answer that proves the token works. */
  readonly heard_at: number
}

/**
 * Ensures that a dead token is used only once, not by many requests at the same time: the first request with a token is sent
 * alone, and none follows after a 401. The refusal is stored before another request can be sent, so the next process knows it
 * too. A token is tried again only if the process died between the provider's answer and the record.
 */
export function createTokenBook(now: () => number, journal?: LimitJournal): TokenBook {
  const known = new Map<string, Known>()
  /** The first and last refusal of a player's token in the current incident. */
  let refusals = { first: Number.NEGATIVE_INFINITY, last: Number.NEGATIVE_INFINITY }

  function note(key: string, state: Known['state']): void {
    known.delete(key)
    known.set(key, { state, heard_at: state === 'alive' ? now() : Number.NEGATIVE_INFINITY })
    const [oldest] = known.size > maxTokens ? known.keys() : []
    if (oldest !== undefined) known.delete(oldest)
  }
  for (const one of journal?.notes ?? []) if (one.is === 'dead') note(one.token_hash, 'dead')

  function noteRefusal(): void {
    const at = now()
    refusals = { first: at - refusals.last > doubtLasts_ms ? at : refusals.first, last: at }
  }

  return {
    gateOf(token, isPlayers) {
      const key = hashToken(token)
      return {
        look() {
          const state = known.get(key)?.state
          return state === 'dead' ? 'drop' : state === 'asking' ? 'wait' : 'go'
        },
        pass() {
          if (!known.has(key)) note(key, 'asking')
        },
        isUnproven() {
          const heard_at = known.get(key)?.heard_at ?? Number.NEGATIVE_INFINITY
          return isPlayers && now() - refusals.last <= doubtLasts_ms && heard_at < refusals.first
        },
        settle(status) {
          const state = known.get(key)?.state
          if (status === 401) {
            if (state !== 'dead') journal?.write({ is: 'dead', token_hash: key, at: now() })
            if (isPlayers) noteRefusal()
            note(key, 'dead')
          } else if (state !== undefined && state !== 'dead') {
            if (status !== null && provesLife(status)) note(key, 'alive')
            // The answer may not depend on the token, so the next request is sent alone again.
            else if (state === 'asking') known.delete(key)
          }
        },
      }
    },
    noteIssued: (token) => note(hashToken(token), 'alive'),
  }
}
