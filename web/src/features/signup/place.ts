import type { Event, EventStatus } from '@muster/contract/events'
import { findSignupObstacle, type SignupObstacle } from '@muster/domain/signups/status'
import { findWithdrawalObstacle } from '@muster/domain/signups/withdrawal'

/** The viewer's place in an event, and the possible actions. */
export interface SignupState {
  /** Place in the queue, or on the waitlist; null without a signup. */
  readonly place: number | null
  /** Null: may sign up, or edit their answers. */
  readonly obstacle: SignupObstacle | null
  readonly mayWithdraw: boolean
  /** Length of the waitlist. */
  readonly waiting: number
}

export interface SignupWindow {
  readonly opens_at: number
  readonly closes_at: number
}

export const readWindow = (event: Event): SignupWindow => ({
  opens_at: Date.parse(event.application_start_time),
  closes_at: Date.parse(event.application_end_time),
})

/** The rules of the domain for one viewer. @param now ms on the event clock. */
export function describePlace(event: Event, status: EventStatus, now: number): SignupState {
  const { application_status, number_of_signups, number_of_signups_before, team_id } = status
  const hasSignup = application_status !== 'none'
  const before = hasSignup ? number_of_signups_before : null
  const sizes = { max_size: event.max_size, waitlist_size: event.waitlist_size, number_of_signups, ...readWindow(event) }
  const obstacle = findSignupObstacle({ is_in_team: team_id !== null, before }, sizes, now)
  const place = before === null ? null : application_status === 'waitlisted' ? before - event.max_size + 1 : before + 1
  const ends_at = Date.parse(event.event_end_time)
  return {
    place,
    obstacle,
    mayWithdraw: hasSignup && findWithdrawalObstacle({ ends_at }, now) === null,
    waiting: Math.max(0, number_of_signups - event.max_size),
  }
}
