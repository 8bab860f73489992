import { useEffect, useRef, useState } from 'react'
import { readShownSession, useSession } from '../../lib/browser/session.ts'
import { isSame } from '../../lib/same.ts'
import { createStore, type Store } from '../../lib/store.ts'
import type { DraftForm } from './draft-forms.ts'
import { keyOf } from './draft-keys.ts'
import { hasShapeOf, noShelf, type Shelf, shelfOf, type Versioned } from './drafts.ts'
import { noteForm, readLeft } from './open-forms.ts'
import { forgetLeftForm } from './reopening.ts'

interface State<V> {
  readonly base: Versioned<V>
  readonly isUnsaved: boolean
  /** The draft that the form started with; null without one, and after the first answer. */
  readonly found: { readonly typed_at: number; readonly isOutdated: boolean } | null
  /** The input of a discarded draft, as long as it can be put back. */
  readonly discarded: (Pick<State<V>, 'base' | 'found'> & { readonly values: V }) | null
}

/** Input of one open form and its draft in the browser. */
export interface FormDraft<V> {
  /** The first values of the form: the draft's if there is one, else the object's. */
  readonly start: V
  readonly state: Store<State<V>>
  /** Stores the input after each change. */
  keep(values: V): void
  /** Called when values were sent; the form may show others since. @param saved the object with the sent values */
  sent(values: V, saved: Versioned<V>, id?: string): void
  /** The input continues from another state of the object: as saved by this form, or by another person. */
  continueFrom(base: Versioned<V>, values: V, id?: string): void
  /** Forgets the input. @returns the values of the object */
  discard(values: V): V
  /** Puts discarded input back. @returns its values */
  putBack(): V
  /** Whether the browser has the input; it may have refused it, and some forms keep none. */
  isKept(): boolean
  /** Called when the form is shown. @returns a function for when it is closed; its draft stays */
  open(): () => void
}

interface Options<V> {
  /** The object's version, if it has one. */
  version?: number
  /** Checks values that the types do not: elements of lists, names from a list. */
  isValid?: (values: V) => boolean
  /** Fields that have to be typed each time, like the name that confirms a deletion. */
  never?: readonly (keyof V)[]
}

/** @param first where the input is kept. @param opened the object as it is now */
export function openDraft<V extends object>(
  first: Shelf<V>,
  opened: Versioned<V>,
  never: readonly (keyof V)[] = [],
): FormDraft<V> {
  const form = {}
  let shelf = first
  let current = opened
  const found = shelf.read()
  const state = createStore<State<V>>({
    base: found?.base ?? opened,
    isUnsaved: found !== null,
    found: found && { typed_at: found.typed_at, isOutdated: found.base.version !== opened.version },
    discarded: null,
  })
  const change = (next: Partial<State<V>>) => state.set({ ...state.get(), ...next })
  const without = (values: V, { values: base }: Versioned<V>) => {
    const kept = { ...values }
    for (const field of never) kept[field] = base[field]
    return kept
  }
  const store = (values: V) => {
    const { base, isUnsaved } = state.get()
    const kept = without(values, base)
    const isChanged = !isSame(kept, base.values)
    const isKept = isChanged ? shelf.keep({ values: kept, base }) : true
    if (!isChanged) shelf.remove()
    noteForm(form, isChanged ? { place: shelf.place, isKept } : null)
    if (isChanged !== isUnsaved) change({ isUnsaved: isChanged })
  }
  const forget = (next: Partial<State<V>>) => {
    noteForm(form, null)
    change({ isUnsaved: false, found: null, discarded: null, ...next })
  }
  return {
    start: found ? without(found.values, opened) : opened.values,
    state,
    keep(values) {
      const { discarded, base } = state.get()
      // The form shows the values of the object after the input was discarded.
      if (discarded && isSame(values, base.values)) return
      if (discarded) change({ discarded: null })
      store(values)
    },
    sent(values, saved, id) {
      const stored = shelf.read()
      if (stored && isSame(stored.values, without(values, state.get().base))) shelf.remove()
      else if (stored) shelf.keep({ values: stored.values, base: saved })
      if (id !== undefined) shelf = shelf.of(id)
      current = saved
      forget({ base: saved })
    },
    continueFrom(base, values, id) {
      if (id !== undefined) {
        shelf.remove()
        shelf = shelf.of(id)
      }
      current = base
      change({ base, found: null })
      store(values)
    },
    discard(values) {
      shelf.remove()
      const { base, found: before } = state.get()
      forget({ base: current, discarded: { values, base, found: before } })
      return current.values
    },
    putBack() {
      const { discarded } = state.get()
      if (!discarded) return current.values
      change({ base: discarded.base, found: discarded.found, discarded: null })
      store(discarded.values)
      return discarded.values
    },
    isKept: () => shelf.read() !== null,
    open() {
      if (shelf.place) forgetLeftForm(shelf.place)
      if (state.get().isUnsaved) noteForm(form, { place: shelf.place, isKept: shelf.read()?.isKept ?? false })
      return () => noteForm(form, null)
    },
  }
}

