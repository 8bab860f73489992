import type { GameItem } from '@muster/contract/game-api'
import type { EventId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import { countItems, writeItemDelta } from './item-delta.ts'
import type { SnapshotBase, SnapshotBases, SnapshotSource } from './snapshot-bases.ts'
import { packDelta, packFull } from './stored-items.ts'
import { hashItems, joinItems, type Overlap, type WrittenItems, writeItems } from './written-items.ts'

/** Items as they are to be stored. */
export interface PackedItems {
  readonly items: Buffer
  /** Of the list, however it is stored (`hashItems`). */
  readonly items_hash: Buffer
  /** What `items` is a delta against; null for a full list. */
  readonly base: SnapshotBase | null
  /** Of the items; null: they are no base of deltas. */
  readonly fingerprints: Int32Array | null
  readonly overlap: Overlap
}

function describeOverlap({ earlier }: WrittenItems, own_hash: Buffer | null): Overlap {
  if (earlier === null) return { earlier, own_hash }
  const { base, places } = earlier
  return { earlier: { items_hash: base.items_hash, of: countItems(base.fingerprints), places }, own_hash }
}

/** A delta has to be half as large as its base, and all of them together no larger than another full snapshot would be. */
const isWorthIt = (delta: Buffer, { bytes, delta_bytes }: SnapshotBase) =>
  delta.length * 2 <= bytes && delta_bytes + delta.length <= bytes

function tryDelta({ texts, earlier }: WrittenItems): { items: Buffer; base: SnapshotBase } | null {
  if (!earlier) return null
  const { base, places } = earlier
  const text = writeItemDelta(countItems(base.fingerprints), places, texts)
  const items = text === null ? null : packDelta(text)
  return items !== null && isWorthIt(items, base) ? { items, base } : null
}

/**
 * Packs a list of items.
 * @param bases where it will be kept if it becomes a base; without them all is stored in full.
 */
export async function packItems(written: WrittenItems, bases: Pick<SnapshotBases, 'isOpen'> | undefined): Promise<PackedItems> {
  const items_hash = hashItems(written.fingerprints)
  const fingerprints = written.isLong && bases?.isOpen() === true ? written.fingerprints : null
  const delta = fingerprints && tryDelta(written)
  if (delta) return { ...delta, items_hash, fingerprints, overlap: describeOverlap(written, null) }
  const items = await packFull(joinItems(written))
  const overlap = describeOverlap(written, fingerprints && items_hash)
  return { items, items_hash, base: null, fingerprints, overlap }
}

/** What a tab or a character shows, to be stored as a snapshot. */
export interface SnapshotContent extends SnapshotSource {
  readonly change_id: string
  readonly list: readonly GameItem[]
  /** Where it has been written for something else. */
  readonly written?: WrittenItems
  /** See `SnapshotBase`. */
  readonly comparables?: BigUint64Array
}

/**
 * The numbers of bases, by their places here. One that is missing is not in the database, or must not be used any more: somebody was
 * deleted, a transaction failed, or the database forgot what it had stored when another one took over.
 */
async function findBases(
  tx: Tx,
  event_id: EventId,
  wanted: readonly { readonly stash_id: string; readonly base: SnapshotBase }[],
  bases: SnapshotBases,
): Promise<Map<number, number>> {
  const column = <T>(pick: (base: SnapshotBase) => T) => wanted.map(({ base }) => pick(base))
  const { rows } = await sql<{ is_open: boolean; place: number | null; id: number | null }>`
    select deltas.is_open, found.place, found.id
    from (select coalesce((select stored_from <= now() from snapshot_deltas), false) as is_open) as deltas
    left join lateral (
      select wanted.place, base.id
      from unnest(
        ${wanted.map(({ stash_id }) => stash_id)}::text[], ${column((base) => base.change_id)}::text[],
        ${column((base) => base.items_hash)}::bytea[], ${column((base) => base.team_id)}::int[],
        ${column((base) => base.user_id)}::int[]
      ) with ordinality as wanted (stash_id, change_id, items_hash, team_id, user_id, place)
      join stash_snapshots base on base.event_id = ${event_id} and base.stash_id = wanted.stash_id
        and base.change_id = wanted.change_id and base.items_hash = wanted.items_hash and base.base_id is null
        and base.team_id = wanted.team_id and base.user_id is not distinct from wanted.user_id
    ) as found on deltas.is_open`.execute(tx)
  if (rows[0]?.is_open !== true) bases.close()
  return new Map(rows.flatMap(({ place, id }) => (place === null || id === null ? [] : [[place - 1, id]])))
}

/** Items as they are stored, with the number of their base. */
export type StorableItems = PackedItems & { readonly base_id: number | null }

/**
 * Checks in the transaction that stores the deltas that their bases are in the database; what has lost its base is packed in full.
 */
export async function confirmBases(
  tx: Tx,
  event_id: EventId,
  shown: readonly (Pick<SnapshotContent, 'stash_id' | 'list'> & { readonly packed: PackedItems })[],
  bases: SnapshotBases | undefined,
): Promise<StorableItems[]> {
  const wanted = shown.flatMap(({ stash_id, packed: { base } }, at) => (base === null ? [] : [{ at, stash_id, base }]))
  const found = wanted.length > 0 && bases ? await findBases(tx, event_id, wanted, bases) : new Map<number, number>()
  const ids = new Map([...found].map(([place, id]) => [wanted[place]?.at, id]))
  return Promise.all(
    shown.map(async ({ list, packed }, at) => {
      const base_id = ids.get(at) ?? null
      const isSettled = packed.base === null || base_id !== null
      return { ...(isSettled ? packed : await packItems(writeItems(list, undefined), bases)), base_id }
    }),
  )
}

/** Takes note of what was stored, for the next snapshot of the same tab. */
export function keepBase(
  bases: SnapshotBases | undefined,
  source: Omit<SnapshotContent, 'list' | 'written'>,
  stored: PackedItems,
): void {
  const { items, items_hash, base, fingerprints } = stored
  if (base !== null) base.delta_bytes += items.length
  else if (fingerprints !== null) {
    const { change_id, team_id, user_id, comparables = null } = source
    const of = { change_id, items_hash, team_id, user_id }
    bases?.keep(source, { ...of, fingerprints, comparables, bytes: items.length, delta_bytes: 0 })
  }
}

/** Packs, confirms the bases and keeps the new ones, for callers that pack within the transaction that stores. */
export async function packSnapshots(
  tx: Tx,
  event_id: EventId,
  shown: readonly SnapshotContent[],
  bases: SnapshotBases | undefined,
): Promise<StorableItems[]> {
  const packed = await Promise.all(
    shown.map(async (one) => {
      const written = one.written ?? writeItems(one.list, bases?.find(one))
      return { ...one, packed: await packItems(written, bases) }
    }),
  )
  const storable = await confirmBases(tx, event_id, packed, bases)
  for (const [at, one] of shown.entries()) keepBase(bases, one, storable[at] as StorableItems)
  return storable
}
