import type { UserId } from '@muster/contract/ids'
import type { Context } from '../../context.ts'
import { type ConnectionToken, loadToken, preloadTokens, reportDeadConnection, type Tokens } from './connection-token.ts'

/** A participant's game token that can be used now; see `loadToken`. */
export const loadGameToken = (ctx: Context, user_id: UserId): Promise<ConnectionToken> => loadToken(ctx, user_id, 'poe')

/** The tokens of many; see `preloadTokens`. */
export const preloadGameTokens = (ctx: Context, user_ids: readonly UserId[]): Promise<Tokens> =>
  preloadTokens(ctx, user_ids, 'poe')

/** Notes that the game refused a token although its time was not over; see `reportDeadConnection`. */
export const reportDeadToken = (ctx: Context, user_id: UserId, access_token: string): Promise<void> =>
  reportDeadConnection(ctx, user_id, 'poe', access_token)
