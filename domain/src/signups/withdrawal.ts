/** Why a signup cannot be withdrawn now. */
export type WithdrawalObstacle = 'event_over'

/**
 * What stands in the way of withdrawing one's own signup, null when nothing does. It is possible outside the application
 * window and from within a team, because nobody is made to play; once the event has ended its teams are history.
 * @param now ms on the event clock; the last moment of the event is included.
 */
export function findWithdrawalObstacle(event: { readonly ends_at: number }, now: number): WithdrawalObstacle | null {
  return now > event.ends_at ? 'event_over' : null
}
