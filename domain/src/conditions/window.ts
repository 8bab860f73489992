import type { ObjectiveDefinition } from '../objectives/definition.ts'
import { findAggregation } from '../scoring/aggregations/index.ts'

/** Both ends included, milliseconds; an open end is infinite. */
export interface ValidityWindow {
  readonly from: number
  readonly to: number
}

/**
 * When an item may complete an objective. An aggregation that needs what was there before the window opened has no lower
 * bound here.
 */
export function readWindow(objective: ObjectiveDefinition): ValidityWindow {
  const from = findAggregation(objective.aggregation)?.reads_before_window ? null : objective.valid_from
  return { from: from ?? Number.NEGATIVE_INFINITY, to: objective.valid_to ?? Number.POSITIVE_INFINITY }
}

export function isOpen(window: ValidityWindow, at: number | null): boolean {
  return at === null || (at >= window.from && at <= window.to)
}
