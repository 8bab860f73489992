import type { TeamId, UserId } from '@muster/contract/ids'
import type { Role } from '@muster/contract/users'
import { hasRight, nobody, type Right, type Caller } from '@muster/domain/access'

/** Somebody with a valid login. Rights are those of the database at the time of the call, never those of the token. */
export interface Viewer {
  readonly user_id: UserId
  readonly permissions: readonly Role[]
  /** Raising the one of the user ends this login. */
  readonly token_version: number
}

/** A viewer's place in one event. */
export interface Membership {
  readonly team_id: TeamId
  readonly is_team_lead: boolean
}

/** How a viewer stands to a call, as `domain/access.ts` asks. */
export const callerOf = (viewer: Viewer | null, more: Partial<Omit<Caller, 'roles'>> = {}): Caller => ({
  ...nobody,
  ...more,
  roles: viewer?.permissions ?? null,
})

export const viewerHas = (right: Right, viewer: Viewer | null, place: Membership | null = null): boolean =>
  hasRight(right, callerOf(viewer, { place }))
