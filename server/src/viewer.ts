import type { KeyId, TeamId, UserId } from '@muster/contract/ids'
import type { KeyScope } from '@muster/contract/keys'
import type { Role } from '@muster/contract/users'
import { hasRight, nobody, type Right, type Caller } from '@muster/domain/access'

/** A user with a valid login. Rights are read from the database at the time of the call, never from the token. */
export interface Viewer {
  readonly user_id: UserId
  readonly permissions: readonly Role[]
  /** Raising the user's version ends this login. */
  readonly token_version: number
}

/** A valid key of a user. It has none of its owner's roles. */
export interface HeldKey {
  readonly id: KeyId
  /** Its owner. */
  readonly user_id: UserId
  readonly scopes: readonly KeyScope[]
}

/** A player without an account: nothing personal is found for this id. */
export const anyPlayer: Viewer = { user_id: 0 as UserId, permissions: [], token_version: 0 }

/** A viewer's membership in one event. */
export interface Membership {
  readonly team_id: TeamId
  readonly is_team_lead: boolean
}

/** The viewer in the form that `domain/access.ts` expects. */
export const callerOf = (viewer: Viewer | null, more: Partial<Omit<Caller, 'roles'>> = {}): Caller => ({
  ...nobody,
  ...more,
  roles: viewer?.permissions ?? null,
})

export const viewerHas = (right: Right, viewer: Viewer | null, place: Membership | null = null): boolean =>
  hasRight(right, callerOf(viewer, { place }))
