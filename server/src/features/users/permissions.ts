import type { UserId } from '@muster/contract/ids'
import { type Role, roles } from '@muster/contract/users'
import type { Logger } from 'pino'
import type { Db } from '../../db/connect.ts'
import { notifyAccess } from '../../db/ledger.ts'
import { Refusal } from '../../refusal.ts'
import { lockUserAndAdmins, insertPermissionChange, updatePermissions } from './store.ts'

/**
 * Sets the roles of a user, given the current ones, and logs the author. Logins stay valid: every call reads the current rights,
 * and open pages are notified of the change.
 * @param author_id null = the command line of the server
 * @throws Refusal user_not_found, last_admin
 */
export async function changePermissions(
  { db, log }: { readonly db: Db; readonly log: Logger },
  user_id: UserId,
  author_id: UserId | null,
  choose: (held: readonly Role[]) => readonly Role[],
): Promise<void> {
  await db.transact(async (tx) => {
    const held = await lockUserAndAdmins(tx, user_id)
    const before = held.find((user) => user.id === user_id)?.permissions
    if (!before) throw new Refusal('user_not_found')
    const permissions = choose(before)
    const isLastAdmin = before.includes('admin') && held.filter((user) => user.permissions.includes('admin')).length === 1
    if (isLastAdmin && !permissions.includes('admin')) throw new Refusal('last_admin')
    if (roles.every((role) => before.includes(role) === permissions.includes(role))) return
    await updatePermissions(tx, user_id, permissions)
    const change = { user_id, author_id, permissions_before: [...before], permissions_after: [...permissions] }
    await insertPermissionChange(tx, change)
    await notifyAccess(tx)
    log.info(change, 'roles were changed')
  })
}
