import { promisify } from 'node:util'
import { deflateSync, gunzip as gunzipCallback, gunzipSync, gzip as gzipCallback, gzipSync, inflateSync } from 'node:zlib'
import type { GameItem } from '@muster/contract/game-api'
import { applyItemDelta, type ItemDelta } from './item-delta.ts'

// How the items of a snapshot lie in the database. Whoever reads them comes here.

const gzip = promisify(gzipCallback)
const gunzip = promisify(gunzipCallback)

/** What is so short is packed sooner than another thread is woken for it. */
const packedAtOnce = 64 * 1024
/** What is packed so small is unpacked sooner than another thread is woken for it. */
const unpackedAtOnce = 32 * 1024
/** Measured on a tab of 32 kB: half the time of the default level, for 8 % more bytes. */
const packing = { level: 3 }

/** A snapshot's items as they are stored: a full list, or a delta. */
export interface PackedSnapshot {
  readonly items: Uint8Array
  /** `items` of the full snapshot that the delta is against; null for a full one. */
  readonly base: Uint8Array | null
}

/** A list of items, as JSON: gzip. */
export async function packFull(text: string): Promise<Buffer> {
  return text.length <= packedAtOnce ? gzipSync(text, packing) : gzip(text, packing)
}

/** An `ItemDelta`, as JSON: zlib and not gzip, so that a program which takes it for a list of items cannot unpack it. */
export const packDelta = (text: string): Buffer => deflateSync(text)

/** A full list begins as gzip does. */
const isFull = (items: Uint8Array): boolean => items[0] === 0x1f

const parse = <T>(text: Buffer): T => JSON.parse(text.toString('utf8')) as T

/** @returns the list that a packed delta against `base` stands for. */
function apply(base: readonly GameItem[], items: Uint8Array): readonly GameItem[] {
  return applyItemDelta(base, parse<ItemDelta<GameItem>>(inflateSync(items)))
}

function needBase({ base }: PackedSnapshot): Uint8Array {
  if (base === null) throw new Error('the full snapshot that a delta is against is gone')
  return base
}

const parseFull = (items: Uint8Array) => parse<readonly GameItem[]>(gunzipSync(items))

/** The items of a snapshot, at once. */
export function unpackItems(stored: PackedSnapshot): readonly GameItem[] {
  return isFull(stored.items) ? parseFull(stored.items) : apply(parseFull(needBase(stored)), stored.items)
}

/** Whether `unpackItemsAsync` leaves the work to another thread. */
export const unpacksInThread = ({ items, base }: PackedSnapshot): boolean =>
  (isFull(items) ? items : (base ?? items)).length > unpackedAtOnce

async function unpackFull(items: Uint8Array): Promise<readonly GameItem[]> {
  return items.length <= unpackedAtOnce ? parseFull(items) : parse<readonly GameItem[]>(await gunzip(items))
}

/**
 * The same, large ones in another thread.
 * @param openBase unpacks the base; for callers that hold some unpacked.
 */
export async function unpackItemsAsync(
  stored: PackedSnapshot,
  openBase: (base: Uint8Array) => Promise<readonly GameItem[]> = unpackFull,
): Promise<readonly GameItem[]> {
  return isFull(stored.items) ? unpackFull(stored.items) : apply(await openBase(needBase(stored)), stored.items)
}
