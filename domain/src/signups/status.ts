import type { ApplicationStatus } from '@muster/contract/events'

/** How many applications an event accepts. */
export interface Sizes {
  readonly max_size: number
  /** Places on the waitlist; 0: there is none. */
  readonly waitlist_size: number
}

/** The facts from which the state of an application follows. */
export interface Applicant {
  readonly is_in_team: boolean
  /** Earlier signups for the event; null without a signup. */
  readonly before: number | null
  /** Whether an organiser moved the signup behind all others. */
  readonly is_held_back?: boolean
}

/**
 * The state of an application. It is not stored: it follows from the place in the queue and from the teams, so that the first
 * player on the waitlist moves up automatically when a player ahead withdraws. Team members keep their place in the queue.
 * Organisers can move a player to the front of the queue, or behind all others, where the player waits even if places are free.
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
 * Why a signup cannot be made or changed, or null if it can. A player who has a signup keeps it, even if the event was made
 * smaller since.
 * @param now ms on the event clock; both ends of the application window are included
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
