import { useSyncExternalStore } from 'react'
import type { Values } from './values.ts'

/** An objective by its id, or the new one of a category: `new:objective:12`. */
export type DraftKey = string

export interface Draft {
  readonly values: Values
  /** What the edit began with, and its version: what somebody else saved meanwhile shows against it. */
  readonly base: Values
  readonly version: number | undefined
}

/**
 * Everything that was typed and not saved, by objective: whoever looks at another objective, or at another page, comes back to what
 * they left, and a new one never overwrites the one that was edited before.
 */
export interface DraftStore {
  get(key: DraftKey): Draft | undefined
  set(key: DraftKey, draft: Draft): void
  remove(key: DraftKey): void
  /** The keys with something unsaved; the same object as long as they are the same. */
  keys(): ReadonlySet<DraftKey>
  subscribe(listener: () => void): () => void
  /** The draft of one key, for those who show what is typed. */
  subscribeAll(listener: () => void): () => void
}

export function createDraftStore(): DraftStore {
  const drafts = new Map<DraftKey, Draft>()
  let keys: ReadonlySet<DraftKey> = new Set()
  const ofKeys = new Set<() => void>()
  const ofAll = new Set<() => void>()
  const tell = (isOther: boolean) => {
    if (isOther) {
      keys = new Set(drafts.keys())
      for (const listener of ofKeys) listener()
    }
    for (const listener of ofAll) listener()
  }
  const add = (listeners: Set<() => void>) => (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get: (key) => drafts.get(key),
    set(key, draft) {
      const isOther = !drafts.has(key)
      drafts.set(key, draft)
      tell(isOther)
    },
    remove(key) {
      if (drafts.delete(key)) tell(true)
    },
    keys: () => keys,
    subscribe: add(ofKeys),
    subscribeAll: add(ofAll),
  }
}

const stores = new Map<string, DraftStore>()

/** Closing the tab loses what is unsaved, wherever in the application somebody is by then. */
function warn(event: BeforeUnloadEvent): void {
  if ([...stores.values()].some((store) => store.keys().size > 0)) event.preventDefault()
}

/** What one person has typed in one event; the same as long as the tab is open. */
export function findDrafts(user_id: number | null, event_id: number): DraftStore {
  const key = `${user_id} ${event_id}`
  const known = stores.get(key)
  if (known) return known
  const made = createDraftStore()
  stores.set(key, made)
  window.addEventListener('beforeunload', warn)
  return made
}

export const useDraftKeys = (store: DraftStore): ReadonlySet<DraftKey> => useSyncExternalStore(store.subscribe, store.keys)

export const useDraft = (store: DraftStore, key: DraftKey | null): Draft | undefined =>
  useSyncExternalStore(store.subscribeAll, () => (key === null ? undefined : store.get(key)))
