import type { Result } from '../aggregations/tally.ts'
import { explainResult, ofFinishers } from './plain-row.ts'
import { awardPlaces, byNumber, byTime, type MethodRow, type Scorer } from './method.ts'

const byPlace = { ...ofFinishers, pays: 'by_place' } as const

/**
 * @example Points 10, 5, 2. Red and Blue finish at 10:00, Green at 10:05, Gold at 10:06: places 1, 1, 2, 3, points 10, 10, 5, 2.
 * Still possible for another team: the next value, here 2.
 */
export const rankedTime: MethodRow = {
  ...byPlace,
  decided_by: 'completion',
}

/**
 * @example Points 10, 5. Red shows 40 since 9:00, Blue 40 since 8:00, Green 55: Green 10, Blue 5, Red 5 (the last value repeats).
 */
export const rankedValue: MethodRow = {
  ...byPlace,
  decided_by: 'value',
}

/**
 * @example Fewest deaths with a floor of 1, points 10, 5. Red has 3, Blue 2, Green 0: Blue 10, Red 5, Green 0.
 */
export const rankedReverse: MethodRow = {
  ...byPlace,
  decided_by: 'value',
}

const isFinished = ({ finished }: Result) => finished

export const rankedTimeScorer: Scorer = {
  ...rankedTime,
  award: ({ preset, results }) => awardPlaces(results, preset.points, isFinished, byTime),
  explain: explainResult,
}

export const rankedValueScorer: Scorer = {
  ...rankedValue,
  award: ({ preset, results }) => awardPlaces(results, preset.points, isFinished, byNumber),
  explain: explainResult,
}

export const rankedReverseScorer: Scorer = {
  ...rankedReverse,
  award: ({ preset, results }) => awardPlaces(results, preset.points, isFinished, (a, b) => a.number - b.number || byTime(a, b)),
  explain: explainResult,
}
