import { hasShapeOf, listDrafts, type Shelf, shelfOf } from '../../../api/drafts/drafts.ts'
import { createStore, type Store, usePicked } from '../../../lib/store.ts'
import { isValidInput, newValues, type Values } from './values.ts'

/** The id of an objective, or the new one of a category: `new:objective:12`. */
export type DraftKey = string

export interface Draft {
  readonly values: Values
  /** The starting values with their version, to detect another person's change. */
  readonly base: Values
  readonly version: number | undefined
  /** Milliseconds since 1970; 0 for the values of the server. */
  readonly typed_at?: number
  /** Whether a reload of the page finds it. */
  readonly isKept?: boolean
}

/**
 * All unsaved input, by objective: a designer who opens another objective or page finds the same text later, and a new objective
 * never overwrites the one edited before.
 */
export interface DraftStore {
  get(key: DraftKey): Draft | undefined
  set(key: DraftKey, draft: Draft): boolean
  remove(key: DraftKey): void
  /** The keys with unsaved input; the same object until they change. */
  keys(): ReadonlySet<DraftKey>
  readonly store: Store<Drafts>
}

interface Drafts {
  readonly by_key: ReadonlyMap<DraftKey, Draft>
  readonly keys: ReadonlySet<DraftKey>
}

/** @param diskOf where the browser stores a draft; absent for a viewer without login. @param ids of the stored drafts */
export function createDraftStore(diskOf?: (key: DraftKey) => Shelf<Values>, ids: readonly DraftKey[] = []): DraftStore {
  const found = ids.flatMap((key): [DraftKey, Draft][] => {
    const draft = diskOf?.(key).read()
    return draft ? [[key, { ...draft, base: draft.base.values, version: draft.base.version || undefined }]] : []
  })
  const store = createStore<Drafts>({ by_key: new Map(found), keys: new Set(found.map(([key]) => key)) })
  return {
    get: (key) => store.get().by_key.get(key),
    set(key, { values, base, version }) {
      const { by_key, keys } = store.get()
      const isKept = diskOf?.(key).keep({ values, base: { values: base, version: version ?? 0 } }) ?? false
      const draft = { values, base, version, typed_at: Date.now(), isKept }
      store.set({ by_key: new Map(by_key).set(key, draft), keys: keys.has(key) ? keys : new Set([...keys, key]) })
      return isKept
    },
    remove(key) {
      diskOf?.(key).remove()
      const by_key = new Map(store.get().by_key)
      if (by_key.delete(key)) store.set({ by_key, keys: new Set(by_key.keys()) })
    },
    keys: () => store.get().keys,
    store,
  }
}

/** The place of one objective's input, for its form. The address opens the form again. */
export const shelfIn = (drafts: DraftStore, key: DraftKey): Shelf<Values> => ({
  place: null,
  read() {
    const draft = drafts.get(key)
    if (!draft) return null
    const { values, base, version = 0, typed_at = 0, isKept = false } = draft
    return { values, base: { values: base, version }, typed_at, isKept }
  },
  keep: ({ values, base }) => drafts.set(key, { values, base: base.values, version: base.version || undefined }),
  remove: () => drafts.remove(key),
  of: (id) => shelfIn(drafts, id),
})

/** Whether stored values are the input of an objective. */
export const isObjectiveForm = hasShapeOf(newValues('objective'), isValidInput)

const stores = new Map<string, DraftStore>()

/** One person's drafts in one event; the same object as long as the tab is open. */
export function findDrafts(user_id: number | null, event_id: number): DraftStore {
  const key = `${user_id} ${event_id}`
  const known = stores.get(key)
  if (known) return known
  const prefix = `${event_id}.`
  const made =
    user_id === null
      ? createDraftStore()
      : createDraftStore(
          (id) => shelfOf({ user_id, form: 'objective', id: prefix + id }, isObjectiveForm),
          listDrafts(user_id, 'objective', prefix).map((id) => id.slice(prefix.length)),
        )
  stores.set(key, made)
  return made
}

export const useDraftKeys = ({ store }: DraftStore): ReadonlySet<DraftKey> => usePicked(store, ({ keys }) => keys)

export const useDraft = ({ store }: DraftStore, key: DraftKey | null): Draft | undefined =>
  usePicked(store, ({ by_key }) => (key === null ? undefined : by_key.get(key)))

/** The version that a draft is based on. Rerenders only when that changes, not on each keystroke. */
export const useDraftVersion = ({ store }: DraftStore, key: DraftKey | null): number | undefined =>
  usePicked(store, ({ by_key }) => (key === null ? undefined : by_key.get(key)?.version))
