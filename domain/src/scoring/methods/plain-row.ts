import { nameRank } from '../rank-text.ts'
import { type OwnScore, type ReachInput, readNextPlace, type Terms } from './method.ts'

export const countPoints = (points: number): string => (Math.abs(points) === 1 ? `${points} point` : `${points} points`)

/** "3 of 3: 1st place, 10 points." */
export function explainResult({ number, required_number, finished, rank, own_points }: OwnScore): string {
  const state = !finished ? 'unfinished' : rank > 0 ? nameRank(rank) : 'finished'
  return `${number} of ${required_number}: ${state}, ${countPoints(own_points)}.`
}

/** "4 of 4 finished: 1st place, 10 points." */
export function explainChildren({ children, rank, own_points, preset }: OwnScore): string {
  const needed = countNeeded(preset, children.length)
  const finished = `${children.filter(({ finished }) => finished).length} of ${children.length} finished`
  const done = needed === children.length ? finished : `${finished}, ${needed} required`
  return rank > 0 ? `${done}: ${nameRank(rank)}, ${countPoints(own_points)}.` : `${done}: ${countPoints(own_points)}.`
}

/** Defaults of most rows: the time of completion decides, the children's points are unchanged, and there are no parameters. */
export const ofResults = { reads: 'results', decided_by: 'completion', adjusts: null, takes: {}, needs: null } as const
export const ofChildren = { ...ofResults, reads: 'children' } as const

/** The number of finished children that finishes a category of this many children. */
export function countNeeded({ parameters }: Terms, children: number): number {
  const { required_children, required_percent } = parameters ?? {}
  if (required_percent === undefined) return required_children ?? children
  return Math.max(1, Math.floor((children * required_percent) / 100))
}

/** Rows of categories that a number of finished children finishes. */
export const ofNeeded = {
  ...ofChildren,
  takes: { required_children: 'optional', required_percent: 'optional' },
  needs: countNeeded,
} as const

/** Rows of results whose values go to finished teams: the others can still get the next value after those. */
export const ofFinishers = {
  ...ofResults,
  potential: readNextPlace,
  reachable: (input: ReachInput) => (input.finished ? 0 : readNextPlace(input)),
} as const
