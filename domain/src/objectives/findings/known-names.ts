import type { GameVersion } from '@muster/contract/events'
import type { NameList } from '../../items/name-list.ts'

/** The known names of the game. */
export interface KnownNames {
  readonly game_version: GameVersion
  /** Base type -> class id; empty when no table was imported. */
  readonly classes: ReadonlyMap<string, string>
  readonly listed: NameList
  /** The number of players in the event's largest team, for numbers summed over a team; null = not known. */
  readonly largest_team: number | null
}
