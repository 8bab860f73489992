import type { UserId } from '@muster/contract/ids'
import type { Context } from '../../context.ts'
import { Refusal, refuseField } from '../../refusal.ts'
import { insertAdminChange } from '../admin-changes/store.ts'
import { listGivenRoles } from '../discord/store.ts'
import { erasePerson } from '../privacy/store.ts'
import { insertPermissionChange, isSameName, lockUserAndAdmins } from '../users/store.ts'
import { giveBack } from './give-back.ts'
import { lockAccountsOf } from './store.ts'
import { takeGivenRoles } from './take-given-roles.ts'

/** The account to delete, and the author of the deletion. */
interface Wanted {
  readonly user_id: UserId
  readonly author_id: UserId
  /** The name as typed for confirmation. */
  readonly display_name: string
  /** The reason of an admin who deletes the account of another user. */
  readonly reason: string | null
}

/**
 * Deletes an account at once, and with it all personal data except the numbers that scores are made of. Consents are revoked at
 * the providers, and roles taken on Discord, where possible.
 * @returns the pseudonym that remains
 * @throws Refusal user_not_found, last_admin, invalid_request
 */
export async function deleteAccount(ctx: Context, { user_id, author_id, display_name, reason }: Wanted): Promise<string> {
  const now = new Date(ctx.clock.now())
  const { accounts, roles, pseudonym } = await ctx.db.transact(async (tx) => {
    const held = await lockUserAndAdmins(tx, user_id)
    const user = held.find((one) => one.id === user_id)
    if (!user) throw new Refusal('user_not_found')
    const { permissions } = user
    const isLastAdmin = permissions.includes('admin') && held.filter((one) => one.permissions.includes('admin')).length === 1
    if (isLastAdmin) throw new Refusal('last_admin')
    if (!isSameName(display_name, user.display_name)) throw refuseField('display_name', 'is not the name of this account')
    const accounts = await lockAccountsOf(tx, user_id)
    const roles = await listGivenRoles(tx, user_id)
    const names = [user.display_name, ...accounts.flatMap(({ name, handle }) => [name, ...(handle ? [handle] : [])])]
    const told = reason?.toLowerCase() ?? ''
    if (names.some((name) => told.includes(name.toLowerCase())))
      throw refuseField('reason', 'must not contain the name of the person')
    if (permissions.length > 0) {
      const change = { user_id, author_id, permissions_before: [...permissions], permissions_after: [] }
      await insertPermissionChange(tx, change)
    }
    const pseudonym = await erasePerson(tx, user_id, now)
    if (reason !== null) {
      const change = { event_id: null, author_id, changed_at: now, kind: 'person_deleted' as const }
      await insertAdminChange(tx, { ...change, subject: pseudonym, detail: reason.trim() })
    }
    return { accounts, roles, pseudonym }
  })
  ctx.log.info({ user_id, author_id }, 'an account was deleted')
  for (const account of accounts) await giveBack(ctx, account)
  await takeGivenRoles(ctx, roles)
  return pseudonym
}
