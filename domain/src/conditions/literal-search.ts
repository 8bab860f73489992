import { foldCase } from './needles.ts'

/** Two characters outside ASCII that equal an ASCII letter when case is ignored: the Kelvin sign and the long s. */
const foreignFolds = [
  ['\u212a', 'k'],
  ['\u017f', 's'],
] as const

const nothing: readonly number[] = []

/**
 * Searches a text for many short ones in a single pass, ignoring the case of ASCII letters (Aho-Corasick automaton). Costs one
 * table look-up per character, independent of the number of texts searched for.
 * @param texts ASCII, not empty
 * @returns a function that lists the ids of the texts found, each once
 */
export function createLiteralSearch(
  texts: readonly { readonly text: string; readonly id: number }[],
): (text: string) => readonly number[] {
  // Column 0 represents all characters that occur in none of the texts.
  const columns = new Uint8Array(65_536)
  let width = 1
  for (const character of new Set(texts.flatMap(({ text }) => [...foldCase(text)]))) {
    columns[character.charCodeAt(0)] = width
    columns[character.toUpperCase().charCodeAt(0)] = width
    width += 1
  }
  for (const [foreign, letter] of foreignFolds) columns[foreign.charCodeAt(0)] = columns[letter.charCodeAt(0)] as number

  // State 0 is the start. A state represents the longest prefix of a text that ends at the current character.
  const next = new Uint32Array(texts.reduce((size, { text }) => size + text.length, 1) * width)
  const reports: number[][] = [[]]
  for (const { text, id } of texts) {
    let state = 0
    for (let at = 0; at < text.length; at++) {
      const place = state * width + (columns[text.charCodeAt(at)] as number)
      if (next[place] === 0) next[place] = reports.push([]) - 1
      state = next[place] as number
    }
    reports[state]?.push(id)
  }
  // Breadth first: a state without a transition takes that of its next shorter prefix, whose row is already complete.
  const shorter = new Uint32Array(reports.length)
  const queue = [0]
  for (const state of queue) {
    for (let column = 1; column < width; column++) {
      const place = state * width + column
      const longer = next[place] as number
      const fallback = state === 0 ? 0 : (next[(shorter[state] as number) * width + column] as number)
      if (longer === 0) next[place] = fallback
      else {
        shorter[longer] = fallback
        reports[longer] = [...new Set([...(reports[longer] ?? []), ...(reports[fallback] ?? [])])]
        queue.push(longer)
      }
    }
  }
  const isReporting = Uint8Array.from(reports, (ids) => (ids.length > 0 ? 1 : 0))

  return (text) => {
    let found = nothing
    let state = 0
    for (let at = 0; at < text.length; at++) {
      state = next[state * width + (columns[text.charCodeAt(at)] as number)] as number
      if (isReporting[state] === 0) continue
      const ids = reports[state] as number[]
      found = found === nothing ? ids : [...new Set([...found, ...ids])]
    }
    return found
  }
}
