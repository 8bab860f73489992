import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { openAccountToken } from './account-tokens.ts'
import { gatewayOf } from './providers.ts'

/**
 * A courtesy: Muster disappears from the user's list of applications at the provider. The account is removed even if this fails.
 */
export async function giveBack(ctx: Context, account: Row<'accounts'>): Promise<void> {
  const { user_id, provider } = account
  const revokeToken = gatewayOf(ctx, provider)?.revokeToken
  const token = openAccountToken(ctx.vault, account, 'access')
  if (!revokeToken || token === null) return
  const answer = await revokeToken(token)
  if (answer.ok) return
  const { reason, detail } = answer.failure
  ctx.log.warn({ user_id, provider, reason, detail }, 'could not revoke a consent at its provider; the account is removed anyway')
}
