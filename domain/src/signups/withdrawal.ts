/** Why a signup cannot be withdrawn now. */
export type WithdrawalObstacle = 'event_over'

/**
 * Why a player cannot withdraw their signup, or null if they can. Withdrawing is possible outside the application window and from
 * within a team, because playing is voluntary; once the event has ended its teams are history.
 * @param now ms on the event clock; the last moment of the event is included
 */
export function findWithdrawalObstacle(event: { readonly ends_at: number }, now: number): WithdrawalObstacle | null {
  return now > event.ends_at ? 'event_over' : null
}
