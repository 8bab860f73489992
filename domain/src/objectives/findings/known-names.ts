import type { GameVersion } from '@muster/contract/events'

/** The game's names from an imported table of base items; without one, names are not checked. */
export interface KnownNames {
  readonly game_version: GameVersion
  /** Base type -> class id; empty when no table was imported. */
  readonly classes: ReadonlyMap<string, string>
  /** The number of players in the event's largest team, for numbers summed over a team; null = not known. */
  readonly largest_team: number | null
}
