/**
 * Finds many short texts inside a long one in a single pass (the automaton of Aho and Corasick), with ASCII letters
 * folded: one table look-up per character, however many texts are searched for.
 */
import { foldCase } from './needles.ts'

/** Answers the ids of the texts found, each once. */
export type LiteralSearch = (text: string) => ReadonlySet<number>

/** Two characters outside ASCII that fold to an ASCII letter when case is ignored: Kelvin sign and long s. */
const foreignFolds = new Map([
  [0x212a, 'k'],
  [0x017f, 's'],
])

interface State {
  readonly next: Map<string, State>
  ids: number[]
  fail: State | null
  /** Row in the table; given last, so that all states that report something come after all others. */
  row: number
}

/** `texts` are ASCII and not empty. */
export function createLiteralSearch(texts: readonly { readonly text: string; readonly id: number }[]): LiteralSearch {
  const root: State = { next: new Map(), ids: [], fail: null, row: 0 }
  const states = [root]
  for (const { text, id } of texts) {
    let state = root
    for (const character of foldCase(text)) {
      let next = state.next.get(character)
      if (!next) {
        next = { next: new Map(), ids: [], fail: null, row: 0 }
        states.push(next)
        state.next.set(character, next)
      }
      state = next
    }
    state.ids.push(id)
  }
  linkFailures(root)
  return compileTable(states)
}

/** Breadth first, so that a state's fallback is complete before its own. */
function linkFailures(root: State): void {
  const queue = [...root.next.values()]
  for (const state of queue) state.fail = root
  for (const state of queue) {
    for (const [character, next] of state.next) {
      next.fail = step(state.fail, character)
      if (next.fail === null || next.fail === next) next.fail = root
      next.ids = [...new Set([...next.ids, ...next.fail.ids])]
      queue.push(next)
    }
  }
}

/** Where a character leads from a state, its fallbacks included; null = back to the start. */
function step(state: State | null, character: string): State | null {
  for (let at = state; at !== null; at = at.fail) {
    const next = at.next.get(character)
    if (next) return next
  }
  return null
}

function compileTable(states: readonly State[]): LiteralSearch {
  const ordered = [...states].sort((a, b) => Number(a.ids.length > 0) - Number(b.ids.length > 0))
  ordered.forEach((state, row) => {
    state.row = row
  })
  const firstReporting = ordered.length - ordered.filter((state) => state.ids.length > 0).length
  // Column 0 is "any other character", which leads back to the start; rows are as wide as a power of two.
  const letters = [...new Set(states.flatMap((state) => [...state.next.keys()]))]
  const shift = Math.ceil(Math.log2(letters.length + 1))
  const columns = new Uint8Array(65536)
  letters.forEach((letter, at) => {
    columns[letter.charCodeAt(0)] = at + 1
    columns[letter.toUpperCase().charCodeAt(0)] = at + 1
  })
  for (const [code, letter] of foreignFolds) columns[code] = columns[letter.charCodeAt(0)] as number
  const table = new (ordered.length <= 65_536 ? Uint16Array : Uint32Array)(ordered.length << shift)
  for (const state of ordered) {
    letters.forEach((letter, at) => {
      table[(state.row << shift) + at + 1] = step(state, letter)?.row ?? 0
    })
  }
  const idsByRow = ordered.map((state) => state.ids)

  return (text) => {
    const found = new Set<number>()
    let row = 0
    for (let at = 0; at < text.length; at++) {
      row = table[(row << shift) + (columns[text.charCodeAt(at)] as number)] as number
      if (row >= firstReporting) for (const id of idsByRow[row] as readonly number[]) found.add(id)
    }
    return found
  }
}
