/** Checks the names of items in conditions against the known base types of one game. */
import { countEdits } from '../names/edit-distance.ts'
import { looksOf } from '../names/look-alike.ts'

export type NamedField = 'NAME' | 'BASE_TYPE'

/**
 * `near`: no item has this text, but one has a similar name. `other_field`: the text is a base type, and the game shows no name on
 * such items. `fine` also means that the library cannot tell.
 */
export type NameVerdict =
  | { readonly kind: 'fine' | 'unknown' }
  | { readonly kind: 'near'; readonly name: string }
  | { readonly kind: 'other_field'; readonly field: 'BASE_TYPE'; readonly name: string }

/** The known names of one game. */
export interface ItemLibrary {
  readonly bases: ReadonlySet<string>
  /** False: missing base types mean nothing. */
  readonly is_complete: boolean
  /** The base type that looks like this text. */
  readonly findLookAlike: (text: string) => string | undefined
  /** The base type with the fewest edits, within the limit for its length. */
  readonly findNear: (text: string) => string | undefined
}

/** A smaller table is incomplete: the community's export of base items has thousands of entries. */
const minComplete = 1_000

/** Longer texts are not the name of an item. */
const maxNameLength = 60

/** Short names differ in one or two letters from many others ("Arc", "Ark"). */
const limitOf = (length: number): number => Math.min(2, Math.floor(length / 4))

/** The letters of a text as a set of 32 bits. One edit changes at most two of them, so most names are excluded without counting. */
function lettersOf(text: string): number {
  let letters = 0
  for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) & 31)
  return letters
}

function countBits(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

export function createItemLibrary(baseTypes: Iterable<string>): ItemLibrary {
  const bases = new Set(baseTypes)
  // Most definitions have no unknown name, and need neither index.
  let byLook: Map<string, string> | null = null
  let lowered: (readonly [string, number, string])[] | null = null
  return {
    bases,
    is_complete: bases.size >= minComplete,
    findLookAlike(text) {
      if (text.length > maxNameLength) return undefined
      byLook ??= new Map([...bases].flatMap((base) => looksOf(base).map((look) => [look, base] as const)))
      return looksOf(text)
        .map((look) => byLook?.get(look))
        .find((base) => base !== undefined)
    },
    findNear(text) {
      if (text.length > maxNameLength) return undefined
      lowered ??= [...bases].map((base) => [base.toLowerCase(), lettersOf(base.toLowerCase()), base])
      const wanted = text.toLowerCase()
      const letters = lettersOf(wanted)
      let limit = limitOf(wanted.length)
      let best: string | undefined
      for (const [low, lowLetters, base] of lowered) {
        if (countBits(letters ^ lowLetters) > 2 * limit) continue
        const edits = countEdits(wanted, low, limit)
        if (edits > limit) continue
        best = base
        limit = edits - 1
      }
      return best
    },
  }
}

/** Whether an item of the game can have exactly this text in this field. */
export function checkItemName(text: string, field: NamedField, library: ItemLibrary): NameVerdict {
  if (field === 'NAME') {
    const base = library.bases.has(text) ? text : library.findLookAlike(text)
    return base === undefined ? { kind: 'fine' } : { kind: 'other_field', field: 'BASE_TYPE', name: base }
  }
  if (library.bases.has(text)) return { kind: 'fine' }
  const near = library.findLookAlike(text) ?? (library.is_complete ? library.findNear(text) : undefined)
  if (near !== undefined) return { kind: 'near', name: near }
  return { kind: library.is_complete ? 'unknown' : 'fine' }
}
