import type { EventDefinition, ObjectiveDefinition } from '../objectives/definition.ts'
import type { AggregationRow, TallyRule } from './aggregations/tally.ts'
import { holdsManualPoints } from './manual-points.ts'

/** A missing or invalid bound is open. */
const readBound = (bound: number | null): number | null => (bound === null || Number.isNaN(bound) ? null : bound)

/**
 * The rule for the aggregation of an objective. Window and event end are compared with a fact's own time, never with the current
 * time.
 */
export function readRule(definition: EventDefinition, objective: ObjectiveDefinition): TallyRule {
  const valid_from = readBound(objective.valid_from)
  const valid_to = readBound(objective.valid_to)
  const counts_always = holdsManualPoints(objective)
  return {
    objective_type: objective.objective_type,
    required_number: Number.isNaN(objective.required_number) ? Infinity : objective.required_number,
    valid_from,
    valid_to,
    counts_from: counts_always ? -Infinity : Math.max(valid_from ?? -Infinity, readBound(definition.start_at) ?? -Infinity),
    counts_until: counts_always ? Infinity : Math.min(valid_to ?? Infinity, readBound(definition.end_at) ?? Infinity),
  }
}

export function isSameRule(a: TallyRule, b: TallyRule): boolean {
  return (
    a.objective_type === b.objective_type &&
    a.required_number === b.required_number &&
    a.valid_from === b.valid_from &&
    a.valid_to === b.valid_to &&
    a.counts_from === b.counts_from &&
    a.counts_until === b.counts_until
  )
}

/** Both ends of a window are included. A baseline may be before the window, and before the event. */
export function placeInTime(row: AggregationRow, rule: TallyRule, timestamp: number): 'too_early' | 'too_late' | null {
  if (timestamp > rule.counts_until) return 'too_late'
  return timestamp < rule.counts_from && !row.reads_before_window ? 'too_early' : null
}
