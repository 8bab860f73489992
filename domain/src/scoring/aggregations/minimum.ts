import { startExtreme } from './extreme.ts'
import { plainRow, type AggregationRow } from './tally.ts'

/**
 * Empty tabs do not count as a number.
 * @example Fewest flasks used, required number 1. Submissions of 4 and 2 are approved: the result is 2, finished. A submission of
 * 0 is approved: the result is 0, and unfinished.
 */
export const minimum: AggregationRow = {
  ...plainRow,
  label: 'Lowest value',
  help: 'The lowest number recorded counts; the required number is a floor, so a lower number does not finish.',
  start: (rule) => startExtreme(rule, (a, b) => a < b, 'not_lowest'),
}
