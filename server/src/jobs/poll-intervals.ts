import { type ReadingIntervals, readInterval_ms } from '@muster/contract/reading-intervals'
import { ownReadingEvery_seconds } from '@muster/contract/tracking'

export const minute_ms = 60_000

/** The game limits character lists for each account: see `ownReadingEvery_seconds`. */
export const listRetry_ms = ownReadingEvery_seconds * 1000

/** Event time between two lists of a player, who may have a character in the league or none yet. */
export const chooseListPause_ms = (event: ReadingIntervals, hasCharacter: boolean): number =>
  readInterval_ms(event, hasCharacter ? 'read_list_seconds' : 'read_first_list_seconds')

const grownAtlas_nodes = 100
const lastLevel = 100

/**
 * Event time between two readings of an atlas. It opens at the end of the campaign, grows slowly once it has many nodes, and for
 * idle players not at all. Experience shows play, except at the last level.
 */
export function chooseAtlasPause_ms(event: ReadingIntervals, level: number, plays: boolean, nodes: number): number {
  if (!plays && level < lastLevel) return readInterval_ms(event, 'read_idle_atlas_seconds')
  if (!plays) return 2 * readInterval_ms(event, 'read_grown_atlas_seconds')
  return readInterval_ms(event, nodes < grownAtlas_nodes ? 'read_atlas_seconds' : 'read_grown_atlas_seconds')
}
