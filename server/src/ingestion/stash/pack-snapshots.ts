import type { EventId } from '@muster/contract/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import { type Base, packItems, type PackedItems, type WrittenItems } from './stored-items.ts'

/** Items of a tab or a character; `kind` and `stash_id` name the columns of the table. */
interface Shown extends WrittenItems {
  readonly kind: string
  readonly stash_id: string
}

/** The newest whole snapshot of each source, by the index of the source in the list. */
async function loadBases(tx: Tx, event_id: EventId, shown: readonly Shown[]): Promise<Map<number, Base>> {
  if (shown.length === 0) return new Map()
  const { rows } = await sql<Base & { place: number }>`
    select wanted.place::int, base.id, base.items
    from unnest(${shown.map(({ kind }) => kind)}::text[], ${shown.map(({ stash_id }) => stash_id)}::text[])
      with ordinality as wanted (kind, stash_id, place)
    cross join lateral (
      select id, items from stash_snapshots
      where event_id = ${event_id} and stash_id = wanted.stash_id and kind = wanted.kind and base_id is null
      order by id desc limit 1
    ) as base`.execute(tx)
  return new Map(rows.map(({ place, ...base }) => [place - 1, base]))
}

/** Packs lists of items in the transaction that stores them. */
export async function packSnapshots(tx: Tx, event_id: EventId, shown: readonly Shown[]): Promise<PackedItems[]> {
  const bases = await loadBases(tx, event_id, shown)
  return shown.map((one, place) => packItems(one, bases.get(place)))
}

/** Column of a query on `stash_snapshots`: the packed items of the base, null without one. */
export const baseItems: RawBuilder<Buffer | null> = sql`(
  select base.items from stash_snapshots base where base.id = stash_snapshots.base_id)`
