import type { GameVersion } from '@muster/contract/events'

/** What is known of the game's names, from an imported table of base items; without one nothing is said about names. */
export interface KnownNames {
  readonly game_version: GameVersion
  /** Base type -> class id; empty when no table was imported. */
  readonly classes: ReadonlyMap<string, string>
  /** The most players that a team of the event has, for numbers that are added up over a team; null = not known. */
  readonly largest_team: number | null
}
