import { RE2JS, RE2JSException } from 're2js'
import { countCharacters } from '../items/normalise.ts'
import { heaviestPattern, weighPattern } from './pattern-weight.ts'

/** Longest accepted pattern, in characters. */
export const patternLimit = 500

/**
 * Longest text that a pattern is tried on, in characters. The game's longest modifiers have about three hundred. The time of a
 * test grows with pattern and text, so both are bounded.
 */
export const readByPatterns = 1_000

export type PatternResult = { readonly ok: true; readonly test: TextTest } | { readonly ok: false; readonly reason: string }
export type TextTest = (text: string) => boolean

/**
 * Compiles a user's pattern with the linear-time engine: RE2 syntax, case-sensitive unless it starts with `(?i)`, found anywhere
 * in the text. Look-around and back-references are rejected with the engine's reason; a pattern that would produce a large
 * program is rejected before compilation.
 */
export function compilePattern(source: string): PatternResult {
  if (source === '') return { ok: false, reason: 'the pattern is empty' }
  if (countCharacters(source) > patternLimit)
    return { ok: false, reason: `the pattern is longer than ${patternLimit} characters` }
  if (weighPattern(source) > heaviestPattern)
    return {
      ok: false,
      reason: 'the pattern is too large: use fewer or shorter repetitions, and fewer classes of non-ASCII letters',
    }
  try {
    const pattern = RE2JS.compile(source)
    return { ok: true, test: (text) => text.length <= readByPatterns && pattern.test(text) }
  } catch (error) {
    if (error instanceof RE2JSException) return { ok: false, reason: `the pattern is not accepted: ${error.message}` }
    throw error
  }
}
