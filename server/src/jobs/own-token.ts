import type { UserId } from '@muster/contract/ids'
import type { Tokens } from '../features/login/connection-token.ts'
import type { ConnectionToken } from '../features/login/token-answer.ts'
import type { GameAnswer } from '../gateways/game/gateway.ts'

export type UsableToken = Extract<ConnectionToken, { ok: true }>
export type UnusableToken = Exclude<ConnectionToken, UsableToken>

export const isUnauthorized = (answer: GameAnswer<unknown>) => !answer.ok && answer.failure.reason === 'unauthorized'

/** Whose token is used, and for what. */
export interface Use {
  readonly tokens: Tokens
  readonly user_id: UserId
  /** See `Tokens.load`. */
  readonly onLine?: (isWaiting: boolean) => void
}

/**
 * Asks with the player's own token, and once more with a renewed one where the game refused it although its time was not over.
 * What comes of it does not depend on who else finds out at the same moment that the token is dead.
 * @returns the answer, or why no token can be used.
 */
export async function askWithOwnToken<T>(
  { tokens, user_id, onLine }: Use,
  ask: (token: UsableToken) => Promise<T>,
  isRefused: (answer: T) => boolean,
): Promise<{ readonly answer: T } | { readonly unusable: UnusableToken }> {
  for (let isLast = false; ; isLast = true) {
    const token = await tokens.load(user_id, onLine)
    if (!token.ok) return { unusable: token }
    const answer = await ask(token)
    if (!isRefused(answer)) return { answer }
    await tokens.reportDead(user_id, token.access_token)
    if (isLast) return { answer }
  }
}
