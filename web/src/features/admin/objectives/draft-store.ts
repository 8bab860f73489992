import { createStore, type Store, usePicked } from '../../../lib/store.ts'
import type { Values } from './values.ts'

/** The id of an objective, or the new one of a category: `new:objective:12`. */
export type DraftKey = string

export interface Draft {
  readonly values: Values
  /** The starting values with their version, to detect another person's change. */
  readonly base: Values
  readonly version: number | undefined
}

/**
 * All unsaved input, by objective: a designer who opens another objective or page finds the same text later, and a new objective
 * never overwrites the one edited before.
 */
export interface DraftStore {
  get(key: DraftKey): Draft | undefined
  set(key: DraftKey, draft: Draft): void
  remove(key: DraftKey): void
  /** The keys with unsaved input; the same object until they change. */
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

/** Closing the tab loses unsaved input, on any page of the application. */
function warn(event: BeforeUnloadEvent): void {
  if ([...stores.values()].some((store) => store.keys().size > 0)) event.preventDefault()
}

/** One person's drafts in one event; the same object as long as the tab is open. */
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

/** The version that a draft is based on. Rerenders only when that changes, not on each keystroke. */
export const useDraftVersion = ({ store }: DraftStore, key: DraftKey | null): number | undefined =>
  usePicked(store, ({ by_key }) => (key === null ? undefined : by_key.get(key)?.version))
