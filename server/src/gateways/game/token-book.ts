import { hash } from 'node:crypto'
import type { LimitJournal } from './limit-journal.ts'
import type { Gate } from './limits.ts'

/** Event time: after a player's token was refused, for so long any that nobody has heard of since may be dead as well. */
const doubtLasts_ms = 60 * 60_000
/** So many tokens are remembered; an event has some hundreds of players. */
const mostTokens = 20_000

const hashToken = (token: string) => hash('sha256', token, 'base64url').slice(0, 22)

const provesLife = (status: number) => (status >= 200 && status < 300) || status === 404

/** What is known of the tokens that this process uses. */
export interface TokenBook {
  /**
   * What a request with this token has to pass.
   * @param isPlayers a player's token, and not our own for what everybody may see.
   */
  gateOf(
    token: string,
    isPlayers: boolean,
  ): Gate & {
    /** @param status of the answer; null = none came. */
    settle(status: number | null): void
  }
  /** The provider handed it out this moment. */
  noteIssued(token: string): void
}

interface Known {
  readonly state: 'asking' | 'alive' | 'dead'
  /** Event time: when an answer showed last that it lives. */
  readonly heard_at: number
}

/**
 * Sees to it that a dead token is used once and not by everybody at the same time: the first request with a token goes
 * alone until it is answered, and after a 401 none follows. That is written down before another request can leave, so that
 * the next process knows it too. Only what died with a process between the provider's answer and our note is tried again.
 */
export function createTokenBook(now: () => number, journal?: LimitJournal): TokenBook {
  const known = new Map<string, Known>()
  /** Of players' tokens: the first refusal after long peace, and the last. */
  let refusals = { first: Number.NEGATIVE_INFINITY, last: Number.NEGATIVE_INFINITY }

  function note(key: string, state: Known['state']): void {
    known.delete(key)
    known.set(key, { state, heard_at: state === 'alive' ? now() : Number.NEGATIVE_INFINITY })
    const [oldest] = known.size > mostTokens ? known.keys() : []
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
            // Whoever answered may not have looked at the token: the next one goes alone again.
            else if (state === 'asking') known.delete(key)
          }
        },
      }
    },
    noteIssued: (token) => note(hashToken(token), 'alive'),
  }
}
