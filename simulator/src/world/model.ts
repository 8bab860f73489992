import type { PlacedItem, SlottedItem, WorldItem } from '../items/item.ts'
import type { TabLayout } from '../items/slot-layouts.ts'
import type { Draws } from '../prng.ts'
import type { BaseClass } from './classes.ts'
import type { SecondGameCharacter } from './second-game/model.ts'

export interface Personality {
  /** Multiplies levelling speed; around 1. */
  skill: number
  hours_per_day: number
  /** Share of playing time spent in the delve. */
  delve: number
  /** Chance that a thing goes into the tab meant for it. */
  tidiness: number
  /** Deaths per hour at level 70, roughly. */
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
  /** The game's next one, which nobody has met yet. */
  | 'LanternStash'

export interface Tab {
  id: string
  name: string
  type: TabType
  purpose: 'currency' | 'collection' | 'gear' | 'maps' | 'special' | 'old'
  league: string
  /** Number in `Stash<n>`. */
  index: number
  public: boolean
  /** Of a part of a collection: what it collects. */
  kind?: string
  /** How the game says that it is drawn, where it says so. */
  layout?: TabLayout
  width: number
  height: number
  /** One byte a cell, 1 = taken; slot tabs have none. */
  cells: Uint8Array
  items: PlacedItem[]
}

/** What the servers have written of a character; lags behind play. */
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
  /** Equipment changes when this grows. */
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
  /** Hours of play at skill 1 that the experience stands for. */
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
  /** What was put on by order from outside, in the place of what the stage of its gear has there. Never changed in place. */
  put_on: readonly SlottedItem[]
  record: CharacterRecord
}

/** From `at` on the account is live, or is not, whatever the plan was. */
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
  /** The one in the event league first, older ones after it. Empty until the account first plays. */
  characters: Character[]
  /** Of the second game, in the same order; empty where the account does not play it. */
  second_game: SecondGameCharacter[]
  tabs: Tab[]
  online: boolean
  /** Things found and not yet put away. */
  carried: WorldItem[]
  draws: Draws
  /** What was ordered from outside about this player's streaming, in order of time. */
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
