import type { Aggregation } from '@muster/contract/objectives'

/** How a team's numbers become its result: one of them, their sum, or the gain; null: no result. */
export type Counts = 'first' | 'highest' | 'lowest' | 'sum' | 'gain' | null

/** Kept separate from the rows, because every page needs it and no page needs the rules themselves. */
const counts: Readonly<Record<Aggregation, Counts>> = {
  EARLIEST: 'first',
  EARLIEST_FRESH_ITEM: 'first',
  MAXIMUM: 'highest',
  MINIMUM: 'lowest',
  SUM_LATEST: 'sum',
  DIFFERENCE_BETWEEN: 'gain',
  NONE: null,
}

/** By a name from outside; null also for an unknown name. */
export const findCounts = (name: string): Counts => (Object.hasOwn(counts, name) ? counts[name as Aggregation] : null)
