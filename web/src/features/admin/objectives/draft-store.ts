import { createStore, type Store, usePicked } from '../../../lib/store.ts'
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
 * Everything that was typed and not saved, by objective: a designer who looks at another objective, or at another page, comes back to
 * the same text, and a new objective never overwrites the one that was edited before.
 */
export interface DraftStore {
  get(key: DraftKey): Draft | undefined
  set(key: DraftKey, draft: Draft): void
  remove(key: DraftKey): void
  /** The keys with something unsaved; the same object as long as they are the same. */
  keys(): ReadonlySet<DraftKey>
  readonly store: Store<Drafts>
}

interface Drafts {
  readonly by_key: ReadonlyMap<DraftKey, Draft>
  readonly keys: ReadonlySet<DraftKey>
}

export function createDraftStore(): DraftStore {
  const store = createStore<Drafts>({ by_key: new Map(), keys: new Set() })
  return {
    get: (key) => store.get().by_key.get(key),
    set(key, draft) {
      const { by_key, keys } = store.get()
      store.set({ by_key: new Map(by_key).set(key, draft), keys: keys.has(key) ? keys : new Set([...keys, key]) })
    },
    remove(key) {
      const by_key = new Map(store.get().by_key)
      if (by_key.delete(key)) store.set({ by_key, keys: new Set(by_key.keys()) })
    },
    keys: () => store.get().keys,
    store,
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

export const useDraftKeys = ({ store }: DraftStore): ReadonlySet<DraftKey> => usePicked(store, ({ keys }) => keys)

export const useDraft = ({ store }: DraftStore, key: DraftKey | null): Draft | undefined =>
  usePicked(store, ({ by_key }) => (key === null ? undefined : by_key.get(key)))

/** The version that a draft goes on from. Renders again when that changes, and not with every letter. */
export const useDraftVersion = ({ store }: DraftStore, key: DraftKey | null): number | undefined =>
  usePicked(store, ({ by_key }) => (key === null ? undefined : by_key.get(key)?.version))
