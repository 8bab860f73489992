import { startExtreme } from './extreme.ts'
import { plainRow, type AggregationRow } from './tally.ts'

/**
 * If several are simultaneous, the smaller user id is named.
 * @example Deepest delve, 300 required. Ada reaches 280, then Ben 310, then Ada 310: the result is 310, Ben's, finished.
 */
export const maximum: AggregationRow = {
  ...plainRow,
  label: 'Highest value',
  help: 'The highest number recorded counts, with the player and time of its first appearance.',
  start: (rule) => startExtreme(rule, (a, b) => a > b, 'not_highest'),
}
