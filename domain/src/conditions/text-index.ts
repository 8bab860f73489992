import { type FieldRow, showAsIs } from '../items/fields.ts'
import { createTextMemo } from '../items/text-memo.ts'
import { createLiteralSearch } from './literal-search.ts'
import type { Probe } from './plans.ts'

/** What one text of a field settles. */
export interface Finding {
  /** Numbers of the probes that it satisfies. */
  readonly proven: readonly number[]
  /** Numbers of those it may satisfy, depending on the number in it. All others answer no. */
  readonly open: readonly number[]
  /** Numbers of the plans filed under it, or waiting for one of those probes. */
  readonly plans: readonly number[]
}

/** Looks at a text as the item has it. */
export type TextIndex = (raw: string) => Finding

interface IndexedField {
  readonly row: FieldRow
  readonly probes: readonly Probe[]
  readonly filed: ReadonlyMap<string, readonly number[]>
  readonly waiting: readonly (readonly number[] | undefined)[]
}

/**
 * Findings remembered per field, at most twice as many: without their first number there are some ten thousand modifier
 * texts in the game, and hardly more names.
 */
const findingsRemembered = 32_768

export const nothingFound: Finding = { proven: [], open: [], plans: [] }

/** Everything that `wordsOf` may change, and what the search cannot look for. */
const unsearchable = /[\d+-]|[^\u0020-\u007e]/
/** How far a number is looked for. */
const furthestNumber = 24

/** The longest part of a needle that the search can look for; "" when there is none. */
function pickSearchable(needle: string): string {
  return needle.split(unsearchable).reduce((best, part) => (part.length > best.length ? part : best), '')
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 48 && code <= 57
}

function skipDigits(text: string, from: number): number {
  let at = from
  while (isDigit(text, at)) at += 1
  return at
}

/**
 * The text without its first number, so that it is the same on most items that have this modifier and few texts have to
 * be remembered, in a table small enough for the processor's cache: `+42 to maximum Life` becomes ` to maximum Life`, and
 * `Adds 3 to 9 Fire Damage` becomes `Adds 0 to 0 Fire Damage`. Nothing but digits and signs is lost. Cuts only before a
 * blank or a per cent sign, so that what is left is never shown differently for standing alone.
 */
export function wordsOf(text: string): string {
  const sign = text.charCodeAt(0)
  let start = sign === 43 || sign === 45 ? 1 : 0
  const first = skipDigits(text, start)
  const next = text.charCodeAt(first)
  if (first > start && (next === 32 || next === 37)) return text.slice(first)
  while (start < furthestNumber && !isDigit(text, start)) start += 1
  if (start === furthestNumber) return text
  const end = skipDigits(text, start)
  if (!text.startsWith(' to ', end) || !isDigit(text, end + 4)) return `${text.slice(0, start)}0${text.slice(end)}`
  return `${text.slice(0, start)}0 to 0${text.slice(skipDigits(text, end + 4))}`
}

export function createTextIndex({ row, probes, filed, waiting }: IndexedField): TextIndex {
  const show = row.plain?.show ?? showAsIs
  const isList = row.type === 'string[]'
  const loose: number[] = []
  const keys: { text: string; id: number }[] = []
  probes.forEach(({ needles }, id) => {
    const parts = needles?.map(pickSearchable) ?? ['']
    if (parts.includes('')) loose.push(id)
    else keys.push(...parts.map((text) => ({ text, id })))
  })
  const search = createLiteralSearch(keys)

  function look(raw: string): Finding {
    const shown = show(raw)
    const candidates = [...search(shown), ...loose].map((id) => probes[id] as Probe)
    const open = candidates.filter((probe) => isList && !isAboutWords(probe))
    const proven = candidates.filter((probe) => !open.includes(probe) && probe.test(raw))
    const waitingHere = [...proven, ...open].flatMap(({ number }) => waiting[number] ?? [])
    const plans = [...new Set([...(filed.get(shown) ?? []), ...waitingHere])]
    if (proven.length + open.length + plans.length === 0) return nothingFound
    return { proven: proven.map(({ number }) => number), open: open.map(({ number }) => number), plans }
  }

  const remembered = createTextMemo(findingsRemembered, look)
  return isList ? (raw) => remembered(wordsOf(raw)) : remembered
}

/** Whether the number in a text has no say in the answer: the probe is a few words, or a pattern of nothing else. */
function isAboutWords({ kind, source }: Probe): boolean {
  return kind === 'contains' ? !/[\d+-]/.test(source) : /^(?:\(\?i\))?[a-z ]+$/i.test(source)
}
