import type { TeamId, UserId } from '@muster/contract/ids'
import type { Role } from '@muster/contract/users'

/** Somebody with a valid login. Rights are those of the database at the time of the call, never those of the token. */
export interface Viewer {
  readonly user_id: UserId
  readonly permissions: readonly Role[]
}

/** A viewer's place in one event. */
export interface Membership {
  readonly team_id: TeamId
  readonly is_team_lead: boolean
}

export function holdsOneOf(viewer: Viewer | null, roles: readonly Role[]): boolean {
  return viewer !== null && viewer.permissions.some((held) => roles.includes(held))
}

/**
 * Whether an event exists for this caller. A hidden event is open to holders of any role, who prepare it, and to those who
 * were put into one of its teams; everybody else is told that there is no such event.
 */
export function maySeeEvent(
  event: { readonly is_public: boolean },
  viewer: Viewer | null,
  membership: Membership | null,
): boolean {
  return event.is_public || membership !== null || (viewer !== null && viewer.permissions.length > 0)
}

/** Whether the caller sees objectives that open in the future. */
export const maySeeUnreleased = (viewer: Viewer | null): boolean => holdsOneOf(viewer, ['admin', 'objective_designer'])
