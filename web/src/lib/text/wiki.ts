import type { GameVersion } from '@muster/contract/events'
import { games } from '@muster/domain/events/games'

/** The address of a page of the game's community wiki. */
export const addressWiki = (game_version: GameVersion, page: string): string =>
  `https://${games[game_version].wiki}/wiki/${encodeURIComponent(page.replaceAll(' ', '_'))}`
