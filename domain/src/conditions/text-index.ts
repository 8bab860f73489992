import { createTextMemo } from '../items/text-memo.ts'
import { createLiteralSearch } from './literal-search.ts'
import type { TextTest } from './pattern.ts'

/** A test of one text of a field: whether it contains a part or matches a pattern. */
export interface TextSearch {
  readonly number: number
  readonly test: TextTest
  /** At least one of them occurs in every text that passes the test, in any case. null: none are known. */
  readonly literals: readonly string[] | null
  /** Objectives indexed by this search. */
  readonly objectives: number[]
}

/**
 * Result for one text of a field: the numbers of the searches it passes, and the objectives indexed by the text or by these
 * searches.
 */
export interface Finding {
  readonly searches: readonly number[]
  readonly objectives: readonly number[]
}

export const nothingFound: Finding = { searches: [], objectives: [] }

/** Number of cached findings per field; up to twice as many are kept. */
const findingsRemembered = 32_768

/**
 * Caches the objectives that each text points to. A new text is searched for all literals at once; then only tests whose literals
 * occur run.
 */
export function createTextIndex(
  searches: readonly TextSearch[],
  filed: ReadonlyMap<string, readonly number[]>,
): (shown: string) => Finding {
  const unguided = searches.filter(({ literals }) => literals === null)
  const find = createLiteralSearch(searches.flatMap(({ literals }, id) => (literals ?? []).map((text) => ({ text, id }))))
  function settle(shown: string): Finding {
    const candidates = [...unguided, ...find(shown).map((id) => searches[id] as TextSearch)]
    const passed = candidates.filter(({ test }) => test(shown))
    const objectives = [...(filed.get(shown) ?? []), ...passed.flatMap((search) => search.objectives)]
    if (passed.length === 0 && objectives.length === 0) return nothingFound
    return { searches: passed.map(({ number }) => number), objectives: [...new Set(objectives)] }
  }
  const exact = new Map([...filed.keys()].map((text) => [text, settle(text)]))
  if (searches.length === 0) return (shown) => exact.get(shown) ?? nothingFound
  return createTextMemo(findingsRemembered, settle)
}
