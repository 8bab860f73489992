import { buildFigures, type Character, type CharacterStat, type LadderEntry } from '@muster/contract/ladder'
import type { PlayerState } from './player-state.ts'

/** The calculated figures that the ladder has; null: the build was not calculated. */
function readFigures(stats: CharacterStat | null): PlayerState['figures'] {
  if (!stats?.source) return null
  const known = buildFigures.filter((figure) => !stats.missing?.includes(figure))
  return Object.fromEntries(known.map((figure) => [figure, stats[figure]]))
}

/** A character in the form of the player rules; the API only sends whether a pantheon power is chosen, and nothing of its items. */
export function readLadderState(
  character: Character,
  entry: Pick<LadderEntry, 'level' | 'experience' | 'delve' | 'stats'> | undefined,
): PlayerState {
  const god = character.pantheon ? 'chosen' : null
  return {
    level: entry?.level ?? character.level,
    experience: entry?.experience ?? 0,
    ascendancy_points: character.ascendancy_points,
    pantheon_major: god,
    pantheon_minor: god,
    delve_depth: entry?.delve ?? 0,
    atlas_node_count: character.atlas_node_count,
    figures: readFigures(entry?.stats ?? null),
    worn: null,
  }
}
