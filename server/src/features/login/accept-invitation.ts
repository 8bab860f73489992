import type { InvitationId, UserId } from '@muster/contract/ids'
import type { Role } from '@muster/contract/users'
import { isGranted, mayRecover, nobody, rights } from '@muster/domain/access'
import type { Tx } from '../../db/connect.ts'
import { notifyAccess } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { Refusal } from '../../refusal.ts'
import { wallNow } from '../../wall-clock.ts'
import { insertAdminChange } from '../admin-changes/store.ts'
import { removeKeysOf } from '../keys/store.ts'
import { chooseName, endLogins, insertPermissionChange, lockUserAndAdmins, updatePermissions } from '../users/store.ts'
import { judgeInvitation } from './invitations.ts'
import { listPasskeys, lockInvitation, removePasskeys, updateInvitation } from './passkey-store.ts'
import { holdUser, insertUser, type TokenUser } from './store.ts'

interface Use {
  readonly invitation_id: InvitationId
  /** The user whom it is for; null for a new account. */
  readonly user_id: UserId | null
  readonly display_name: string
}

/**
 * Uses an invitation: makes the user of a new account, or opens an existing one to a new passkey. Of two simultaneous uses one
 * wins.
 * @throws Refusal invitation_closed
 */
export async function acceptInvitation(tx: Tx, { invitation_id, user_id, display_name }: Use): Promise<TokenUser> {
  const now = wallNow()
  // Locks the user before the invitation, as a deletion does.
  const owner = user_id === null ? null : (await lockUserAndAdmins(tx, user_id)).find(({ id }) => id === user_id)
  const invitation = await lockInvitation(tx, invitation_id)
  if (!invitation || owner === undefined || judgeInvitation(invitation, now) !== 'open') throw new Refusal('invitation_closed')
  if (!(await mayStillInvite(tx, invitation.author_id, owner?.permissions ?? []))) throw new Refusal('invitation_closed')
  const user = owner === null ? await makeUser(tx, invitation, display_name) : await reopenAccount(tx, owner.id, now)
  await updateInvitation(tx, invitation_id, { used_at: new Date(now), used_by: user.id })
  return user
}

async function makeUser(tx: Tx, { makes_admin }: Row<'invitations'>, display_name: string): Promise<TokenUser> {
  // Another user may have taken the name since it was checked; then a number is added.
  const user = await insertUser(tx, await chooseName(tx, display_name))
  if (!makes_admin) return user
  const permissions: Role[] = ['admin']
  await updatePermissions(tx, user.id, permissions)
  const change = { user_id: user.id, author_id: null, permissions_before: [], permissions_after: permissions }
  await insertPermissionChange(tx, change)
  return { ...user, permissions }
}

/** Removes the earlier passkeys and keys, and ends all logins. */
async function reopenAccount(tx: Tx, owner_id: UserId, now: number): Promise<TokenUser> {
  const earlier = await listPasskeys(tx, owner_id)
  await removePasskeys(
    tx,
    earlier.map(({ id }) => id),
  )
  await removeKeysOf(tx, owner_id)
  await endLogins(tx, owner_id)
  await notifyAccess(tx)
  const change = { event_id: null, author_id: owner_id, changed_at: new Date(now) }
  await insertAdminChange(tx, { ...change, kind: 'login_link_used', subject: '', detail: String(earlier.length) })
  const user = await holdUser(tx, owner_id)
  if (!user) throw new Error(`user ${owner_id} disappeared although locked`)
  return user
}

/**
 * Roles may have changed since the link was made: its author must still have the right to make it, and every role of the account
 * that it opens.
 */
async function mayStillInvite(tx: Tx, author_id: UserId | null, permissions: readonly Role[]): Promise<boolean> {
  // Made on the command line.
  if (author_id === null) return true
  const author = await holdUser(tx, author_id)
  if (!author || !isGranted(rights.invite_people, { ...nobody, roles: author.permissions })) return false
  return mayRecover(author.permissions, permissions)
}
