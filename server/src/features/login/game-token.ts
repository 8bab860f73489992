import type { UserId } from '@muster/contract/ids'
import type { Context } from '../../context.ts'
import { type ConnectionToken, loadToken, reportDeadConnection } from './connection-token.ts'

/** A participant's game token that can be used now; see `loadToken`. */
export const loadGameToken = (ctx: Context, user_id: UserId): Promise<ConnectionToken> => loadToken(ctx, user_id, 'poe')

/** Notes that the game refused a token although its time was not over; see `reportDeadConnection`. */
export const reportDeadToken = (ctx: Context, user_id: UserId, access_token: string): Promise<void> =>
  reportDeadConnection(ctx, user_id, 'poe', access_token)
