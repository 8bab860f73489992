import type { EventId } from '@muster/contract/ids'
import type { Db } from '../../db/connect.ts'
import type { PackedSnapshot } from '../../ingestion/stash/stored-items.ts'
import { loadPackedTabs, type StoredTab } from './store.ts'

/** Number of items read and sent to the thread at a time; a tab is never divided. */
const itemsOfBatch = 4_000

export interface Batch {
  readonly tabs: readonly StoredTab[]
  readonly packed: readonly PackedSnapshot[]
}

/** The items of tabs, batch by batch; the next one is read on demand. */
export async function* readBatches(db: Db, event_id: EventId, tabs: readonly StoredTab[]): AsyncGenerator<Batch> {
  let from = 0
  while (from < tabs.length) {
    let items = 0
    let to = from
    while (to < tabs.length && (to === from || items + (tabs[to]?.item_count ?? 0) <= itemsOfBatch)) {
      items += tabs[to]?.item_count ?? 0
      to += 1
    }
    const wanted = tabs.slice(from, to)
    const contents = await loadPackedTabs(
      db,
      event_id,
      wanted.map(({ snapshot_id }) => snapshot_id),
    )
    const found = wanted.flatMap((tab) => {
      const packed = contents.get(tab.snapshot_id)
      return packed ? [{ tab, packed }] : []
    })
    if (found.length > 0) yield { tabs: found.map(({ tab }) => tab), packed: found.map(({ packed }) => packed) }
    from = to
  }
}

/** Upper bound of items for one search. */
export const maxStoredItems = 200_000

/** The latest tabs with at most the allowed number of items, and the number of items in all tabs. */
export function cutTabs(tabs: readonly StoredTab[]): { tabs: readonly StoredTab[]; stored: number } {
  let items = 0
  const end = tabs.findIndex(({ item_count }) => (items += item_count) > maxStoredItems)
  const stored = tabs.reduce((sum, { item_count }) => sum + item_count, 0)
  return { tabs: end === -1 ? tabs : tabs.slice(0, end), stored }
}
