import { hash } from 'node:crypto'
import type { GameItem } from '@muster/contract/game-api'
import { findPlaces, fingerprintItems } from './item-delta.ts'
import type { SnapshotBase } from './snapshot-bases.ts'

/** Characters of JSON: a shorter list is stored in full, and is no base of deltas. */
const shortest = 4096

/** A list of items, the JSON of each written once, for all that is made of it: a snapshot, the tab as members see it, hashes. */
export interface WrittenItems {
  readonly list: readonly GameItem[]
  readonly texts: readonly string[]
  readonly fingerprints: Int32Array
  /** It is long enough for a delta, and for a base of deltas. */
  readonly isLong: boolean
  /** What a delta can be made against, and where each item stands there (`findPlaces`). */
  readonly earlier: { readonly base: SnapshotBase; readonly places: Int32Array } | null
}

/** @param base of the same tab, where there is one. */
export function writeItems(list: readonly GameItem[], base: SnapshotBase | undefined): WrittenItems {
  const texts = list.map((item) => JSON.stringify(item))
  const fingerprints = fingerprintItems(texts)
  const isLong = texts.reduce((length, text) => length + text.length + 1, 1) >= shortest
  const earlier = base && isLong ? { base, places: findPlaces(base.fingerprints, fingerprints) } : null
  return { list, texts, fingerprints, isLong, earlier }
}

/** What a list has in common with others of the same tab. */
export interface Overlap {
  /** An earlier list: its hash, how many items it has, and where those of this one stand there (`findPlaces`). */
  readonly earlier: { readonly items_hash: Buffer; readonly of: number; readonly places: Int32Array } | null
  /** The hash of this list, where later ones are compared with it. */
  readonly own_hash: Buffer | null
}

/** The JSON of the list. */
export const joinItems = ({ texts }: Pick<WrittenItems, 'texts'>): string => `[${texts.join()}]`

const hash_bytes = 16

/** What snapshots call their list: the same for two lists exactly when their JSON is the same. Made of the fingerprints, which are there anyway. */
export const hashItems = (fingerprints: Int32Array): Buffer => hash('sha256', fingerprints, 'buffer').subarray(0, hash_bytes)

/**
 * Whether a stored `items_hash` is that of this list.
 * @param items_hash of the list. @param stored may be by a version before, which hashed the JSON of the whole list and kept all of the hash.
 */
export function isHashOf(stored: Buffer, { list, items_hash }: { list: readonly GameItem[]; items_hash: Buffer }): boolean {
  if (stored.length !== 32) return stored.equals(items_hash)
  return stored.equals(hash('sha256', JSON.stringify(list), 'buffer'))
}
