import { RE2JS, RE2JSException } from 're2js'
import { countCharacters } from '../items/normalise.ts'
import { heaviestPattern, weighPattern } from './pattern-weight.ts'

/** Longest accepted pattern, in characters. */
export const patternLimit = 500

/**
 * Longest text that a pattern is tried on, in characters. The game's longest modifiers have some three hundred; the time of a test
 * grows with pattern and text, so both have a bound.
 */
export const readByPatterns = 1_000

export type PatternResult = { readonly ok: true; readonly test: TextTest } | { readonly ok: false; readonly reason: string }
export type TextTest = (text: string) => boolean

/**
 * Compiles a person's pattern in the linear-time engine: RE2 syntax, case-sensitive unless it starts with `(?i)`, found
 * anywhere in the text. Look-around and back-references are refused with the engine's reason; what would compile to a large
 * program is refused before it is compiled.
 */
export function compilePattern(source: string): PatternResult {
  if (source === '') return { ok: false, reason: 'the pattern is empty' }
  if (countCharacters(source) > patternLimit)
    return { ok: false, reason: `the pattern is longer than ${patternLimit} characters` }
  if (weighPattern(source) > heaviestPattern)
    return { ok: false, reason: 'the pattern is too large: repeat less, or shorter parts, and fewer classes of foreign letters' }
  try {
    const pattern = RE2JS.compile(source)
    return { ok: true, test: (text) => text.length <= readByPatterns && pattern.test(text) }
  } catch (error) {
    if (error instanceof RE2JSException) return { ok: false, reason: `the pattern is not accepted: ${error.message}` }
    throw error
  }
}
