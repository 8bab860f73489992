import type { ItemField } from '@muster/contract/conditions'
import type { GameVersion } from '@muster/contract/events'

/**
 * Every difference between the games that a page or a program asks for; no other file compares a game version with a name. Larger
 * tables (classes, experience, class evidence, writers of builds) are next to the code that uses them, also keyed by game
 * version.
 */
export interface GameVersionRow {
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
  /** Gems have transfigured forms, named "… of …". */
  readonly transfigured_gems: boolean
  /** Items that no longer drop still exist. The second game's table of bases has many of the first game that never existed in it. */
  readonly legacy_items: boolean
  /** Art determines the class of an item even where its first property names another. */
  readonly art_outranks_labels: boolean
  /** Skill gems sit in equipment; if false, the API lists a character's skills apart, and its passives by weapon set. */
  readonly socketed_gems: boolean
  /** Fields of features that the game does not have: empty on all of its items. */
  readonly absent_fields: ReadonlySet<ItemField>
  /** Number of readable places of a ladder. */
  readonly ladder_places: number
  /** Characters can be exported as builds for Path of Building, which can calculate them. */
  readonly builds: boolean
  /** Host of the community's wiki. */
  readonly wiki: string
}

export const games: Readonly<Record<GameVersion, GameVersionRow>> = {
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
    transfigured_gems: true,
    legacy_items: true,
    art_outranks_labels: true,
    socketed_gems: true,
    absent_fields: new Set(),
    ladder_places: 15_000,
    builds: true,
    wiki: 'www.poewiki.net',
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
    transfigured_gems: false,
    legacy_items: false,
    art_outranks_labels: false,
    socketed_gems: false,
    // Sockets of the second game have no colours.
    absent_fields: new Set([
      'SOCKETS',
      'INFLUENCES',
      'IS_FOULBORN',
      'FOULBORN_MODS',
      'TALISMAN_TIER',
      'INCUBATOR_KILLS',
      'HEIST_TARGET',
      'HEIST_ROGUE_REQUIREMENT',
      'TEMPLE_ROOMS',
      'TEMPLE_ROOMS_T3',
      'RITUAL_VESSEL_BOSSES',
      'RITUAL_VESSEL_MAP',
      'GRAFT_SKILL_NAME',
      'GRAFT_SKILL_LEVEL',
    ]),
    ladder_places: 1000,
    builds: true,
    wiki: 'www.poe2wiki.net',
  },
}
