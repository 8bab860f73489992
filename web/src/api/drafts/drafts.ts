import { listStored, readStored, writeStored } from '../../lib/browser/storage.ts'
import type { DraftForm } from './draft-forms.ts'
import { allDrafts, type DraftPlace, keyOf } from './draft-keys.ts'

/** The state of an edited object: its fields and their version; 0 for a new object, or one without versions. */
export interface Versioned<V> {
  readonly values: V
  readonly version: number
}

/** Input that was not sent. */
export interface Draft<V> {
  readonly values: V
  /** The state that the input started from, to detect another person's change. */
  readonly base: Versioned<V>
  /** Milliseconds since 1970. */
  readonly typed_at: number
  /** False if only this page has it. */
  readonly isKept: boolean
}
export type NewDraft<V> = Pick<Draft<V>, 'values' | 'base'>

const kept_ms = 14 * 24 * 3_600_000
/** In characters. Browsers store about five million. */
const longestDraft = 1_000_000
const maxDrafts = 200

// An entry is the time, a space and JSON, so that the age is known without reading the text.
const readTime = (text: string | null) => Number.parseInt(text ?? '', 10) || 0

/**
 * Whether stored values have the fields and types of the form: an entry may be edited by hand, or older than the form. Elements
 * of lists, and fields that may be null, are checked by the form.
 */
function isLike(example: unknown, found: unknown): boolean {
  if (Array.isArray(example)) return Array.isArray(found)
  if (example === null) return true
  if (typeof example !== 'object') return typeof found === typeof example
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return false
  const keys = Object.keys(example)
  return (
    keys.length === Object.keys(found).length &&
    keys.every((key) => isLike(example[key as keyof typeof example], found[key as keyof typeof found]))
  )
}

function parseDraft<V>(text: string | null, isForm: (values: unknown) => values is V): Draft<V> | null {
  const typed_at = readTime(text)
  if (text === null || Date.now() - typed_at > kept_ms) return null
  try {
    const { values, base: { values: before, version } = {} } = JSON.parse(text.slice(text.indexOf(' ') + 1)) as {
      values?: unknown
      base?: { values?: unknown; version?: unknown }
    }
    if (!isForm(values) || !isForm(before) || typeof version !== 'number') return null
    return { values, base: { values: before, version }, typed_at, isKept: true }
  } catch {
    // Not JSON: edited by hand.
    return null
  }
}

/** Whether a value has the fields of an example, with the same types; arrays are compared by `isValid`. */
export const hasShapeOf =
  <V>(example: V, isValid: (values: V) => boolean = () => true) =>
  (values: unknown): values is V =>
    isLike(example, values) && isValid(values as V)

/** The draft of a place; null if there is none, or if it no longer fits the form. */
function readDraft<V>(place: DraftPlace, isForm: (values: unknown) => values is V): Draft<V> | null {
  const text = readStored(keyOf(place))
  const draft = parseDraft(text, isForm)
  if (text !== null && draft === null) writeStored(keyOf(place), null)
  return draft
}

/** The storage of one form's input. */
export interface Shelf<V> {
  /** To open the form again after a login; null if its address opens it, or without a viewer. */
  readonly place: DraftPlace | null
  read(): Draft<V> | null
  /** False if the browser did not store it. */
  keep(draft: NewDraft<V>): boolean
  remove(): void
  /** The shelf of the same form for another object. */
  of(id: string): Shelf<V>
}

/** Stores nothing: for a viewer without login. */
export const noShelf: Shelf<never> = { place: null, read: () => null, keep: () => false, remove: () => {}, of: () => noShelf }

export const shelfOf = <V>(place: DraftPlace, isForm: (values: unknown) => values is V): Shelf<V> => ({
  place,
  read: () => readDraft(place, isForm),
  keep: (draft) => keepDraft(place, draft),
  remove: () => removeDraft(place),
  of: (id) => shelfOf({ ...place, id }, isForm),
})

/** Removes drafts of all users after 14 days, and the oldest ones to make room for another. */
function makeRoom(): void {
  const byAge = listStored(allDrafts)
    .map((key) => ({ key, typed_at: readTime(readStored(key)) }))
    .sort((a, b) => b.typed_at - a.typed_at)
  for (const [place, { key, typed_at }] of byAge.entries())
    if (place >= maxDrafts - 1 || Date.now() - typed_at > kept_ms) writeStored(key, null)
}

/** False if the browser did not store it, or if it is too long. */
function keepDraft<V>(place: DraftPlace, { values, base }: NewDraft<V>): boolean {
  const text = `${Date.now()} ${JSON.stringify({ values, base })}`
  if (text.length > longestDraft) return false
  if (readStored(keyOf(place)) === null) makeRoom()
  return writeStored(keyOf(place), text)
}

const removeDraft = (place: DraftPlace): void => void writeStored(keyOf(place), null)

/** The ids of all drafts of a form, for objects whose id starts with `prefix`. */
export function listDrafts(user_id: number, form: DraftForm, prefix: string): string[] {
  const start = keyOf({ user_id, form, id: prefix })
  return listStored(start).map((key) => prefix + key.slice(start.length))
}
