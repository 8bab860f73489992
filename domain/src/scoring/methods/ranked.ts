import { payPlace } from '../points.ts'
import { explainResult, ofFinishers } from './plain-row.ts'
import { compareTimes, rankDensely, type Award, type AwardInput, type Contender, type MethodRow, type Scorer } from './method.ts'

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

/** Only finished teams take places; the others have a number and no place. */
function awardPlaces({ preset, results, team_count }: AwardInput, compare: (a: Contender, b: Contender) => number): Award {
  const contenders: Contender[] = []
  for (let team = 0; team < team_count; team++) {
    const result = results[team]
    if (result?.finished) contenders.push({ team, number: result.number, timestamp: result.timestamp })
  }
  const places = rankDensely(contenders, team_count, compare)
  const scores = results.map((result, team) => {
    const rank = places[team] ?? 0
    return result && { ...result, rank, points: rank === 0 ? 0 : payPlace(preset.points, rank - 1) }
  })
  return { scores, adjustments: [] }
}

export const rankedTimeScorer: Scorer = {
  ...rankedTime,
  award: (input) => awardPlaces(input, (a, b) => compareTimes(a.timestamp, b.timestamp)),
  explain: explainResult,
}

export const rankedValueScorer: Scorer = {
  ...rankedValue,
  award: (input) => awardPlaces(input, (a, b) => b.number - a.number || compareTimes(a.timestamp, b.timestamp)),
  explain: explainResult,
}

export const rankedReverseScorer: Scorer = {
  ...rankedReverse,
  award: (input) => awardPlaces(input, (a, b) => a.number - b.number || compareTimes(a.timestamp, b.timestamp)),
  explain: explainResult,
}
