import type { ObjectiveType } from '@muster/contract/objectives'

/** What a claim goes by; times in milliseconds, null = open. */
export interface ClaimedObjective {
  readonly objective_type: ObjectiveType | ''
  readonly valid_from: number | null
  readonly valid_to: number | null
}

export interface ClaimedEvent {
  readonly starts_at: number
  readonly ends_at: number
}

/** Why a claim cannot be taken. */
export type ClaimObstacle = 'event_over' | 'not_a_bounty' | 'in_future' | 'outside_event' | 'outside_objective'

/** Clocks of browsers differ a little; a claim from this near a future is one of now. */
const clockTolerance_ms = 60_000

/** The window in which something can have happened that counts; both ends included, empty when `from` lies after `to`. */
export function readClaimWindow(objective: ClaimedObjective, event: ClaimedEvent): { from: number; to: number } {
  return {
    from: Math.max(event.starts_at, objective.valid_from ?? event.starts_at),
    to: Math.min(event.ends_at, objective.valid_to ?? event.ends_at),
  }
}

/**
 * What stands in the way of submitting `timestamp` for an objective, null when nothing does. Claims are taken until the
 * event ends, also for an objective that has closed, as long as it happened while it was open.
 */
export function findClaimObstacle(
  objective: ClaimedObjective,
  event: ClaimedEvent,
  timestamp: number,
  now: number,
): ClaimObstacle | null {
  if (now > event.ends_at) return 'event_over'
  if (objective.objective_type !== 'SUBMISSION') return 'not_a_bounty'
  if (timestamp > now + clockTolerance_ms) return 'in_future'
  const happened_at = Math.min(timestamp, now)
  if (happened_at < event.starts_at || happened_at > event.ends_at) return 'outside_event'
  const { from, to } = readClaimWindow(objective, event)
  return happened_at < from || happened_at > to ? 'outside_objective' : null
}

const step_ms = 1000

/**
 * Times for places that are decided together, first place first: one second apart, closer in a window that is shorter. The
 * last is now, or the end of the window when that has passed, so that all of them count.
 */
export function timePlaces(count: number, window: { from: number; to: number }, now: number): number[] {
  const last = Math.min(now, window.to)
  const step = Math.max(1, Math.min(step_ms, Math.floor((last - window.from) / Math.max(1, count - 1))))
  return Array.from({ length: count }, (_, place) => last - (count - 1 - place) * step)
}
