import { hash } from 'node:crypto'
import type { GameItem } from '@muster/contract/game-api'
import type { EventId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import { readPrints, writeItemDelta } from './item-delta.ts'
import type { SnapshotBase, SnapshotBases, SnapshotSource } from './snapshot-bases.ts'
import { packDelta, packWhole } from './stored-items.ts'

/** Characters of JSON: a shorter list is stored as a whole, and nothing is told by it. */
const shortest = 4096

/** Items as they are to be stored. */
export interface PackedItems {
  readonly items: Buffer
  /** Of the JSON of the list, however it is stored. */
  readonly items_hash: Buffer
  /** What `items` is the difference from; null for a whole. */
  readonly base: SnapshotBase | null
  /** Of the items; null: nothing is told by them. */
  readonly prints: Int32Array | null
}

/** A delta has to be half as large as its base, and all of them together no larger than another whole would be. */
const isWorthIt = (delta: Buffer, { bytes, delta_bytes }: SnapshotBase) =>
  delta.length * 2 <= bytes && delta_bytes + delta.length <= bytes

function tryDelta(base: SnapshotBase, prints: Int32Array, texts: readonly string[]): Buffer | null {
  const text = writeItemDelta(base.prints, prints, texts)
  const packed = text === null ? null : packDelta(text)
  return packed !== null && isWorthIt(packed, base) ? packed : null
}

/**
 * Packs a list of items.
 * @param base of the same tab, where there is one. @param bases where it will be kept if it becomes a base; without them all are wholes.
 */
export async function packItems(
  list: readonly GameItem[],
  bases: Pick<SnapshotBases, 'isOpen'> | undefined,
  base: SnapshotBase | undefined,
): Promise<PackedItems> {
  const texts = list.map((item) => JSON.stringify(item))
  const text = `[${texts.join()}]`
  const items_hash = hash('sha256', text, 'buffer')
  const prints = text.length >= shortest && bases?.isOpen() === true ? readPrints(texts) : null
  const delta = base && prints ? tryDelta(base, prints, texts) : null
  if (base && delta) return { items: delta, items_hash, base, prints }
  return { items: await packWhole(text), items_hash, base: null, prints }
}

/** What is about to be stored of a tab or a character. */
export interface Shown extends SnapshotSource {
  readonly change_id: string
  readonly list: readonly GameItem[]
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
 * Looks that the bases of what was packed are in the database, in the transaction that stores it; what has lost its base is packed as a
 * whole.
 */
export async function confirmBases(
  tx: Tx,
  event_id: EventId,
  shown: readonly (Pick<Shown, 'stash_id' | 'list'> & { readonly packed: PackedItems })[],
  bases: SnapshotBases | undefined,
): Promise<StorableItems[]> {
  const wanted = shown.flatMap(({ stash_id, packed: { base } }, at) => (base === null ? [] : [{ at, stash_id, base }]))
  const found = wanted.length > 0 && bases ? await findBases(tx, event_id, wanted, bases) : new Map<number, number>()
  const ids = new Map([...found].map(([place, id]) => [wanted[place]?.at, id]))
  return Promise.all(
    shown.map(async ({ list, packed }, at) => {
      const base_id = ids.get(at) ?? null
      const isSettled = packed.base === null || base_id !== null
      return { ...(isSettled ? packed : await packItems(list, bases, undefined)), base_id }
    }),
  )
}

/** Takes note of what was stored, for the next snapshot of the same tab. */
export function keepBase(bases: SnapshotBases | undefined, source: Omit<Shown, 'list'>, stored: PackedItems): void {
  const { items, items_hash, base, prints } = stored
  if (base !== null) base.delta_bytes += items.length
  else if (prints !== null) {
    const { change_id, team_id, user_id } = source
    bases?.keep(source, { change_id, items_hash, team_id, user_id, prints, bytes: items.length, delta_bytes: 0 })
  }
}

/** All of this at once, for whoever packs within the transaction that stores. */
export async function packShown(
  tx: Tx,
  event_id: EventId,
  shown: readonly Shown[],
  bases: SnapshotBases | undefined,
): Promise<StorableItems[]> {
  const packed = await Promise.all(
    shown.map(async (one) => ({ ...one, packed: await packItems(one.list, bases, bases?.find(one)) })),
  )
  const storable = await confirmBases(tx, event_id, packed, bases)
  for (const [at, one] of shown.entries()) keepBase(bases, one, storable[at] as StorableItems)
  return storable
}
