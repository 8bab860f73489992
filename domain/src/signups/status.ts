import type { ApplicationStatus } from '@muster/contract/events'

/** How many applications an event takes. */
export interface Sizes {
  readonly max_size: number
  /** How many more may wait for a place; 0 = nobody. */
  readonly waitlist_size: number
}

/** Where somebody stands between applying and playing. */
export interface Applicant {
  readonly is_in_team: boolean
  /** Signups of the event ahead of theirs, by time; null without a signup. */
  readonly before: number | null
  /** Whether an organiser put the signup behind all others. */
  readonly is_held_back?: boolean
}

/**
 * The state of an application. Nobody sets it: it follows from the place in the queue and from the teams, so that the first
 * on the waitlist moves up by itself when somebody ahead withdraws. People in a team keep their place in the queue.
 * Organisers move somebody within the queue: to its front, or behind all others, where one waits even if places are free.
 */
export function findApplicationStatus({ is_in_team, before, is_held_back }: Applicant, { max_size }: Sizes): ApplicationStatus {
  if (is_in_team) return 'accepted'
  if (before === null) return 'none'
  if (is_held_back) return 'waitlisted'
  return before < max_size ? 'applied' : 'waitlisted'
}

/** Why a signup cannot be made or changed now. */
export type SignupObstacle = 'not_open' | 'in_team' | 'full'

/**
 * What stands in the way of making or changing a signup, null when nothing does. Whoever has a signup keeps it, even when
 * the event was made smaller since.
 * @param now ms on the event clock; both ends of the application window are included.
 */
export function findSignupObstacle(
  applicant: Applicant,
  event: Sizes & { readonly opens_at: number; readonly closes_at: number; readonly number_of_signups: number },
  now: number,
): SignupObstacle | null {
  if (now < event.opens_at || now > event.closes_at) return 'not_open'
  if (applicant.is_in_team) return 'in_team'
  if (applicant.before === null && event.number_of_signups >= event.max_size + event.waitlist_size) return 'full'
  return null
}
