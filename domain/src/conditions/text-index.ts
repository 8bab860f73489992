import { createLiteralSearch } from './literal-search.ts'
import type { Probe } from './plans.ts'

/**
 * Names the probes that a text may satisfy: those whose needle it contains, and those nothing is known about. Every other
 * probe answers no for this text.
 */
export interface TextIndex {
  /**
   * Looks at a raw text. Answers false, having reported anything or nothing, when the text has decorations that must be
   * removed first (see `showText`).
   */
  readonly lookUp: (raw: string, report: (probes: readonly number[]) => void) => boolean
  /** The same for a text as shown. */
  readonly lookUpShown: (shown: string, report: (probes: readonly number[]) => void) => void
}

/** What begins a decoration in the middle of a text. */
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

  function lookUp(raw: string, report: (probes: readonly number[]) => void): boolean {
    if (raw.charCodeAt(0) === 60 && raw.startsWith(setPrefix)) return false
    if (!search.run(raw, report)) return false
    if (loose.length > 0) report(loose)
    return true
  }

  function lookUpShown(shown: string, report: (probes: readonly number[]) => void): void {
    // A bracket that is no mark-up is left in the text, but no key contains one.
    search.run(shown.replaceAll('[', '\n'), report)
    if (loose.length > 0) report(loose)
  }

  return { lookUp, lookUpShown }
}
