import type { GameVersion } from '@muster/contract/events'
import { games } from '../events/games.ts'
import { readWhole } from './whole.ts'

/** One way to personal objective points: the points, awarded once `reads` has reached `at`. */
export interface PersonalStep {
  readonly reads: 'level' | 'ascendancy_points' | 'atlas_nodes'
  readonly at: number
  readonly points: number
}

const personalSteps: readonly PersonalStep[] = [
  { reads: 'level', at: 40, points: 1 },
  { reads: 'level', at: 60, points: 1 },
  { reads: 'level', at: 80, points: 1 },
  { reads: 'level', at: 90, points: 3 },
  { reads: 'ascendancy_points', at: 4, points: 1 },
  { reads: 'ascendancy_points', at: 6, points: 1 },
  { reads: 'ascendancy_points', at: 8, points: 1 },
  { reads: 'atlas_nodes', at: 40, points: 3 },
]

/**
 * The steps of a game; one without atlas trees has no atlas step. The only list of steps: rules text, gauges and scoring all read
 * it.
 */
export const listSteps = (game_version: GameVersion): readonly PersonalStep[] =>
  games[game_version].atlas ? personalSteps : personalSteps.filter(({ reads }) => reads !== 'atlas_nodes')

/** Maximum for a player. In the first game all steps together are worth more, in the second exactly this. */
export const personalCap = 9

/** The figures of a player that the steps read. */
interface PersonalState {
  readonly level: number
  readonly ascendancy_points: number
  readonly atlas_node_count: number
}

/** The steps, and for each whether the player has done it. */
export function listPersonalSteps(
  player: PersonalState,
  game_version: GameVersion,
): (PersonalStep & { readonly reached: boolean })[] {
  const values = {
    level: readWhole(player.level),
    ascendancy_points: readWhole(player.ascendancy_points),
    atlas_nodes: readWhole(player.atlas_node_count),
  }
  return listSteps(game_version).map((step) => ({ ...step, reached: values[step.reads] >= step.at }))
}

/** Personal objective points of one player: the sum of the finished steps, up to the cap. */
export function countPersonalPoints(player: PersonalState, game_version: GameVersion): number {
  let points = 0
  for (const step of listPersonalSteps(player, game_version)) if (step.reached) points += step.points
  return Math.min(points, personalCap)
}
