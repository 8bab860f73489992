import type { SuggestedField } from '@muster/contract/workbench'
import { renew } from '../../cache.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { loadMatcherOptions } from '../../ingestion/rules/class-table.ts'
import { cutTabs, readBatches } from './batches.ts'
import type { SeenItems, SeenKind } from './seen-kinds.ts'
import { listStoredTabs, type StoredTab } from './store.ts'
import { TooLong, useThread } from './thread.ts'
import type { ListedItem } from './work.ts'

/** Reading all tabs of a large event may take a few seconds once; later only changed tabs are read. */
const deadline_ms = 8_000
/** Real time: lifetime of a cached read. */
const fresh_ms = 10_000

const keyOf = ({ name, type_line, base_type }: ListedItem) => `${name}\n${type_line}\n${base_type}`

function gatherKinds(tabs: readonly StoredTab[], contents: ReadonlyMap<number, readonly ListedItem[]>): SeenKind[] {
  const kinds = new Map<string, { kind: Omit<SeenKind, 'count'>; count: number }>()
  for (const tab of tabs) {
    for (const [place, item] of (contents.get(tab.snapshot_id) ?? []).entries()) {
      const key = keyOf(item)
      const known = kinds.get(key)
      if (known) known.count += 1
      else kinds.set(key, { kind: { ...item, tab, place }, count: 1 })
    }
  }
  return [...kinds.values()].map(({ kind, count }) => ({ ...kind, count })).sort((a, b) => b.count - a.count)
}

async function read(ctx: Context, event: Row<'events'>, before: SeenItems | null): Promise<SeenItems> {
  const { tabs, stored } = cutTabs(await listStoredTabs(ctx.db, event.id))
  const contents = new Map<number, readonly ListedItem[]>()
  const missing = tabs.filter(({ snapshot_id }) => {
    const known = before?.tabs.get(snapshot_id)
    if (known) contents.set(snapshot_id, known)
    return !known
  })
  if (missing.length > 0) {
    const work = { kind: 'list', options: await loadMatcherOptions(ctx, event.game_version) } as const
    try {
      await useThread<'list', void>(
        work,
        async (ask) => {
          for await (const batch of readBatches(ctx.db, event.id, missing)) {
            const listed = await ask(batch.packed)
            for (const [place, tab] of batch.tabs.entries()) contents.set(tab.snapshot_id, listed[place] ?? [])
          }
        },
        deadline_ms,
      )
    } catch (error) {
      // The part read so far is useful, and the answer is marked as partial.
      if (!(error instanceof TooLong)) throw error
    }
  }
  const items = [...contents.values()].reduce((sum, { length }) => sum + length, 0)
  return {
    read_at: performance.now(),
    tabs: contents,
    kinds: gatherKinds(tabs, contents),
    stored,
    read: items,
    is_complete: tabs.every(({ snapshot_id }) => contents.has(snapshot_id)) && items >= stored,
  }
}

/** The current items in the tabs of an event, up to a few seconds old. Read once for all simultaneous callers. */
export const readSeenItems = (ctx: Context, event: Row<'events'>): Promise<SeenItems> =>
  renew(ctx.caches.seenItems, event.id, null, async (before) => {
    const isFresh = before !== null && performance.now() - before.read_at < fresh_ms
    const next = isFresh ? before : await read(ctx, event, before)
    return { next, answer: next }
  })

const partOf: Record<SuggestedField, (kind: ListedItem) => string> = {
  NAME: ({ name }) => name,
  BASE_TYPE: ({ base_type }) => base_type,
  TYPE_LINE: ({ type_line }) => type_line,
  ITEM_CLASS: ({ item_class }) => item_class,
  ICON_NAME: ({ icon_name }) => icon_name,
}

/** The number of items for each text in the tabs. */
export function countTexts({ kinds }: SeenItems, field: SuggestedField): Map<string, number> {
  const texts = new Map<string, number>()
  for (const kind of kinds) {
    const text = partOf[field](kind)
    if (text !== '') texts.set(text, (texts.get(text) ?? 0) + kind.count)
  }
  return texts
}
