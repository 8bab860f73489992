import type { GameItem } from '@muster/contract/game-api'
import { type Cache, createCache } from '../../cache.ts'

/**
 * Recently stored items by the hash of their text, so that an evaluation in the same process need not read and decompress them.
 * Matches the database, or is missing: later evaluations, and those in other processes, read the database.
 */
export type FreshItems = Cache<string, readonly GameItem[]>

export const hashKey = (items_hash: Buffer): string => items_hash.toString('hex')

/** An empty tab counts as one item. */
export const createFreshItems = (): FreshItems => createCache('fresh_items', (items) => Math.max(1, items.length))
