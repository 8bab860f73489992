/** How far a player is, read from the world; the rules of the personal points as the event's rule book has them. */
import type { Objective } from '@muster/contract/objectives'
import type { Account } from '../world/model.ts'

const steps = [
  { of: 'level', at: 40, points: 1 },
  { of: 'level', at: 60, points: 1 },
  { of: 'level', at: 80, points: 1 },
  { of: 'level', at: 90, points: 3 },
  { of: 'ascendancy', at: 4, points: 1 },
  { of: 'ascendancy', at: 6, points: 1 },
  { of: 'ascendancy', at: 8, points: 1 },
  { of: 'atlas', at: 40, points: 3 },
] as const
const MOST_POINTS = 9

/** @throws Error for a number that the oracle has not learnt yet. */
export const readPlayer = (number_field: Objective['number_field'], account: Account, league: string): number => {
  const character = account.characters.find((one) => one.league === league)
  if (!character) return 0
  const { record, depth, atlas_points } = character
  switch (number_field) {
    case 'PLAYER_LEVEL':
      return record.level
    case 'DELVE_DEPTH':
      return depth
    case 'DELVE_DEPTH_PAST_100':
      return Math.max(0, depth - 100)
    case 'PANTHEON':
      return record.pantheon_major !== null && record.pantheon_minor !== null ? 1 : 0
    case 'ASCENDANCY':
      return record.ascendancy_points
    case 'PLAYER_SCORE': {
      const reached = { level: record.level, ascendancy: record.ascendancy_points, atlas: atlas_points }
      const points = steps.reduce((sum, step) => sum + (reached[step.of] >= step.at ? step.points : 0), 0)
      return Math.min(MOST_POINTS, points)
    }
    default:
      throw new Error(`the oracle cannot read ${number_field} of a player`)
  }
}
