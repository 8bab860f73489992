import type { GameVersion } from '@muster/contract/events'
import type { NumberField } from '@muster/contract/objectives'
import { games } from '../events/games.ts'
import { experienceTables } from './experience-table.ts'
import { countPersonalPoints, personalCap } from './personal-points.ts'
import { readWhole } from './whole.ts'

/** The known state of one player's tracked character. Unknown values are 0, null or empty. */
export interface PlayerState {
  readonly level: number
  readonly ascendancy_points: number
  readonly pantheon_major: string | null
  readonly pantheon_minor: string | null
  /** The ladder's `depth.default`. */
  readonly delve_depth: number
  /** Allocated nodes of the largest atlas tree, see `countAtlasNodes`. */
  readonly atlas_node_count: number
}

/**
 * Allocated nodes of the largest atlas tree.
 * @param trees from the game, which may name a node twice
 */
export function countAtlasNodes(trees: readonly { readonly hashes: readonly number[] }[]): number {
  return Math.max(0, ...trees.map(({ hashes }) => new Set(hashes).size))
}

/** Both a major and a minor power are chosen. */
export function hasPantheon(player: Pick<PlayerState, 'pantheon_major' | 'pantheon_minor'>, game_version: GameVersion): boolean {
  return games[game_version].pantheon && Boolean(player.pantheon_major) && Boolean(player.pantheon_minor)
}

/** Depths beyond this count for DELVE_DEPTH_PAST_100. */
const delveThreshold = 100

/** One row for each number field; null: the number does not come from characters. */
const readers: Readonly<Record<NumberField, ((player: PlayerState, game_version: GameVersion) => number) | null>> = {
  PLAYER_LEVEL: (player) => readWhole(player.level),
  DELVE_DEPTH: (player) => readWhole(player.delve_depth),
  DELVE_DEPTH_PAST_100: (player) => Math.max(readWhole(player.delve_depth) - delveThreshold, 0),
  PANTHEON: (player, game_version) => (hasPantheon(player, game_version) ? 1 : 0),
  ASCENDANCY: (player) => readWhole(player.ascendancy_points),
  PLAYER_SCORE: (player, game_version) => countPersonalPoints(player, game_version),
  DEATHS: null,
  AREA_LEVEL: null,
  AREAS_ENTERED: null,
  ACTS_FINISHED: null,
  PASSIVES_ALLOCATED: null,
  BOSS_LINES: null,
  STACK_SIZE: null,
  SUBMISSION_VALUE: null,
  FINISHED_OBJECTIVES: null,
}

const ascendancyPoints = 8

/** The maximum for one player; null: there is none, or it is unknown. */
const most: Readonly<Record<NumberField, (game_version: GameVersion) => number | null>> = {
  PLAYER_LEVEL: (game_version) => experienceTables[game_version].length,
  DELVE_DEPTH: (game_version) => (games[game_version].delve ? null : 0),
  DELVE_DEPTH_PAST_100: (game_version) => (games[game_version].delve ? null : 0),
  PANTHEON: (game_version) => Number(games[game_version].pantheon),
  ASCENDANCY: () => ascendancyPoints,
  PLAYER_SCORE: () => personalCap,
  DEATHS: () => null,
  AREA_LEVEL: () => null,
  AREAS_ENTERED: () => null,
  ACTS_FINISHED: () => null,
  PASSIVES_ALLOCATED: () => null,
  BOSS_LINES: () => null,
  STACK_SIZE: () => null,
  SUBMISSION_VALUE: () => null,
  FINISHED_OBJECTIVES: () => null,
}

/** The maximum of a number field for one player; null if it is unknown. */
export const readMostNumber = (number_field: NumberField, game_version: GameVersion): number | null =>
  most[number_field](game_version)

/** Whether the game's answers about characters show a number. */
export const isOfCharacters = (number_field: NumberField): boolean => readers[number_field] !== null

/** A player's value of a number field; null if the field is not read from characters. */
export function readPlayerNumber(number_field: NumberField, player: PlayerState, game_version: GameVersion): number | null {
  return readers[number_field]?.(player, game_version) ?? null
}

/** The sum over a team; null if the field is not read from characters. */
export function readTeamNumber(
  number_field: NumberField,
  players: readonly PlayerState[],
  game_version: GameVersion,
): number | null {
  const read = readers[number_field]
  if (read === null) return null
  let sum = 0
  for (const player of players) sum += read(player, game_version)
  return sum
}
