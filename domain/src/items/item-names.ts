/** Checks the names of items in conditions against the known names of one game. */
import { countEdits } from '../names/edit-distance.ts'
import { looksOf } from '../names/look-alike.ts'

export type NamedField = 'NAME' | 'BASE_TYPE'

/**
 * `near`: no item has this text, but one has a similar name. `other_field`: the text belongs to the other field: the game shows no
 * name on a Chaos Orb, and no unique is a base type. `fine` also means that the library cannot tell.
 */
export type NameVerdict =
  | { readonly kind: 'fine' | 'unknown' }
  | { readonly kind: 'near'; readonly name: string }
  | { readonly kind: 'other_field'; readonly field: NamedField; readonly name: string }

interface NameIndex {
  readonly has: (text: string) => boolean
  /** False: missing names mean nothing. */
  readonly is_complete: boolean
  /** The name that looks like this text. */
  readonly findLookAlike: (text: string) => string | undefined
  /** The name with the fewest edits, within the limit for its length. */
  readonly findNear: (text: string) => string | undefined
}

/** The known names of one game: of uniques, and base types. */
export type ItemLibrary = Readonly<Record<NamedField, NameIndex>>

/**
 * A smaller list is incomplete. The trade site listed 1,456 names of uniques and 4,228 base types of the first game, 464 and 3,110
 * of the second (Sidekick-Poe/Sidekick, data/poe1/en/items.json and data/poe2/en/items.json, 19 August 2026).
 */
const minComplete: Readonly<Record<NamedField, number>> = { NAME: 300, BASE_TYPE: 1_000 }

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

function indexNames(names: Iterable<string>, least: number): NameIndex {
  const known = new Set(names)
  // Most definitions have no unknown name, and need neither index.
  let byLook: Map<string, string> | null = null
  let lowered: (readonly [string, number, string])[] | null = null
  return {
    has: (text) => known.has(text),
    is_complete: known.size >= least,
    findLookAlike(text) {
      if (text.length > maxNameLength) return undefined
      byLook ??= new Map([...known].flatMap((name) => looksOf(name).map((look) => [look, name] as const)))
      return looksOf(text)
        .map((look) => byLook?.get(look))
        .find((name) => name !== undefined)
    },
    findNear(text) {
      if (text.length > maxNameLength) return undefined
      lowered ??= [...known].map((name) => [name.toLowerCase(), lettersOf(name.toLowerCase()), name])
      const wanted = text.toLowerCase()
      const letters = lettersOf(wanted)
      let limit = limitOf(wanted.length)
      let best: string | undefined
      for (const [low, lowLetters, name] of lowered) {
        if (countBits(letters ^ lowLetters) > 2 * limit) continue
        const edits = countEdits(wanted, low, limit)
        if (edits > limit) continue
        best = name
        limit = edits - 1
      }
      return best
    },
  }
}

export function createItemLibrary(baseTypes: Iterable<string>, uniques: Iterable<string>): ItemLibrary {
  return { NAME: indexNames(uniques, minComplete.NAME), BASE_TYPE: indexNames(baseTypes, minComplete.BASE_TYPE) }
}

/** Whether an item of the game can have exactly this text in this field. */
export function checkItemName(text: string, field: NamedField, library: ItemLibrary): NameVerdict {
  const own = library[field]
  if (own.has(text)) return { kind: 'fine' }
  const otherField = field === 'NAME' ? 'BASE_TYPE' : 'NAME'
  const other = library[otherField]
  const elsewhere = (name: string): NameVerdict => ({ kind: 'other_field', field: otherField, name })
  if (other.has(text)) return elsewhere(text)
  const alike = own.findLookAlike(text)
  if (alike !== undefined) return { kind: 'near', name: alike }
  const alikeElsewhere = other.findLookAlike(text)
  if (alikeElsewhere !== undefined) return elsewhere(alikeElsewhere)
  if (!own.is_complete) return { kind: 'fine' }
  const near = own.findNear(text)
  if (near !== undefined) return { kind: 'near', name: near }
  const nearElsewhere = other.is_complete ? other.findNear(text) : undefined
  return nearElsewhere === undefined ? { kind: 'unknown' } : elsewhere(nearElsewhere)
}
