import { payPlace } from '../points.ts'
import { compareTimes, rankDensely, readNextPlace, type Contender, type MethodRow } from './method.ts'

/** Finished teams only take places; the others keep their number and wait. */
function rankBy(label: string, help: string, compare: (a: Contender, b: Contender) => number): MethodRow {
  return {
    label,
    help,
    reads: 'results',
    award({ preset, results, team_count }) {
      const contenders: Contender[] = []
      for (const [team, result] of results.entries()) {
        if (result?.finished) contenders.push({ team, number: result.number, timestamp: result.timestamp })
      }
      const places = rankDensely(contenders, team_count, compare)
      const scores = results.map((result, team) => {
        const rank = places[team] ?? 0
        return result && { ...result, rank, points: rank === 0 ? 0 : payPlace(preset.points, rank - 1) }
      })
      return { scores, adjustments: [] }
    },
    potential: readNextPlace,
    reachable: (input) => (input.finished ? 0 : readNextPlace(input)),
  }
}

export const rankedTime = rankBy(
  'Ranked by time',
  'Teams that complete the objective are placed by who was first; each place pays its value of the list.',
  (a, b) => compareTimes(a.timestamp, b.timestamp),
)

export const rankedValue = rankBy(
  'Ranked by highest value',
  'Teams that complete the objective are placed by their number, highest first; of equal numbers the earlier one leads.',
  (a, b) => b.number - a.number || compareTimes(a.timestamp, b.timestamp),
)

export const rankedReverse = rankBy(
  'Ranked by lowest value',
  'Teams that complete the objective are placed by their number, lowest first; of equal numbers the earlier one leads.',
  (a, b) => a.number - b.number || compareTimes(a.timestamp, b.timestamp),
)
