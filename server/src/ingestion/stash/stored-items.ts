import { hash } from 'node:crypto'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { GameItem } from '@muster/contract/game-api'

// Items are stored as JSON, compressed with zstd. The dictionary is the JSON of an earlier snapshot of the same tab, the base. A
// snapshot without a base is a whole snapshot; only whole snapshots are bases.

/** The checksum detects a wrong base when unpacking. */
const params = { [constants.ZSTD_c_checksumFlag]: 1 }

const hash_bytes = 16

/** A list of items and its JSON. */
export interface WrittenItems {
  readonly list: readonly GameItem[]
  readonly text: string
  /** Equal for two lists exactly if their JSON is equal. */
  readonly items_hash: Buffer
}

/** A whole snapshot. */
export interface Base {
  readonly id: number
  readonly items: Buffer
}

export interface PackedItems {
  readonly items: Buffer
  readonly items_hash: Buffer
  /** Null for a whole snapshot. */
  readonly base_id: number | null
}

/** A stored snapshot together with the stored items of its base. */
export interface PackedSnapshot {
  readonly items: Uint8Array
  readonly base: Uint8Array | null
}

export const packText = (text: string): Buffer => zstdCompressSync(text, { params })

export const unpackText = (packed: Uint8Array): string => zstdDecompressSync(packed).toString('utf8')

export function writeItems(list: readonly GameItem[]): WrittenItems {
  const text = JSON.stringify(list)
  return { list, text, items_hash: hash('sha256', text, 'buffer').subarray(0, hash_bytes) }
}

/** Uses the base if the result has at most a quarter of the base's size; otherwise makes a whole snapshot, the next base. */
export function packItems({ text, items_hash }: WrittenItems, base?: Base): PackedItems {
  if (base) {
    const items = zstdCompressSync(text, { params, dictionary: zstdDecompressSync(base.items) })
    if (items.length * 4 <= base.items.length) return { items, items_hash, base_id: base.id }
  }
  return { items: packText(text), items_hash, base_id: null }
}

/** @throws Error if the base is missing or wrong. */
export function unpackItems({ items, base }: PackedSnapshot): readonly GameItem[] {
  const text = base === null ? zstdDecompressSync(items) : zstdDecompressSync(items, { dictionary: zstdDecompressSync(base) })
  return JSON.parse(text.toString('utf8')) as readonly GameItem[]
}
