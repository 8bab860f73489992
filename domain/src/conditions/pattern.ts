import { RE2JS, RE2JSException } from 're2js'

/** Longest accepted pattern, in characters. */
export const patternLimit = 500

export type PatternResult = { readonly ok: true; readonly pattern: RE2JS } | { readonly ok: false; readonly reason: string }

/**
 * Compiles a person's pattern in the linear-time engine: RE2 syntax, case-sensitive unless it starts with `(?i)`, found
 * anywhere in the text. Look-around, back-references and oversized repetitions are refused with the engine's reason.
 */
export function compilePattern(source: string): PatternResult {
  if (source === '') return { ok: false, reason: 'the pattern is empty' }
  if ([...source].length > patternLimit) return { ok: false, reason: `the pattern is longer than ${patternLimit} characters` }
  try {
    return { ok: true, pattern: RE2JS.compile(source) }
  } catch (error) {
    if (error instanceof RE2JSException) return { ok: false, reason: `the pattern is not accepted: ${error.message}` }
    throw error
  }
}
