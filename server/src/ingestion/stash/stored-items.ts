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

/** A snapshot's items as they are stored. */
export interface KeptItems {
  readonly items: Uint8Array
  /** `items` of the whole that they are told by; null for a whole. */
  readonly base: Uint8Array | null
}

/** A list of items, as JSON: gzip. */
export async function packWhole(text: string): Promise<Buffer> {
  return text.length <= packedAtOnce ? gzipSync(text, packing) : gzip(text, packing)
}

/** An `ItemDelta`, as JSON: zlib and not gzip, so that a program which takes it for a list of items cannot unpack it. */
export const packDelta = (text: string): Buffer => deflateSync(text)

/** A whole begins as gzip does. */
const isWhole = (items: Uint8Array): boolean => items[0] === 0x1f

const parse = <T>(text: Buffer): T => JSON.parse(text.toString('utf8')) as T

/** The list of which this is the difference. */
function apply(base: readonly GameItem[], items: Uint8Array): readonly GameItem[] {
  return applyItemDelta(base, parse<ItemDelta<GameItem>>(inflateSync(items)))
}

function needBase({ base }: KeptItems): Uint8Array {
  if (base === null) throw new Error('the snapshot by which the items of another one are told is gone')
  return base
}

const parseWhole = (items: Uint8Array) => parse<readonly GameItem[]>(gunzipSync(items))

/** The items of a snapshot, at once. */
export function unpackItems(stored: KeptItems): readonly GameItem[] {
  return isWhole(stored.items) ? parseWhole(stored.items) : apply(parseWhole(needBase(stored)), stored.items)
}

/** Whether `unpackItemsAside` leaves the work to another thread. */
export const isUnpackedAside = ({ items, base }: KeptItems): boolean =>
  (isWhole(items) ? items : (base ?? items)).length > unpackedAtOnce

async function unpackWhole(items: Uint8Array): Promise<readonly GameItem[]> {
  return items.length <= unpackedAtOnce ? parseWhole(items) : parse<readonly GameItem[]>(await gunzip(items))
}

/**
 * The same, large ones in a thread of their own.
 * @param openBase unpacks the base; for whoever holds some unpacked.
 */
export async function unpackItemsAside(
  stored: KeptItems,
  openBase: (base: Uint8Array) => Promise<readonly GameItem[]> = unpackWhole,
): Promise<readonly GameItem[]> {
  return isWhole(stored.items) ? unpackWhole(stored.items) : apply(await openBase(needBase(stored)), stored.items)
}
