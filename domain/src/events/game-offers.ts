import type { GameVersion } from '@muster/contract/events'

/**
 * What each game has, and shows in its API, of what scores can be made of: every difference between the two that a page or a
 * program has to know. Their classes are in `builds/game-classes.ts`, because few need them.
 */
export interface GameOffers {
  /** A stream of all public stash tabs. */
  readonly stash_stream: boolean
  readonly guild_tabs: boolean
  /** A history of a guild's tabs, which its members can save and upload. */
  readonly guild_logs: boolean
  /** What a character wears. */
  readonly equipment: boolean
  /** What a character carries without wearing it. */
  readonly inventory: boolean
  readonly pantheon: boolean
  /** Ascendancy points come from the labyrinths; otherwise from trials. Both games have the points. */
  readonly labyrinth: boolean
  /** Atlas trees of an account. */
  readonly atlas: boolean
  /** Delve depth, which the ladder tells. */
  readonly delve: boolean
  readonly heist: boolean
  readonly scarabs: boolean
  /** So many places of a ladder can be read. */
  readonly ladder_places: number
  /** Characters are written as builds for Path of Building, which can calculate them. */
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
  // Its API shows no storage at all, and since patch 0.3 nothing that a character carries unworn.
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
