/** The event as the oracle is told of it: what the product's API says to an admin. */
import type { Objective } from '@muster/contract/objectives'
import type { ScoringPreset } from '@muster/contract/scoring-presets'

export interface Contest {
  /** Of which game's realm the characters are. */
  realm: 'pc' | 'poe2'
  start_ms: number
  end_ms: number
  root: Objective
  presets: readonly ScoringPreset[]
  /** Team ids of the product, by the number of the team in the world. */
  team_ids: readonly number[]
}

/** A stretch in which the game answered nothing or not all, milliseconds. */
export interface Outage {
  from_ms: number
  to_ms: number
  /** What it kept to itself then was never told later. */
  loses?: boolean
  /**
   * It showed things in a second tab of their owner, as after a move: a reader that believes what it is shown sees one more
   * of them there.
   */
  twins?: boolean
}

/** For how long at most something true may stay unseen by a reader that works, milliseconds. */
export interface Patience {
  /** From the moment the stream shows it. */
  stream_ms: number
  /** A tab of a guild is looked at this often. */
  guild_ms: number
  /** A part of a collection, which holds as many things as before. */
  part_ms: number
  /** From the moment a ladder shows it. */
  ladder_ms: number
  /** A character that plays is read whole this often, one that has just begun after this long. */
  detail_ms: number
}

/**
 * A sighting that some source allows: it shows `number` to whoever looks between these moments. A certain one is long enough
 * that nobody who looks as often as agreed can miss it.
 */
export interface Sighting {
  earliest: number
  latest: number
  number: number
  /** The smallest number that may be seen instead, where a number grows in between. */
  least: number
  /** The largest number that may be seen instead, where more was shown than there is. */
  most?: number
  certain: boolean
  /** Number of the account whose doing it is; absent where the source names nobody. */
  by?: number | undefined
}

/** What a judge let count that no source of the game shows: an approved submission, or a fact that was added by hand. */
export interface Claim {
  objective_id: number
  team: number
  at_ms: number
  number: number
}

/** What a judge took out of the count: all that shows what one account did for an objective. */
export interface Exclusion {
  objective_id: number
  account: number
}

export interface Rulings {
  claims: readonly Claim[]
  exclusions: readonly Exclusion[]
}

export const noRulings: Rulings = { claims: [], exclusions: [] }

export const listObjectives = (root: Objective): Objective[] => [root, ...root.children.flatMap(listObjectives)]
