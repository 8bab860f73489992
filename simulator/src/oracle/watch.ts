import type { World } from '../world/world.ts'
import type { Contest, Patience, Sighting } from './contest.ts'
import type { Holdings } from './holdings.ts'

/** Numbers by objective. */
export type Numbers = ReadonlyMap<number, number>

/** The world and the rules of an oracle, shared by the parts that watch tabs, characters and players. */
export interface Watch {
  world: World
  contest: Contest
  patience: Patience
  /**
   * No faults occur, so a reader sees every state immediately. Repeated states are then not recorded, to save memory in a large
   * event.
   */
  isCalm: boolean
  /** The changes of each source. */
  holdings: Holdings
  /** Stores a sighting that has ended. */
  keep: (objective_id: number, team: number, sighting: Sighting) => void
}
