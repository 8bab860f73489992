import { ownReadingEvery_seconds } from '@muster/contract/tracking'

export const minute_ms = 60_000

/**
 * Event time. A list finds new, renamed and deleted characters. Details are requested more often during play. The ladder, read
 * every minute, shows which players became active and makes their details due, so idle players can be polled rarely.
 */
export const listEvery_ms = { unknown: 10 * minute_ms, known: 60 * minute_ms }
/** The game limits character lists for each account: see `ownReadingEvery_seconds`. */
export const listRetry_ms = ownReadingEvery_seconds * 1000

/**
 * The atlas opens at the end of the campaign. Once it has many nodes it grows slowly, and for idle players not at all. New
 * activity shows in the experience, except at the last level.
 */
export const atlasEvery_ms = {
  growing: 5 * minute_ms,
  grown: 15 * minute_ms,
  last_level: 30 * minute_ms,
  asleep: 120 * minute_ms,
}
