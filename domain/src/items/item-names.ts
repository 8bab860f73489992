/** Checks the names of items in conditions against the known names of one game. */
import { countEdits } from '../names/edit-distance.ts'
import { looksOf } from '../names/look-alike.ts'
import { createTextMemo } from './text-memo.ts'

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
 * A smaller list is incomplete. The trade site listed 1,456 names of uniques and 3,947 base types of the first game, 464 and 3,110
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

interface Spelling {
  readonly low: string
  readonly letters: number
  readonly name: string
}

/** Names of the grid and of a definition are checked again after each change. */
const textsRemembered = 4_096

function indexNames(names: Iterable<string>, least: number): NameIndex {
  const known = new Set(names)
  // Most definitions have no unknown name, and need neither index.
  let byLook: Map<string, string> | null = null
  let byLength: Map<number, Spelling[]> | null = null
  function findLookAlike(text: string): string | undefined {
    byLook ??= new Map([...known].flatMap((name) => looksOf(name).map((look) => [look, name] as const)))
    return looksOf(text)
      .map((look) => byLook?.get(look))
      .find((name) => name !== undefined)
  }
  function findNear(text: string): string | undefined {
    byLength ??= Map.groupBy(
      [...known].map((name) => ({ low: name.toLowerCase(), letters: lettersOf(name.toLowerCase()), name })),
      ({ low }) => low.length,
    )
    const wanted = text.toLowerCase()
    const letters = lettersOf(wanted)
    const most = limitOf(wanted.length)
    let limit = most
    let best: string | undefined
    for (let length = wanted.length - most; length <= wanted.length + most; length++) {
      for (const spelling of byLength.get(length) ?? []) {
        if (countBits(letters ^ spelling.letters) > 2 * limit) continue
        const edits = countEdits(wanted, spelling.low, limit)
        if (edits > limit) continue
        best = spelling.name
        limit = edits - 1
      }
    }
    return best
  }
  /** Remembers the answers: '' for none. */
  const remember = (find: (text: string) => string | undefined) => {
    const recall = createTextMemo(textsRemembered, (text) => find(text) ?? '')
    return (text: string) => (text.length > maxNameLength ? undefined : recall(text) || undefined)
  }
  return {
    has: (text) => known.has(text),
    is_complete: known.size >= least,
    findLookAlike: remember(findLookAlike),
    findNear: remember(findNear),
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

const fieldWords: Readonly<Record<NamedField, string>> = { NAME: 'name', BASE_TYPE: 'base type' }
const kindWords: Readonly<Record<NamedField, string>> = { NAME: 'the name of a unique', BASE_TYPE: 'a base type' }

/** A warning about a name, the same on every page, in the list of findings and in the check of files. */
export interface NameWarning {
  readonly sentence: string
  /** The text belongs to the other field, so that no item can have it in this one. */
  readonly isOtherField: boolean
  /** The correction, with the label of its button; null if none is known. */
  readonly fix: { readonly label: string; readonly field: NamedField; readonly value: string } | null
}

/** @returns null if a known item has this text, or if the library cannot tell */
export function warnOfName(text: string, field: NamedField, library: ItemLibrary): NameWarning | null {
  const verdict = checkItemName(text, field, library)
  if (verdict.kind === 'fine') return null
  if (verdict.kind === 'other_field') {
    return {
      sentence: `${verdict.name} is ${kindWords[verdict.field]}; a condition on the ${fieldWords[field]} never matches.`,
      isOtherField: true,
      fix: { label: `Use ${fieldWords[verdict.field]}`, field: verdict.field, value: verdict.name },
    }
  }
  const shown = text.length > maxNameLength ? `${text.slice(0, maxNameLength)}…` : text
  return {
    sentence: `No known item has the ${fieldWords[field]} "${shown}".`,
    isOtherField: false,
    fix: verdict.kind === 'near' ? { label: `Did you mean ${verdict.name}?`, field, value: verdict.name } : null,
  }
}

/** The warning for places without a button. */
export const sayWarning = ({
  sentence,
  fix,
}: {
  readonly sentence: string
  readonly fix: { readonly label: string } | null
}): string => (fix === null ? sentence : `${sentence} ${fix.label}${fix.label.endsWith('?') ? '' : '.'}`)
