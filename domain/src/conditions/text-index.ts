import { createLiteralSearch } from './literal-search.ts'
import type { Probe } from './plans.ts'

/**
 * Names the probes that a text may satisfy: those whose needle it contains, and those of which nothing is known. Every
 * other probe answers no.
 */
export interface TextIndex {
  /**
   * Looks at a text as the item has it. Answers false, having reported anything or nothing, when it is decorated (see
   * `showText`): then its shown form has to be looked up instead.
   */
  readonly lookUp: (raw: string, report: (probes: readonly number[]) => void) => boolean
  readonly lookUpShown: (shown: string, report: (probes: readonly number[]) => void) => void
}

/** What begins a decoration anywhere, and what begins one at the front. */
const stops = '[\r'
const setPrefix = '<<set:'
const unsearchable = /[^\u0020-\u005a\u005c-\u007e]+/

/** The longest part of a needle that the search can look for; "" when there is none. */
function pickSearchable(needle: string): string {
  return needle.split(unsearchable).reduce((best, part) => (part.length > best.length ? part : best), '')
}

export function createTextIndex(probes: readonly Probe[]): TextIndex {
  const loose: number[] = []
  const keys: { text: string; id: number }[] = []
  for (const { number, needles } of probes) {
    const parts = needles?.map(pickSearchable) ?? ['']
    if (parts.includes('')) loose.push(number)
    else keys.push(...parts.map((text) => ({ text, id: number })))
  }
  const search = createLiteralSearch(keys, stops)
  return {
    lookUp: (raw, report) => {
      if (raw.startsWith(setPrefix) || !search(raw, report)) return false
      if (loose.length > 0) report(loose)
      return true
    },
    lookUpShown: (shown, report) => {
      // A bracket that is no mark-up stays in the text; no key contains one, so it may as well be any other character.
      search(shown.replaceAll('[', '\n'), report)
      if (loose.length > 0) report(loose)
    },
  }
}
