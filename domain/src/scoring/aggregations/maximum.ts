import { startExtreme } from './extreme.ts'
import { plainRow, type AggregationRow } from './tally.ts'

export const maximum: AggregationRow = {
  ...plainRow,
  label: 'Highest value',
  help: 'The highest number recorded counts, with the player and time of its first appearance.',
  counts: 'highest',
  start: (rule) => startExtreme(rule, (a, b) => a > b, 'not_highest'),
}
