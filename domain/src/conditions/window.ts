import type { ObjectiveDefinition } from '../objectives/definition.ts'
import { findAggregation } from '../scoring/aggregations/index.ts'

/** Both ends included, milliseconds; an open end is infinite. */
export interface ValidityWindow {
  readonly from: number
  readonly to: number
}

/** The period in which an item may complete an objective; it has no start for aggregations that also need earlier items. */
export function readWindow(
  objective: Pick<ObjectiveDefinition, 'valid_from' | 'valid_to'> & { readonly aggregation: string },
): ValidityWindow {
  const from = findAggregation(objective.aggregation)?.reads_before_window ? null : objective.valid_from
  return { from: from ?? Number.NEGATIVE_INFINITY, to: objective.valid_to ?? Number.POSITIVE_INFINITY }
}

export function isOpen(window: ValidityWindow, at: number | null): boolean {
  return at === null || (at >= window.from && at <= window.to)
}
