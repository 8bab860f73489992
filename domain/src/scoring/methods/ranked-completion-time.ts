import type { Result } from '../aggregations/tally.ts'
import { countNeeded, explainChildren, ofNeeded } from './plain-row.ts'
import { awardPlaces, byTime, listFinished, readNextPlace, type MethodRow, type Scorer } from './method.ts'
import { fillRow } from '../team-row.ts'

/**
 * Other teams show how many children they have finished.
 * @example A set of three, points 50, 20. Red finishes its last item at 14:00, Blue at 13:00, Green has two: Blue 50, Red 20,
 * Green 0 and "2 of 3". With two of them required, each team is ranked by its second item.
 */
export const rankedCompletionTime: MethodRow = {
  ...ofNeeded,
  pays: 'by_place',
  potential: readNextPlace,
  reachable: (input) => {
    const { finished, preset, finished_children, open_children, lost_children } = input
    const within_reach = finished_children + open_children
    return finished || within_reach < countNeeded(preset, within_reach + lost_children) ? 0 : readNextPlace(input)
  },
}

export const rankedCompletionTimeScorer: Scorer = {
  ...rankedCompletionTime,
  award({ preset, team_count, children }) {
    const row = fillRow<Result | null>(team_count, null)
    const needed = countNeeded(preset, children.length)
    for (let team = 0; team < team_count; team++) {
      const done = listFinished(children, team)
      const finished = done.length >= needed
      const last = done.at(finished ? needed - 1 : -1)
      if (last === undefined) continue
      row[team] = { number: done.length, finished, timestamp: last.completion.timestamp, user_id: null }
    }
    return awardPlaces(row, preset.points, ({ finished }) => finished, byTime)
  },
  explain: explainChildren,
}
