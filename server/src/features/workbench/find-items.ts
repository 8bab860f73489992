import type { StoredItem, StoredItems } from '@muster/contract/workbench'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { type PackedSnapshot, unpackItems } from '../../ingestion/stash/stored-items.ts'
import { readSeenItems } from './seen-items.ts'
import type { SeenKind } from './seen-kinds.ts'
import { loadPackedTabs } from './store.ts'

const maxKinds = 20

const isFound = ({ name, type_line, base_type }: SeenKind, wanted: string) =>
  [name, type_line, base_type].some((text) => text.toLowerCase().includes(wanted))

function present({ tab, place, name, type_line, base_type, count }: SeenKind, packed: PackedSnapshot | undefined): StoredItem[] {
  if (!packed) return []
  const item = unpackItems(packed)[place]
  if (!item) return []
  const { team_id, tab_name, seen_at } = tab
  return [{ name, type_line, base_type, count, team_id, tab_name, seen_at: seen_at.toISOString(), item: { ...item } }]
}

/**
 * Kinds of items in the event's tabs by part of a name, case-insensitive: the twenty most frequent, each with its newest item.
 */
export async function findItems(ctx: Context, event: Row<'events'>, search: string): Promise<StoredItems> {
  const { kinds, stored, read, is_complete } = await readSeenItems(ctx, event)
  const wanted = search.toLowerCase()
  const found = kinds.filter((kind) => isFound(kind, wanted))
  const shown = found.slice(0, maxKinds)
  const ids = [...new Set(shown.map(({ tab }) => tab.snapshot_id))]
  const packed = await loadPackedTabs(ctx.db, event.id, ids)
  const items: StoredItem[] = []
  for (const kind of shown) items.push(...present(kind, packed.get(kind.tab.snapshot_id)))
  return { items, total: found.length, stored, read, is_complete }
}