/** Opens the draft of a form once, and counts its input as open while the form is on the page. */
export function useFormDraft<V extends object>(open: () => FormDraft<V>): FormDraft<V> {
  const [draft] = useState(open)
  useEffect(() => draft.open(), [draft])
  return draft
}

/**
 * Keeps the input of a form in the browser until it is sent or discarded, for the user who typed it.
 * @param id of the object: ids with dots between them, or `new`; another object needs another form.
 */
export function useDraft<V extends object>(
  form: DraftForm,
  id: string | number,
  values: V,
  { version = 0, isValid, never }: Options<V> = {},
): FormDraft<V> {
  return useFormDraft(() => {
    const user_id = readShownSession()?.user_id
    const shelf = user_id === undefined ? noShelf : shelfOf({ user_id, form, id: String(id) }, hasShapeOf(values, isValid))
    return openDraft<V>(shelf, { values, version }, never)
  })
}

/** For a form that must not keep its input, because it confirms something: the reason is for the reader. */
export function useNoDraft<V extends object>(_reason: string, values: V): FormDraft<V> {
  return useFormDraft(() => openDraft<V>(noShelf, { values, version: 0 }, Object.keys(values) as (keyof V)[]))
}

/** Opens the form of a draft, by the draft's id. False if it is not on this page, or its object has not loaded yet. */
type Opener = (id: string) => boolean

/** How long the objects of a page, and then the form itself, may take to load. */
const opened_ms = 15_000

/** Requested forms: the component that asked, and when it first did. */
const asked = new Map<string, { readonly by: object; readonly since: number }>()

/**
 * Reopens the forms in which the viewer was typing when the login ended. A component opens a form once; if another takes its
 * place before the form is on the page, that one opens it.
 */
export function useReopening(openers: Partial<Record<DraftForm, Opener>>): void {
  // The login may become known after the page is shown.
  const user_id = useSession()?.user_id
  const shown_at = useRef<number | null>(null)
  useEffect(() => {
    if (user_id === undefined) return
    const now = Date.now()
    shown_at.current ??= now
    if (now - shown_at.current > opened_ms) return
    for (const place of readLeft()?.places ?? []) {
      const key = keyOf(place)
      const { by, since } = asked.get(key) ?? { by: null, since: now }
      if (place.user_id !== user_id || by === shown_at || now - since > opened_ms) continue
      if (openers[place.form]?.(place.id)) asked.set(key, { by: shown_at, since })
    }
  })
}

/** An opener of the form with this id. */
export const openOnly =
  (wanted: string | number | undefined, open: () => void): Opener =>
  (id) => {
    const isMeant = id === String(wanted)
    if (isMeant) open()
    return isMeant
  }

/** An opener of a list's form. @param prefix of the draft's id. @param open gets null for a new entry */
export const openEntry =
  <E extends { readonly id: number }>(entries: readonly E[], prefix: string, open: (entry: E | null) => void): Opener =>
  (id) => {
    if (!id.startsWith(prefix)) return false
    const last = id.slice(prefix.length)
    const entry = last === 'new' ? null : entries.find((one) => String(one.id) === last)
    if (entry !== undefined) open(entry)
    return entry !== undefined
  }
