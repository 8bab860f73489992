import type { ObjectiveDefinition } from '../objectives/definition.ts'

/** Both ends included, milliseconds; an open end is infinite. */
export interface Window {
  readonly from: number
  readonly to: number
}

/**
 * When an item may complete an objective. A difference between two moments needs what was there before its window opened,
 * so that method has no lower bound here.
 */
export function readWindow(objective: ObjectiveDefinition): Window {
  const from = objective.aggregation === 'DIFFERENCE_BETWEEN' ? null : objective.valid_from
  return { from: from ?? Number.NEGATIVE_INFINITY, to: objective.valid_to ?? Number.POSITIVE_INFINITY }
}

export function isOpen(window: Window, at: number | null): boolean {
  return at === null || (at >= window.from && at <= window.to)
}
