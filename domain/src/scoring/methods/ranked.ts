import { payPlace } from '../points.ts'
import { ofResults } from './plain-row.ts'
import { compareTimes, rankDensely, readNextPlace, type Contender, type MethodRow } from './method.ts'

/** Only finished teams take places; the others have a number and no place. */
function rankBy(
  { label, help, decided_by }: Pick<MethodRow, 'label' | 'help' | 'decided_by'>,
  compare: (a: Contender, b: Contender) => number,
): MethodRow {
  return {
    ...ofResults,
    label,
    help,
    pays: 'by_place',
    decided_by,
    award({ preset, results, team_count }) {
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
    },
    potential: readNextPlace,
    reachable: (input) => (input.finished ? 0 : readNextPlace(input)),
  }
}

export const rankedTime = rankBy(
  {
    label: 'Ranked by time',
    help: 'Teams that complete the objective are ranked by time, earliest first; each place pays its value in the list.',
    decided_by: 'completion',
  },
  (a, b) => compareTimes(a.timestamp, b.timestamp),
)

export const rankedValue = rankBy(
  {
    label: 'Ranked by highest value',
    help: 'Teams that complete the objective are ranked by number, highest first; if numbers are equal, the earlier team leads.',
    decided_by: 'value',
  },
  (a, b) => b.number - a.number || compareTimes(a.timestamp, b.timestamp),
)

export const rankedReverse = rankBy(
  {
    label: 'Ranked by lowest value',
    help: 'Teams that complete the objective are ranked by number, lowest first; if numbers are equal, the earlier team leads.',
    decided_by: 'value',
  },
  (a, b) => a.number - b.number || compareTimes(a.timestamp, b.timestamp),
)
