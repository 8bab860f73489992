/**
 * Readers for an item as received: its shape is not trusted, and nothing here throws. A key that is absent, null or of the wrong
 * type reads as the empty value of the wanted type ("", 0, false, []).
 */
import type { GameItem } from '@muster/contract/game-api'

/** A property row in one form: `values` holds the displayed texts of its pairs, without colours. */
export interface PropertyRow {
  readonly name: string
  readonly type: number
  readonly values: readonly string[]
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const nothing: readonly never[] = []

/** The game nests mark-up once at most; a forged text may nest it without limit. */
const maxMarkupDepth = 8

/**
 * A text as a player sees it: `[Cold]` becomes `Cold`, `[Attack|Attacks]` becomes `Attacks` (mark-up of the second game),
 * `<currencyitem>{Chaos Orb}` becomes `Chaos Orb` (colours and sizes of cards), the `<<set:..>>` prefixes of very old items
 * are dropped and every line break is a single `\n`. A modifier of several lines stays one text, so it counts once.
 */
export function showText(text: string): string {
  let shown = text
  for (let depth = 0; depth < maxMarkupDepth; depth++) {
    if (isShown(shown)) return shown
    const before = shown
    shown = before
      .replaceAll(/\r\n?/g, '\n')
      .replace(/^(?:<<set:[^<>]*>>)+/, '')
      .replaceAll(/\[(?:[^[\]|]*\|)?([^[\]|]*)\]/g, '$1')
      .replaceAll(/<[\w:.-]{1,40}>\{([^{}<]*)\}/g, '$1')
    if (shown === before) return shown
  }
  return shown
}

/** From this length on, the engine's own search is faster than a loop. */
const searchedFaster = 32

/** Fast path: hardly any text contains mark-up, and every name is tested. */
function isShown(text: string): boolean {
  if (text.length > searchedFaster) return !text.includes('[') && !text.includes('\r') && !text.includes('<')
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 91 || code === 13 || code === 60) return false
  }
  return true
}

/** Counts characters as people do: a surrogate pair is one character. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

export function readText(value: unknown): string {
  return typeof value === 'string' ? showText(value) : ''
}

/** The list, or an empty one: dictionaries and nulls arrive in place of lists. */
export function readList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : nothing
}

/** The dictionary, or an empty one: the provider's servers send an empty list for an empty dictionary. */
export function readRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

/** True for `true`, and for its spellings in text and number encodings. */
export function isSet(value: unknown): boolean {
  // Fast path for nearly all values; the comparison below is slower.
  if (value === undefined || typeof value === 'boolean') return value === true
  return value === 1 || value === 'true'
}

const wholeNumber = /^[+-]?\d+$/

/** A whole number from a number or its decimal text, or null; thousands separators are dropped, the sign is kept. */
export function parseWholeNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value + 0 : null
  if (typeof value !== 'string') return null
  const digits = value.includes(',') ? value.replaceAll(',', '').trim() : value.trim()
  if (!wholeNumber.test(digits)) return null
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number + 0 : null
}

export function readWholeNumber(value: unknown): number {
  return parseWholeNumber(value) ?? 0
}

/**
 * The texts of a modifier list in either form: plain texts (before 3.29) or objects with a description (since). Other entries are
 * skipped.
 */
export function readMods(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length === 0) return nothing
  const texts: string[] = []
  for (const mod of value) {
    const text: unknown = typeof mod === 'object' && mod !== null ? (mod as { description?: unknown }).description : mod
    if (typeof text === 'string') texts.push(showText(text))
  }
  return texts
}

export type ModTest = (flags: Readonly<Record<string, unknown>>) => boolean

/** Texts of the explicit modifiers whose flags pass; `flags` may be absent, null, `{}` or `[]`. */
export function readFlaggedMods(item: GameItem, passes: ModTest): readonly string[] {
  const mods = item.explicitMods
  if (!Array.isArray(mods)) return nothing
  let flagged: unknown[] | null = null
  for (const mod of mods) {
    if (typeof mod !== 'object' || mod === null) continue
    const { flags } = mod as { flags?: unknown }
    if (typeof flags !== 'object' || flags === null || !passes(flags as Record<string, unknown>)) continue
    flagged ??= []
    flagged.push(mod)
  }
  return flagged === null ? nothing : readMods(flagged)
}

/** The text of a pair; a label or a number in place of a text has none. */
function readPair(pair: unknown): string {
  return readText(Array.isArray(pair) ? pair[0] : undefined)
}

function readRow(row: unknown): PropertyRow {
  const { name, type, values } = readRecord(row)
  return { name: readText(name), type: readWholeNumber(type), values: readList(values).map(readPair) }
}

export function readProperties(value: unknown): readonly PropertyRow[] {
  return readList(value).map(readRow)
}

/** The texts of the first property with this displayed name, or with a name that contains it; empty if there is none. */
export function readProperty(item: GameItem, wanted: string, how: 'is' | 'contains' = 'is'): readonly string[] {
  for (const row of readList(item.properties)) {
    if (typeof row !== 'object' || row === null) continue
    const { name, values } = row as { name?: unknown; values?: unknown }
    // Decorations only make a name longer.
    if (typeof name !== 'string' || name.length < wanted.length) continue
    const isWanted = name === wanted || (how === 'is' ? showText(name) === wanted : showText(name).includes(wanted))
    if (isWanted) return readList(values).map(readPair)
  }
  return nothing
}
