import { nameRank } from '../rank-text.ts'
import { type OwnScore, type ReachInput, readNextPlace } from './method.ts'

export const countPoints = (points: number): string => (Math.abs(points) === 1 ? `${points} point` : `${points} points`)

/** "3 of 3: 1st place, 10 points." */
export function explainResult({ number, required_number, finished, rank, own_points }: OwnScore): string {
  const state = !finished ? 'unfinished' : rank > 0 ? nameRank(rank) : 'finished'
  return `${number} of ${required_number}: ${state}, ${countPoints(own_points)}.`
}

/** "4 of 4 finished: 1st place, 10 points." */
export function explainChildren({ children, rank, own_points }: OwnScore): string {
  const done = `${children.filter(({ finished }) => finished).length} of ${children.length} finished`
  return rank > 0 ? `${done}: ${nameRank(rank)}, ${countPoints(own_points)}.` : `${done}: ${countPoints(own_points)}.`
}

/** Defaults of most rows: the time of completion decides, and the children's points are unchanged. */
export const ofResults = { reads: 'results', decided_by: 'completion', adjusts: null } as const
export const ofChildren = { reads: 'children', decided_by: 'completion', adjusts: null } as const

/** Rows of results whose values go to finished teams: others can still get the value after all finished teams. */
export const ofFinishers = {
  ...ofResults,
  potential: readNextPlace,
  reachable: (input: ReachInput) => (input.finished ? 0 : readNextPlace(input)),
} as const
