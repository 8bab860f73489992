import { startExtreme } from './extreme.ts'
import { plainRow, type AggregationRow } from './tally.ts'

export const minimum: AggregationRow = {
  ...plainRow,
  label: 'Lowest value',
  help: 'The lowest number recorded counts; the required number is a floor, so a lower number does not finish.',
  counts: 'lowest',
  start: (rule) => startExtreme(rule, (a, b) => a < b, 'not_lowest'),
}
