import { payPlace } from '../points.ts'
import type { TeamScore } from '../score.ts'
import { countNeeded, explainChildren, ofNeeded } from './plain-row.ts'
import { compareTimes, listFinished, rankDensely, readNextPlace, type Contender, type MethodRow, type Scorer } from './method.ts'
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
    const scores = fillRow<TeamScore | null>(team_count, null)
    const contenders: Contender[] = []
    const needed = countNeeded(preset, children.length)
    for (let team = 0; team < team_count; team++) {
      const done = listFinished(children, team)
      const finished = done.length >= needed
      const last = done.at(finished ? needed - 1 : -1)
      if (last === undefined) continue
      const { timestamp } = last.completion
      scores[team] = { points: 0, rank: 0, number: done.length, finished, timestamp, user_id: null }
      if (finished) contenders.push({ team, number: done.length, timestamp })
    }
    const places = rankDensely(contenders, team_count, (a, b) => compareTimes(a.timestamp, b.timestamp))
    return {
      scores: scores.map((score, team) => {
        const rank = places[team] ?? 0
        return score && rank > 0 ? { ...score, rank, points: payPlace(preset.points, rank - 1) } : score
      }),
      adjustments: [],
    }
  },
  explain: explainChildren,
}
