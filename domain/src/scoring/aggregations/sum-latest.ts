import { readSight } from './sightings.ts'
import { startSum } from './sum.ts'
import { nameSource, plainRow, type AggregationRow } from './tally.ts'

/**
 * Items are kept apart by tab, everything else by player: a player's new submission replaces the old one, two players'
 * submissions add up. Items that a player reports and the game shows count once: the larger number counts. The time is that of the
 * latest contribution; no player is named.
 * @example Scarabs: tab A shows 30, tab B 12, together 42. Tab A shows 25: 37. Tab B is emptied: 25.
 */
export const sumLatest: AggregationRow = {
  ...plainRow,
  label: 'Sum of latest values',
  help: 'The latest numbers of all places or players are added up; the sum falls when something is taken out.',
  // Tabs for items, players for values and submissions.
  start: (rule) =>
    startSum(
      rule.required_number,
      (fact) => nameSource(rule, fact),
      (fact) => readSight(rule, fact),
    ),
}
