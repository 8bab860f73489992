/**
 * Finds many short texts inside a long one in a single pass (the automaton of Aho and Corasick), with ASCII letters
 * folded. One table look-up per character, nothing allocated.
 */
import { foldCase } from './needles.ts'

export interface LiteralSearch {
  /**
   * Calls `report` with the ids of every text found; an id may be reported more than once. Answers false, and may have
   * reported anything, when it meets one of the characters it was told to stop at.
   */
  readonly run: (text: string, report: (ids: readonly number[]) => void) => boolean
}

const ascii = 128
/** Two characters outside ASCII that fold to an ASCII letter when case is ignored: Kelvin sign and long s. */
const foreignFolds = new Map([
  [0x212a, 'k'],
  [0x017f, 's'],
])

interface State {
  readonly next: Map<string, State>
  ids: number[]
  fail: State | null
  number: number
}

/** `texts` are ASCII and not empty; `stops` are ASCII characters that no text contains. */
export function createLiteralSearch(
  texts: readonly { readonly text: string; readonly id: number }[],
  stops: string,
): LiteralSearch {
  const root: State = { next: new Map(), ids: [], fail: null, number: 0 }
  const states = [root]
  for (const { text, id } of texts) {
    let state = root
    for (const character of foldCase(text)) {
      let next = state.next.get(character)
      if (!next) {
        next = { next: new Map(), ids: [], fail: null, number: states.length }
        states.push(next)
        state.next.set(character, next)
      }
      state = next
    }
    state.ids.push(id)
  }
  linkFailures(root)
  return compileTable(states, stops)
}

/** Breadth first, so that a state's fallback is complete before its own. */
function linkFailures(root: State): void {
  const queue = [...root.next.values()]
  for (const state of queue) state.fail = root
  for (const state of queue) {
    for (const [character, next] of state.next) {
      let fallback = state.fail
      while (fallback !== null && !fallback.next.has(character)) fallback = fallback.fail
      next.fail = fallback?.next.get(character) ?? root
      next.ids = [...new Set([...next.ids, ...next.fail.ids])]
      queue.push(next)
    }
  }
}

function step(state: State, character: string): State | null {
  for (let at: State | null = state; at !== null; at = at.fail) {
    const next = at.next.get(character)
    if (next) return next
  }
  return null
}

function compileTable(states: readonly State[], stops: string): LiteralSearch {
  const letters = [...new Set(states.flatMap((state) => [...state.next.keys()]))]
  // Column 0 is "any other character"; a stop has a column of its own in which every state leads to -1.
  const stopColumn = letters.length + 1
  const width = letters.length + 2
  const columns = new Uint8Array(ascii)
  letters.forEach((letter, at) => {
    columns[letter.charCodeAt(0)] = at + 1
    columns[letter.toUpperCase().charCodeAt(0)] = at + 1
  })
  for (const stop of stops) columns[stop.charCodeAt(0)] = stopColumn
  const table = new Int32Array(states.length * width)
  const outputs: (readonly number[])[] = []
  const hasOutput = new Uint8Array(states.length * width)
  for (const state of states) {
    letters.forEach((letter, at) => {
      table[state.number * width + at + 1] = (step(state, letter)?.number ?? 0) * width
    })
    table[state.number * width + stopColumn] = -1
    if (state.ids.length === 0) continue
    outputs[state.number] = state.ids
    hasOutput[state.number * width] = 1
  }

  function run(text: string, report: (ids: readonly number[]) => void): boolean {
    let row = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      const column = code < ascii ? (columns[code] as number) : (columns[foreignFolds.get(code)?.charCodeAt(0) ?? 0] as number)
      row = table[row + column] as number
      if (row <= 0) {
        if (row < 0) return false
        continue
      }
      if (hasOutput[row] === 1) report(outputs[row / width] as readonly number[])
    }
    return true
  }
  return { run }
}
