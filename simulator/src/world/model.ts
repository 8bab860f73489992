import type { PlacedItem, SlottedItem, WorldItem } from '../items/item.ts'
import type { TabLayout } from '../items/slot-layouts.ts'
import type { Draws } from '../prng.ts'
import type { BaseClass } from './classes.ts'
import type { SecondGameCharacter } from './second-game/model.ts'

export interface Personality {
  /** Factor for levelling speed; around 1. */
  skill: number
  hours_per_day: number
  /** Share of playing time spent in the delve. */
  delve: number
  /** Probability that an item goes into the matching tab. */
  tidiness: number
  /** Approximate deaths per hour at level 70. */
  risk: number
  hidden_on_ladder: boolean
}

export type TabType =
  | 'NormalStash'
  | 'PremiumStash'
  | 'QuadStash'
  | 'CurrencyStash'
  | 'FragmentStash'
  | 'EssenceStash'
  | 'DelveStash'
  | 'BlightStash'
  | 'DeliriumStash'
  | 'MetamorphStash'
  | 'UltimatumStash'
  | 'FlaskStash'
  | 'GemStash'
  | 'DivinationCardStash'
  | 'MapStash'
  | 'UniqueStash'
  /** A future tab type, unknown to clients. */
  | 'LanternStash'

export interface Tab {
  id: string
  name: string
  type: TabType
  purpose: 'currency' | 'collection' | 'gear' | 'maps' | 'special' | 'old'
  league: string
  /** Index in `Stash<n>`. */
  index: number
  public: boolean
  /** For a part of a collection: the kind of its items. */
  kind?: string
  /** Layout according to the game, if the game sends one. */
  layout?: TabLayout
  width: number
  height: number
  /** One byte per cell, 1 = occupied; slot tabs have none. */
  cells: Uint8Array
  items: PlacedItem[]
}

/** A character as last saved by the servers; lags behind play. */
export interface CharacterRecord {
  id: string
  name: string
  class: string
  base_class: BaseClass
  league: string
  level: number
  experience: number
  ascendancy: string | null
  ascendancy_points: number
  bandit: string | null
  pantheon_major: string | null
  pantheon_minor: string | null
  bloodline: string | null
  /** Equipment changes when this increases. */
  gear_stage: number
  voidstones: number
  put_on: readonly SlottedItem[]
  written_at: number
}

export interface Character {
  id: string
  name: string
  base_class: BaseClass
  league: string
  experience: number
  level: number
  /** Hours of play at skill 1 that correspond to the experience. */
  progress_hours: number
  ascendancy: string
  ascendancy_points: number
  bandit: string | null
  pantheon_major: string | null
  pantheon_minor: string | null
  bloodline: string | null
  depth: number
  depth_solo: number
  atlas_points: number
  deaths: number
  /** Items put on from outside. They replace the items of the current gear stage. Never mutated. */
  put_on: readonly SlottedItem[]
  record: CharacterRecord
}

/** Order from outside: from `at` on the account is live or not, regardless of its plan. */
export interface BroadcastOrder {
  at: number
  live: boolean
  title?: string
}

export interface Account {
  ordinal: number
  uuid: string
  name: string
  team: number
  locale: string
  twitch: string | null
  personality: Personality
  /** The character in the event league first, then older ones. Empty until the account first plays. */
  characters: Character[]
  /** Characters of the second game, in the same order; empty if the account does not play it. */
  second_game: SecondGameCharacter[]
  tabs: Tab[]
  online: boolean
  /** Items found but not yet stored. */
  carried: WorldItem[]
  draws: Draws
  /** Orders from outside about this player's broadcasts, by time. */
  broadcast_orders: BroadcastOrder[]
}

export interface Team {
  ordinal: number
  name: string
}

export interface LadderRow {
  rank: number
  account: Account
  record: { id: string; name: string; class: string; level: number; experience: number; depth: number; depth_solo: number }
}

export interface LadderSnapshot {
  cached_since: number
  rows: LadderRow[]
}

export interface SecondLadderRow {
  rank: number
  account: Account
  record: { id: string; name: string; class: string; level: number; experience: number }
}

export interface SecondLadderSnapshot {
  cached_since: number
  rows: SecondLadderRow[]
}
