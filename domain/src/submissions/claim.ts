import type { ReportRule } from '@muster/contract/report-rules'
import type { ObjectiveType } from '@muster/contract/objectives'
import { findKind, takesSubmissions } from '../objectives/kinds.ts'

/** The facts that decide about a claim; times in milliseconds, null = open. */
export interface ClaimedObjective {
  readonly objective_type: ObjectiveType | ''
  readonly valid_from: number | null
  readonly valid_to: number | null
}

export interface ClaimedEvent {
  readonly starts_at: number
  readonly ends_at: number
  readonly reports: ReportRule
}

/** Why a claim is refused. */
export type ClaimObstacle =
  | 'event_over'
  | 'not_a_bounty'
  | 'reports_refused'
  | 'in_future'
  | 'outside_event'
  | 'outside_objective'

/** A number that a player can report, such as a level: the event decides whether reports are taken. */
export const takesNumberReports = (objective: Pick<ClaimedObjective, 'objective_type'>) =>
  findKind(objective)?.reported_as === 'number'

/** Clocks of browsers differ a little; a claim this far in the future counts as now. */
const clockTolerance_ms = 60_000

/** The window in which a claimed achievement counts; both ends included, empty if `from` is after `to`. */
export function readClaimWindow(
  objective: ClaimedObjective,
  event: Pick<ClaimedEvent, 'starts_at' | 'ends_at'>,
): { from: number; to: number } {
  return {
    from: Math.max(event.starts_at, objective.valid_from ?? event.starts_at),
    to: Math.min(event.ends_at, objective.valid_to ?? event.ends_at),
  }
}

/**
 * Why a submission at `timestamp` is refused, or null if it is accepted. Claims are accepted until the event ends, even for an
 * objective that has closed, if the achievement happened while it was open.
 */
export function findClaimObstacle(
  objective: ClaimedObjective,
  event: ClaimedEvent,
  timestamp: number,
  now: number,
): ClaimObstacle | null {
  if (now > event.ends_at) return 'event_over'
  if (takesNumberReports(objective)) {
    if (event.reports === 'refused') return 'reports_refused'
  } else if (!takesSubmissions(objective)) return 'not_a_bounty'
  const obstacle = findTimeObstacle(event, timestamp, now)
  if (obstacle !== null) return obstacle
  const happened_at = Math.min(timestamp, now)
  const { from, to } = readClaimWindow(objective, event)
  return happened_at < from || happened_at > to ? 'outside_objective' : null
}

/** Why nothing in the event can have happened at `timestamp`, or null. */
export function findTimeObstacle(
  event: Pick<ClaimedEvent, 'starts_at' | 'ends_at'>,
  timestamp: number,
  now: number,
): 'in_future' | 'outside_event' | null {
  if (timestamp > now + clockTolerance_ms) return 'in_future'
  const happened_at = Math.min(timestamp, now)
  return happened_at < event.starts_at || happened_at > event.ends_at ? 'outside_event' : null
}

const step_ms = 1000

/**
 * Times for places that are decided together, first place first: one second apart, less in a shorter window. The last time is
 * now, or the end of the window if that has passed, so that all of them count.
 */
export function timePlaces(count: number, window: { from: number; to: number }, now: number): number[] {
  const last = Math.min(now, window.to)
  const step = Math.max(1, Math.min(step_ms, Math.floor((last - window.from) / Math.max(1, count - 1))))
  return Array.from({ length: count }, (_, place) => last - (count - 1 - place) * step)
}
