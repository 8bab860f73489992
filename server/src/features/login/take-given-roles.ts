import type { Context } from '../../context.ts'
import type { GivenRole } from '../discord/store.ts'

/**
 * A courtesy to the server of a deleted person: the grants are forgotten with the account, so the scheduled task would never take
 * these roles. Each is tried once, because nothing may remember the person for another try.
 */
export async function takeGivenRoles({ discord_bot, log }: Context, roles: readonly GivenRole[]): Promise<void> {
  for (const { server_id, discord_id, role_id } of roles) {
    const answer = await discord_bot?.changeRole('take', { server_id, user_id: discord_id, role_id })
    if (answer?.ok) continue
    const { reason, detail } = answer?.failure ?? { reason: 'not_set_up', detail: 'DISCORD_BOT_TOKEN is missing' }
    log.warn(
      { server_id, role_id, reason, detail },
      'a deleted account keeps a role on Discord; a moderator should remove it by hand',
    )
  }
}
