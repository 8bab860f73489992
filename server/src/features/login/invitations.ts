import { randomBytes } from 'node:crypto'
import type { InvitationId, UserId } from '@muster/contract/ids'
import type { Invitation, InvitationState, NewInvitation, OpenedInvitation } from '@muster/contract/invitations'
import type { MinimalUser } from '@muster/contract/users'
import { mayRecover } from '@muster/domain/access'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import { Refusal, refuseField } from '../../refusal.ts'
import type { Viewer } from '../../viewer.ts'
import { wallNow } from '../../wall-clock.ts'
import { insertAdminChange } from '../admin-changes/store.ts'
import { findMinimalUser, findUser } from '../users/store.ts'
import { requirePasskeySite } from './passkey-site.ts'
import {
  countOpenInvitations,
  findInvitation,
  insertInvitations,
  listInvitations,
  lockInvitation,
  removeOldInvitations,
  updateInvitation,
} from './passkey-store.ts'
import { hashSecret } from '../../secret-hash.ts'

const hour_ms = 3_600_000
/** How long an unused invitation stays in the list after its end. */
const kept_ms = 30 * 24 * hour_ms
const maxListed = 200
/** Each unused link is a risk. */
const maxOpen = 1000

type StateColumns = Pick<Row<'invitations'>, 'used_at' | 'revoked_at' | 'expires_at'>

export function judgeInvitation({ used_at, revoked_at, expires_at }: StateColumns, now: number): InvitationState {
  if (used_at !== null) return 'used'
  if (revoked_at !== null) return 'revoked'
  return expires_at.getTime() <= now ? 'expired' : 'open'
}

interface Links {
  readonly count: number
  readonly valid_hours: number
  readonly name: string
  readonly author_id: UserId | null
  readonly for_user_id: UserId | null
  readonly makes_admin?: boolean
}

/** @returns the links' secrets, of which the database has only hashes */
export async function makeInvitations(tx: Tx, { count, valid_hours, ...columns }: Links, now: number): Promise<NewInvitation[]> {
  await removeOldInvitations(tx, new Date(now - kept_ms))
  const secrets = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const expires_at = new Date(now + valid_hours * hour_ms)
  const ids = await insertInvitations(
    tx,
    secrets.map((secret) => ({ ...columns, secret_hash: hashSecret(secret), created_at: new Date(now), expires_at })),
  )
  return ids.map((id, place) => ({ id, secret: secrets[place] ?? '' }))
}

/** The page of an invitation. Its secret is in the fragment, which browsers send to no server. */
export const writeInvitationLink = (public_url: string, secret: string): string => `${public_url}/invitation#${secret}`

/** The user who is to get a new login link, with the organiser's right to make it. */
async function requireRecoverable(ctx: Context, viewer: Viewer, user_id: UserId): Promise<MinimalUser> {
  if (user_id === viewer.user_id) throw new Refusal('not_allowed', 'Add a passkey in your settings instead')
  const user = await findUser(ctx.db, user_id)
  if (!user) throw new Refusal('user_not_found')
  if (!mayRecover(viewer.permissions, user.permissions))
    throw new Refusal('not_allowed', 'This person has roles that you do not have; ask an admin for the link')
  return user
}

/**
 * Links for new accounts, or one for a user who lost their passkeys.
 * @throws Refusal provider_not_found, user_not_found, not_allowed, invalid_request
 */
export async function createInvitations(
  ctx: Context,
  viewer: Viewer,
  wanted: Pick<Links, 'count' | 'valid_hours' | 'name' | 'for_user_id'>,
): Promise<NewInvitation[]> {
  requirePasskeySite(ctx.config)
  const { count, for_user_id } = wanted
  if (for_user_id !== null && count !== 1) throw refuseField('count', 'must be 1 for a new login link')
  const user = for_user_id === null ? null : await requireRecoverable(ctx, viewer, for_user_id)
  const { user_id: author_id } = viewer
  const now = wallNow()
  return ctx.db.transact(async (tx) => {
    if ((await countOpenInvitations(tx, new Date(now))) + count > maxOpen)
      throw refuseField('count', `would be too many: at most ${maxOpen} links can be open, so revoke some first`)
    const made = await makeInvitations(tx, { ...wanted, author_id }, now)
    // The time of the link, by which a deletion finds the name.
    const change = { event_id: null, author_id, changed_at: new Date(now) }
    await insertAdminChange(
      tx,
      user
        ? { ...change, kind: 'login_link_made', subject: user.display_name, detail: '' }
        : { ...change, kind: 'people_invited', subject: '', detail: String(count) },
    )
    return made
  })
}

const present = (id: UserId | null, display_name: string | null): MinimalUser | null =>
  id === null || display_name === null ? null : { id, display_name }

export async function presentInvitations(db: Db, viewer: Viewer): Promise<Invitation[]> {
  const now = wallNow()
  return (await listInvitations(db, maxListed)).map((row) => ({
    id: row.id,
    name: row.name,
    state: judgeInvitation(row, now),
    author: present(row.author_id, row.author_name),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    for_user: present(row.for_user_id, row.owner_name),
    used_at: row.used_at?.toISOString() ?? null,
    used_by: present(row.used_by, row.guest_name),
    may_recover:
      row.guest_permissions !== null && row.used_by !== viewer.user_id && mayRecover(viewer.permissions, row.guest_permissions),
  }))
}

/** @throws Refusal invitation_not_found, invitation_closed */
export async function revokeInvitation(ctx: Context, author_id: UserId, id: InvitationId): Promise<void> {
  const now = wallNow()
  await ctx.db.transact(async (tx) => {
    const invitation = await lockInvitation(tx, id)
    if (!invitation) throw new Refusal('invitation_not_found')
    if (judgeInvitation(invitation, now) !== 'open') throw new Refusal('invitation_closed')
    await updateInvitation(tx, id, { revoked_at: new Date(now) })
    const change = { event_id: null, author_id, changed_at: new Date(now) }
    await insertAdminChange(tx, { ...change, kind: 'invitation_revoked', subject: '', detail: '' })
  })
}

/** @throws Refusal invitation_not_found */
export async function openInvitation(ctx: Context, secret: string): Promise<OpenedInvitation> {
  const invitation = await getInvitation(ctx.db, secret)
  const { for_user_id, expires_at } = invitation
  return {
    state: judgeInvitation(invitation, wallNow()),
    expires_at: expires_at.toISOString(),
    for_user: for_user_id === null ? null : await findMinimalUser(ctx.db, for_user_id),
  }
}

/** @throws Refusal invitation_not_found */
async function getInvitation(db: Db, secret: string): Promise<Row<'invitations'>> {
  const invitation = await findInvitation(db, hashSecret(secret))
  if (!invitation) throw new Refusal('invitation_not_found')
  return invitation
}

/** @throws Refusal invitation_not_found, invitation_closed */
export async function getOpenInvitation(db: Db, secret: string): Promise<Row<'invitations'>> {
  const invitation = await getInvitation(db, secret)
  if (judgeInvitation(invitation, wallNow()) !== 'open') throw new Refusal('invitation_closed')
  return invitation
}
