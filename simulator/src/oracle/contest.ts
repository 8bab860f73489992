/** The event as the oracle is told of it: what the product's API says to an admin. */
import type { Objective } from '@muster/contract/objectives'
import type { ScoringPreset } from '@muster/contract/scoring-presets'

export interface Contest {
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
}

export const listObjectives = (root: Objective): Objective[] => [root, ...root.children.flatMap(listObjectives)]
