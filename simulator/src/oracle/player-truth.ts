/** Progress of a player, read from the world; personal points follow the rules of the event. */
import type { Objective } from '@muster/contract/objectives'
import type { Account } from '../world/model.ts'
import type { World } from '../world/world.ts'
import type { Contest } from './contest.ts'

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
const MAX_POINTS = 9

const countSteps = (reached: Partial<Record<(typeof steps)[number]['of'], number>>): number =>
  Math.min(
    MAX_POINTS,
    steps.reduce((sum, step) => sum + ((reached[step.of] ?? 0) >= step.at ? step.points : 0), 0),
  )

/** Whether a number appears only on the character's own page, which is read less often than the ladder. */
export const isOfDetail = (number_field: Objective['number_field']): boolean =>
  ['PANTHEON', 'ASCENDANCY', 'PLAYER_SCORE'].includes(number_field)

/** The second game has no delve, pantheon or atlas, so those numbers are zero. */
const readSecond = (number_field: Objective['number_field'], account: Account, league: string): number => {
  const record = account.second_game.find((one) => one.league === league)?.record
  if (!record) return 0
  const { level, ascendancy_points: ascendancy } = record
  switch (number_field) {
    case 'PLAYER_LEVEL':
      return level
    case 'ASCENDANCY':
      return ascendancy
    case 'PLAYER_SCORE':
      return countSteps({ level, ascendancy })
    case 'DELVE_DEPTH':
    case 'DELVE_DEPTH_PAST_100':
    case 'PANTHEON':
      return 0
    default:
      throw new Error(`the oracle cannot read ${number_field} of a player of the second game`)
  }
}

/** @throws Error for a number that the oracle does not support */
export const readPlayer = (
  number_field: Objective['number_field'],
  account: Account,
  { options }: World,
  realm: Contest['realm'],
): number => {
  if (realm === 'poe2') return readSecond(number_field, account, options.second_game?.league ?? '')
  const character = account.characters.find((one) => one.league === options.league)
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
    case 'PLAYER_SCORE':
      return countSteps({ level: record.level, ascendancy: record.ascendancy_points, atlas: atlas_points })
    default:
      throw new Error(`the oracle cannot read ${number_field} of a player`)
  }
}
