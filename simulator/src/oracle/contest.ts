/** The oracle's description of an event, from the product's API as an admin sees it. */
import type { Objective } from '@muster/contract/objectives'
import type { PersonalObjectives } from '@muster/contract/personal-objectives'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import type { GameRealm } from '../world/events.ts'
import type { WorldItem } from '../items/item.ts'

export interface Contest {
  /** Realm of the characters. */
  realm: GameRealm
  start_ms: number
  end_ms: number
  root: Objective
  presets: readonly ScoringPreset[]
  /** Null or absent: the usual steps. */
  personal_objectives?: PersonalObjectives | null
  /** Team ids in the product, by index of the team in the world. */
  team_ids: readonly number[]
}

/** A period in which the game did not answer, or answered incompletely; milliseconds. */
export interface Outage {
  from_ms: number
  to_ms: number
  /** The missing data was not sent later either. */
  loses?: boolean
  /** Items appeared in a second tab of their owner, as after a move: the reader sees one more of them there. */
  twins?: boolean
}

/** Maximum delays of a working reader, milliseconds. */
export interface Patience {
  /** After publication in the stream. */
  stream_ms: number
  /** Interval between reads of a guild tab. */
  guild_ms: number
  /** Interval between reads of a collection part with an unchanged number of items. */
  part_ms: number
  /** After publication in a ladder. */
  ladder_ms: number
  /** Interval between full reads of a playing character, and delay of the first one. */
  detail_ms: number
  /** From the reading of a character to the figures of its build; infinite if they may never come. */
  calculation_ms: number
}

/**
 * A possible sighting: a source shows `number` between these times. If `certain`, the period is long enough that a working reader
 * cannot miss it.
 */
export interface Sighting {
  earliest: number
  latest: number
  number: number
  /** The smallest number that a reader may see instead, if the number grows in between. */
  least: number
  /** The largest number that a reader may see instead, if the game showed items twice. */
  most?: number
  certain: boolean
  /** Ordinal of the responsible account; absent if the source does not name one. */
  by?: number | undefined
}

/** An approved submission, or a manually added fact: counts without a source in the game. */
export interface Claim {
  objective_id: number
  team: number
  at_ms: number
  number: number
  /** Number of the account that claims it; null for a fact that was added by hand. */
  account: number | null
}

/** A judge's exclusion of all facts of an account for an objective. */
export interface Exclusion {
  objective_id: number
  account: number
}

/** Points that organisers gave to a team, or took if negative. They count for the whole event, at any time. */
export interface PointsByHand {
  team: number
  points: number
}

/** A reported item that counts. */
export interface ItemReport {
  readonly team: number
  /** Ordinal of the account that reported it. */
  readonly account: number
  /** When it was found, as the report says. */
  readonly at_ms: number
  readonly item: WorldItem
}

export interface Rulings {
  claims: readonly Claim[]
  /** Reported items that count, in the order in which they were sent. */
  reports: readonly ItemReport[]
  exclusions: readonly Exclusion[]
  points: readonly PointsByHand[]
}

export const noRulings: Rulings = { claims: [], reports: [], exclusions: [], points: [] }

export const listObjectives = (root: Objective): Objective[] => [root, ...root.children.flatMap(listObjectives)]
