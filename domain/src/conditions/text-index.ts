import { type FieldRow, showAsIs } from '../items/fields.ts'
import { mayHoldMarkup } from '../items/normalise.ts'
import { createQuickMemo, createTextMemo } from '../items/text-memo.ts'
import { createLiteralSearch } from './literal-search.ts'
import { createNeedleFilter } from './needle-filter.ts'
import type { Probe } from './probe.ts'
import { createTextTable } from './text-table.ts'
import { createWordsMemo } from './words.ts'

/**
 * What one text of a field settles, as one list, because a list costs a wait for memory: the probes that it satisfies, from
 * `open` on those it may satisfy, depending on the number in it (all others answer no), and from `plans` on the plans filed
 * under it or waiting for one of those probes, by the item level they want, the lowest first.
 */
export interface Finding {
  readonly numbers: readonly number[]
  readonly open: number
  readonly plans: number
}

/** Looks at a text as the item has it. */
export type TextIndex = (raw: string) => Finding

export interface IndexedField {
  readonly row: FieldRow
  readonly probes: readonly Probe[]
  readonly filed: ReadonlyMap<string, readonly number[]>
  readonly waiting: readonly (readonly number[] | undefined)[]
  readonly above: Float64Array
}

/**
 * Findings remembered per field, at most twice as many: without their first number there are some ten thousand modifier
 * texts in the game, and hardly more names.
 */
const findingsRemembered = 32_768

/** Those of the latest texts, in reach of one comparison: few enough for the processor's cache. */
const findingsAtHand = 16_384

export const nothingFound: Finding = { numbers: [], open: 0, plans: 0 }

/** Everything that `wordsOf` may change, and what the search cannot look for. */
const unsearchable = /[\d+-]|[^\u0020-\u007e]/

/** More says hardly more, and each character costs the search a state: a condition may be as long as a book. */
const longestKey = 64

/** The longest part of a needle that the search can look for, or its beginning; "" when there is none. */
function pickSearchable(needle: string): string {
  return needle
    .split(unsearchable)
    .reduce((best, part) => (part.length > best.length ? part : best), '')
    .slice(0, longestKey)
}

/** What the search looks for to find where a probe may be satisfied; null when that may be anywhere. */
function listKeys({ needles }: Probe): readonly string[] | null {
  const keys = needles?.map(pickSearchable) ?? ['']
  return keys.includes('') ? null : keys
}

/** Whether a text of a list, as the item has it, may satisfy one of the probes: false is certain. null: worth no question. */
export function createScout(probes: readonly Probe[]): ((raw: string) => boolean) | null {
  const keys = probes.map(listKeys)
  const mayStand = keys.includes(null) ? null : createNeedleFilter(keys.flatMap((some) => some ?? []))
  // Mark-up may stand in the middle of what is looked for.
  return mayStand && ((raw) => mayStand(raw) || mayHoldMarkup(raw))
}

export function createTextIndex({ row, probes, filed, waiting, above }: IndexedField): TextIndex {
  const show = row.plain?.show ?? showAsIs
  const isList = row.type === 'string[]'
  const loose: number[] = []
  const keys: { text: string; id: number }[] = []
  probes.forEach((probe, id) => {
    const own = listKeys(probe)
    if (own === null) loose.push(id)
    else keys.push(...own.map((text) => ({ text, id })))
  })
  const search = createLiteralSearch(keys)

  function settle(shown: string): Finding {
    const candidates = [...search(shown), ...loose].map((id) => probes[id] as Probe)
    const open = candidates.filter((probe) => isList && !isAboutWords(probe))
    const proven = candidates.filter((probe) => !open.includes(probe) && probe.test(shown))
    const waitingHere = [...proven, ...open].flatMap(({ number }) => waiting[number] ?? [])
    const plans = [...(filed.get(shown) ?? []), ...waitingHere]
    return packFinding({ proven: proven.map(numberOf), open: open.map(numberOf), plans }, above)
  }

  const remembered = createTextMemo(findingsRemembered, (raw) => settle(show(raw)))
  if (isList) return createWordsMemo(findingsAtHand, remembered)
  const recall = createQuickMemo(findingsAtHand, remembered)
  const mayStand = loose.length > 0 ? null : createNeedleFilter(keys.map(({ text }) => text))
  if (mayStand === null) return recall
  const settled = createTextTable(new Map([...filed.keys()].map((text) => [text, settle(text)])), nothingFound)
  return (raw) => {
    const shown = show(raw)
    return mayStand(shown) ? recall(raw) : settled(shown)
  }
}

const numberOf = ({ number }: Probe): number => number

function packFinding(lists: Readonly<Record<'proven' | 'open' | 'plans', readonly number[]>>, above: Float64Array): Finding {
  const { proven, open } = lists
  const plans = [...new Set(lists.plans)].sort((a, b) => (above[a] as number) - (above[b] as number))
  const numbers = [...proven, ...open, ...plans]
  return numbers.length === 0 ? nothingFound : { numbers, open: proven.length, plans: proven.length + open.length }
}

/** Whether the number in a text has no say in the answer: the probe is a few words, or a pattern of nothing else. */
function isAboutWords({ kind, source }: Probe): boolean {
  return kind === 'contains' ? !/[\d+-]/.test(source) : /^(?:\(\?i\))?[a-z ]+$/i.test(source)
}
