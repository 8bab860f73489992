import type { Aggregation } from '@muster/contract/objectives'
import { differenceBetween } from './difference-between.ts'
import { earliestFreshItem } from './earliest-fresh-item.ts'
import { earliest } from './earliest.ts'
import { maximum } from './maximum.ts'
import { minimum } from './minimum.ts'
import { startSum } from './sum.ts'
import { sumLatest } from './sum-latest.ts'
import { plainRow, type AggregationRow } from './tally.ts'

/**
 * @example A category "Rings" has no number of its own: it is finished when its rings are.
 */
const none: AggregationRow = {
  ...plainRow,
  label: 'None',
  help: 'Nothing is counted; a category takes its progress from its children.',
  start: () => ({ add: () => undefined, result: () => null, judge: () => 'superseded' }),
}

/** Points given or taken by hand: every fact is added, and nothing is ever finished. */
export const sumOfEntries: AggregationRow = {
  ...plainRow,
  label: 'Sum of all entries',
  help: 'All entries are added up.',
  start: () =>
    startSum(
      Infinity,
      ({ sequence }) => String(sequence),
      () => 'added',
    ),
}

/** One row per aggregation, in the order of docs/scoring.md; the compiler requires a new one when the contract gains a name. */
export const aggregations: Readonly<Record<Aggregation, AggregationRow>> = {
  EARLIEST: earliest,
  EARLIEST_FRESH_ITEM: earliestFreshItem,
  MAXIMUM: maximum,
  MINIMUM: minimum,
  SUM_LATEST: sumLatest,
  DIFFERENCE_BETWEEN: differenceBetween,
  NONE: none,
}

/** The aggregation of objectives that do not set one. */
export const defaultAggregation: Aggregation = 'EARLIEST'

/** The row for a name from outside, or null. */
export function findAggregation(name: string): AggregationRow | null {
  return Object.hasOwn(aggregations, name) ? aggregations[name as Aggregation] : null
}
