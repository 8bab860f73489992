import type { UserId } from '@muster/contract/ids'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import type { GameFailure } from '../../gateways/game/gateway.ts'
import { openAccountToken, sealAccountTokens } from './account-tokens.ts'
import { findGameAccount, lockGameAccount, updateGameAccount } from './store.ts'

/** A token is renewed this long before it ends, event time, so that a call does not lose it half-way. */
const margin_ms = 60_000

/**
 * A participant's game token that can be used now. `broken`: the person has to connect again. `failed`: the provider
 * could not be asked; try later.
 */
export type GameToken =
  | { readonly ok: true; readonly access_token: string; readonly scopes: readonly string[] }
  | { readonly ok: false; readonly reason: 'not_connected' | 'broken'; readonly detail: string }
  | { readonly ok: false; readonly reason: 'failed'; readonly failure: GameFailure }

const reconnect = 'The connection to the game is no longer valid'

function readUsable(ctx: Context, account: Row<'accounts'>): GameToken | null {
  if (account.broken_reason !== null) return { ok: false, reason: 'broken', detail: account.broken_reason }
  const isOver = account.expires_at !== null && account.expires_at.getTime() - margin_ms <= ctx.clock.now()
  const access_token = isOver ? null : openAccountToken(ctx.config, account, 'access')
  return access_token === null ? null : { ok: true, access_token, scopes: account.scopes }
}

/**
 * The user's game token, renewed when its time is over. The row is locked for the renewal: the provider kills a refresh
 * token when it is used, so two processes renewing together would lock the player out. The new pair is stored before
 * anybody uses it.
 */
export async function loadGameToken(ctx: Context, user_id: UserId): Promise<GameToken> {
  const account = await findGameAccount(ctx.db, user_id)
  if (!account) return { ok: false, reason: 'not_connected', detail: 'No game account is connected' }
  return readUsable(ctx, account) ?? renewToken(ctx, user_id)
}

function renewToken(ctx: Context, user_id: UserId): Promise<GameToken> {
  return ctx.db.transaction().execute(async (tx): Promise<GameToken> => {
    const account = await lockGameAccount(tx, user_id)
    if (!account) return { ok: false, reason: 'not_connected', detail: 'No game account is connected' }
    // Somebody else may have renewed it while we waited for the row.
    const usable = readUsable(ctx, account)
    if (usable) return usable
    const refresh_token = openAccountToken(ctx.config, account, 'refresh')
    const answer = refresh_token === null ? null : await ctx.game.refreshTokens(refresh_token)
    if (answer === null || (!answer.ok && answer.failure.reason === 'unauthorized')) {
      await updateGameAccount(tx, user_id, { broken_reason: reconnect })
      return { ok: false, reason: 'broken', detail: reconnect }
    }
    if (!answer.ok) return { ok: false, reason: 'failed', failure: answer.failure }
    const { access_token, scopes } = answer.value
    await updateGameAccount(tx, user_id, sealAccountTokens(ctx.config, account, answer.value))
    return { ok: true, access_token, scopes }
  })
}

/**
 * Notes that the provider refused a token although its time was not over; the next load renews it. A token that was
 * replaced meanwhile stays.
 */
export async function reportDeadToken(ctx: Context, user_id: UserId, access_token: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const account = await lockGameAccount(tx, user_id)
    if (!account || openAccountToken(ctx.config, account, 'access') !== access_token) return
    await updateGameAccount(tx, user_id, { access_token: null })
  })
}
