import type { GameVersion } from '@muster/contract/events'

/**
 * What each game has, and its API shows, that scores can be made of: every difference between the games that a page or a program
 * needs. Their classes are in `builds/game-classes.ts`, because few modules need them.
 */
export interface GameOffers {
  /** A stream of all public stash tabs. */
  readonly stash_stream: boolean
  readonly guild_tabs: boolean
  /** A history of a guild's tabs, which members can save and upload. */
  readonly guild_logs: boolean
  /** Items that a character wears. */
  readonly equipment: boolean
  /** Items that a character carries without wearing them. */
  readonly inventory: boolean
  readonly pantheon: boolean
  /** Ascendancy points come from labyrinths; if false, from trials. Both games have the points. */
  readonly labyrinth: boolean
  /** Atlas trees of an account. */
  readonly atlas: boolean
  /** Delve depth, read from the ladder. */
  readonly delve: boolean
  readonly heist: boolean
  readonly scarabs: boolean
  /** Number of readable places of a ladder. */
  readonly ladder_places: number
  /** Characters can be exported as builds for Path of Building, which can calculate them. */
  readonly builds: boolean
}

const offers: Readonly<Record<GameVersion, GameOffers>> = {
  poe1: {
    stash_stream: true,
    guild_tabs: true,
    guild_logs: true,
    equipment: true,
    inventory: true,
    pantheon: true,
    labyrinth: true,
    atlas: true,
    delve: true,
    heist: true,
    scarabs: true,
    ladder_places: 15_000,
    builds: true,
  },
  // Its API shows no storage at all, and since patch 0.3 no inventory of a character.
  poe2: {
    stash_stream: false,
    guild_tabs: false,
    guild_logs: false,
    equipment: true,
    inventory: false,
    pantheon: false,
    labyrinth: false,
    atlas: false,
    delve: false,
    heist: false,
    scarabs: false,
    ladder_places: 1000,
    builds: true,
  },
}

export const gameOffers = (game_version: GameVersion): GameOffers => offers[game_version]
