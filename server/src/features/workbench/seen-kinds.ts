import type { StoredTab } from './store.ts'
import type { ListedItem } from './work.ts'

/** A kind of item, and where the newest of it lies. */
export interface SeenKind extends ListedItem {
  readonly count: number
  readonly tab: StoredTab
  /** Its place in the tab. */
  readonly place: number
}

/** What lies in the tabs of an event, as far as names go. */
export interface SeenItems {
  readonly read_at: number
  /** Items of each tab that was read, by snapshot. */
  readonly tabs: ReadonlyMap<number, readonly ListedItem[]>
  /** Most frequent first. */
  readonly kinds: readonly SeenKind[]
  readonly stored: number
  readonly read: number
  readonly is_complete: boolean
}
