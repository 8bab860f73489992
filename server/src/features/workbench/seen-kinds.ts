import type { StoredTab } from './store.ts'
import type { ListedItem } from './work.ts'

/** A kind of item, and the position of its newest item. */
export interface SeenKind extends ListedItem {
  readonly count: number
  readonly tab: StoredTab
  /** Position in the tab. */
  readonly place: number
}

/** The names of items in the tabs of an event. */
export interface SeenItems {
  readonly read_at: number
  /** Items of each tab, by snapshot. */
  readonly tabs: ReadonlyMap<number, readonly ListedItem[]>
  /** Most frequent first. */
  readonly kinds: readonly SeenKind[]
  readonly stored: number
  readonly read: number
  readonly is_complete: boolean
}
