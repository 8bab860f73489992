import { z } from 'zod'
import { nullableId, optionalName } from './body.ts'
import { DateTime } from './date-time.ts'
import { InvitationId, UserId } from './ids.ts'
import { invitationSecret } from './passkeys.ts'
import { MinimalUser } from './users.ts'

/** Most links made at once. */
export const maxInvitations = 50
/** How long a link may be valid. */
export const longestInvitation_hours = 30 * 24
export const invitationNameLength = 100

const hours = `must be a whole number from 1 to ${longestInvitation_hours}`
const links = `must be a whole number from 1 to ${maxInvitations}`

export const InvitationBody = z
  .object({
    /** More than one only for new accounts. */
    count: z.int({ error: links }).min(1, links).max(maxInvitations, links).nullish(),
    valid_hours: z.int({ error: hours }).min(1, hours).max(longestInvitation_hours, hours),
    /** A note for the list of invitations, for example for whom the link is. */
    name: optionalName(invitationNameLength),
    /** The user who gets a new passkey through the link; if absent, the link creates a new account. */
    for_user_id: nullableId(UserId),
  })
  .meta({ id: 'InvitationBody' })

export const invitationStates = ['open', 'used', 'expired', 'revoked'] as const
export const InvitationState = z.enum(invitationStates)
export type InvitationState = z.output<typeof InvitationState>

export const Invitation = z
  .object({
    id: InvitationId,
    name: z.string(),
    state: InvitationState,
    /** Null: the command line, or a deleted user. */
    author: MinimalUser.nullable(),
    created_at: DateTime,
    expires_at: DateTime,
    /** The user who gets a new passkey; null for a new account. */
    for_user: MinimalUser.nullable(),
    used_at: DateTime.nullable(),
    used_by: MinimalUser.nullable(),
    /** The caller holds every role of the person who used it, and may make a new login link for them. */
    may_recover: z.boolean(),
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.output<typeof Invitation>

/** A new invitation. Its secret is shown once: the database has only a hash. */
export const NewInvitation = z.object({ id: InvitationId, secret: z.string() }).meta({ id: 'NewInvitation' })
export type NewInvitation = z.output<typeof NewInvitation>

export const InvitationSecret = z.object({ secret: invitationSecret }).meta({ id: 'InvitationSecret' })

/** An invitation as its page shows it to the person who has the link. */
export const OpenedInvitation = z
  .object({ state: InvitationState, expires_at: DateTime, for_user: MinimalUser.nullable() })
  .meta({ id: 'OpenedInvitation' })
export type OpenedInvitation = z.output<typeof OpenedInvitation>
