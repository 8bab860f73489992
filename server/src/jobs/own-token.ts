import type { UserId } from '@muster/contract/ids'
import type { Tokens } from '../features/login/connection-token.ts'
import type { ConnectionToken } from '../features/login/token-answer.ts'
import type { GameAnswer } from '../gateways/game/gateway.ts'

export type UsableToken = Extract<ConnectionToken, { ok: true }>
export type UnusableToken = Exclude<ConnectionToken, UsableToken>

export const isUnauthorized = (answer: GameAnswer<unknown>) => !answer.ok && answer.failure.reason === 'unauthorized'

/** The user whose token is used, and the source of tokens. */
export interface Use {
  readonly tokens: Tokens
  readonly user_id: UserId
  /** See `Tokens.load`. */
  readonly onLine?: (isWaiting: boolean) => void
}

/**
 * Asks with the player's own token. If the game refuses it although it has not expired, renews it and asks once more. The result
 * does not depend on other calls that discover the dead token at the same time.
 * @returns the answer, or the reason why no token can be used.
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
