import { RE2JS, RE2JSException } from 're2js'
import { countCharacters } from '../items/normalise.ts'
import { createQuickMemo } from '../items/text-memo.ts'
import { findFirstCharacters } from './first-characters.ts'
import { heaviestPattern, weighPattern } from './pattern-weight.ts'

/** Longest accepted pattern, in characters. */
export const patternLimit = 500

/**
 * Nothing is found in a longer text. The game's longest modifiers have some three hundred characters; what an
 * evaluation costs grows with pattern and text, so that both have a bound.
 */
export const readByPatterns = 1_000

/** Answers remembered per pattern: modifiers and names repeat endlessly between items. */
const answersRemembered = 2_048

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
    const find = createQuickMemo(answersRemembered, (text) => text.length <= readByPatterns && pattern.test(text))
    return { ok: true, test: ifItBegins(source, find) }
  } catch (error) {
    if (error instanceof RE2JSException) return { ok: false, reason: `the pattern is not accepted: ${error.message}` }
    throw error
  }
}

/** Many patterns ask for a number at the beginning, and most texts begin with something else. */
function ifItBegins(source: string, find: TextTest): TextTest {
  const characters = findFirstCharacters(source)
  if (characters === null) return find
  const mayBegin = new Uint8Array(128)
  for (const character of characters) mayBegin[character.charCodeAt(0)] = 1
  return (text) => text !== '' && mayBegin[text.charCodeAt(0)] === 1 && find(text)
}
