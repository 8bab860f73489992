import { hash } from 'node:crypto'

// A list of items as a delta against an earlier list of the same tab. Items are compared by their JSON, so that the list that comes out
// is the list that went in, in its order and to the last character.

/** As it is stored, in JSON. */
export interface ItemDelta<T> {
  /** How many items the earlier list has, so that another list is refused. */
  readonly of: number
  /**
   * The list from its beginning, as pairs of numbers: a position in the earlier list, and how many items from there on; or -1, and how many
   * of the added ones, each of which is taken once.
   */
  readonly parts: readonly number[]
  readonly added: readonly T[]
}

const added = -1
/** 128 bits each: no two different items of anybody are ever taken for the same. */
const fingerprint_bytes = 16
const fingerprint_words = fingerprint_bytes / 4

/** A hash of each item's JSON, four words each, one item after the other. */
export function fingerprintItems(texts: readonly string[]): Int32Array {
  const fingerprints = Buffer.alloc(texts.length * fingerprint_bytes)
  // Hashed to a text: to a buffer of its own for each takes more than twice as long.
  for (const [place, text] of texts.entries())
    fingerprints.write(hash('sha256', text), place * fingerprint_bytes, fingerprint_bytes, 'hex')
  return new Int32Array(fingerprints.buffer, fingerprints.byteOffset, texts.length * fingerprint_words)
}

/** How many items have these fingerprints. */
export const countItems = (fingerprints: Int32Array): number => fingerprints.length / fingerprint_words

function isSame(a: Int32Array, place: number, b: Int32Array, other: number): boolean {
  if (other * fingerprint_words >= b.length) return false
  for (let word = 0; word < fingerprint_words; word++) {
    if (a[place * fingerprint_words + word] !== b[other * fingerprint_words + word]) return false
  }
  return true
}

/** Positions of items by the first word of their fingerprints; of several with the same word the last. */
function mapPlaces(fingerprints: Int32Array): Map<number, number> {
  const places = new Map<number, number>()
  for (let place = 0; place * fingerprint_words < fingerprints.length; place++)
    places.set(fingerprints[place * fingerprint_words] ?? 0, place)
  return places
}

/**
 * Where each item of a list stands in an earlier one, -1 for those that it does not have. Of several places the one after that of the item
 * before, so that what has not moved makes one part.
 * @param base fingerprints of the earlier list. @param fingerprints of the list.
 */
export function findPlaces(base: Int32Array, fingerprints: Int32Array): Int32Array {
  const found = new Int32Array(countItems(fingerprints))
  let places: Map<number, number> | null = null
  let next = 0
  for (let item = 0; item < found.length; item++) {
    let place = next
    if (!isSame(fingerprints, item, base, next)) {
      places ??= mapPlaces(base)
      place = places.get(fingerprints[item * fingerprint_words] ?? 0) ?? added
      if (place !== added && !isSame(fingerprints, item, base, place)) place = added
    }
    found[item] = place
    if (place !== added) next = place + 1
  }
  return found
}

/**
 * The JSON of the delta that makes a list of the earlier one.
 * @param of how many items the earlier list has. @param places of the items in it (`findPlaces`). @param texts their JSON.
 * @returns null when most of the list is new: then there is little to save.
 */
export function writeItemDelta(of: number, places: Int32Array, texts: readonly string[]): string | null {
  const parts: number[] = []
  const news: string[] = []
  let length = 0
  let length_added = 0
  /** Where the earlier list goes on after the item before, and whether that one was new. */
  let next = 0
  let isAdding = false
  for (const [item, text] of texts.entries()) {
    const place = places[item] ?? added
    length += text.length
    const goesOn = parts.length > 0 && (place === added ? isAdding : !isAdding && place === next)
    if (goesOn) parts[parts.length - 1] = (parts.at(-1) ?? 0) + 1
    else parts.push(place, 1)
    isAdding = place === added
    if (isAdding) {
      news.push(text)
      length_added += text.length
    } else next = place + 1
  }
  if (length_added * 2 > length) return null
  return `{"of":${of},"parts":[${parts.join()}],"added":[${news.join()}]}`
}

/**
 * The list that a delta was made of.
 * @throws Error when it was made with another earlier list.
 */
export function applyItemDelta<T>(base: readonly T[], delta: ItemDelta<T>): T[] {
  if (delta.of !== base.length) throw new Error(`the items of a snapshot differ from ${delta.of} others, not from ${base.length}`)
  const items: T[] = []
  let taken = 0
  for (let at = 0; at < delta.parts.length; at += 2) {
    const from = delta.parts[at] ?? 0
    const count = delta.parts[at + 1] ?? 0
    const part = from === added ? delta.added.slice(taken, taken + count) : base.slice(from, from + count)
    if (part.length !== count) throw new Error('the items of a snapshot differ from others that are not there')
    if (from === added) taken += count
    for (const item of part) items.push(item)
  }
  return items
}
