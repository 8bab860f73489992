import { isMap, isScalar, isSeq, type LineCounter, type ParsedNode, type Scalar } from 'yaml'
import { countEdits } from '../names/edit-distance.ts'

/** A problem in a file, with its position. */
export interface FileProblem {
  /** Line and column count from 1. */
  readonly line: number
  readonly column: number
  /** Names, and positions from 0, from the outside: `objectives.3.conditions.0`; empty for the file as a whole. */
  readonly path: string
  readonly problem: string
}

/** Upper bound for the problems listed; one mistake may be copied everywhere. */
export const maxProblems = 100

export type Path = readonly (string | number)[]

/** Reads the nodes of one file and collects their problems. */
export interface FileReader {
  readonly problems: readonly FileProblem[]
  /** The file is our own export: its content is accepted even if it is invalid. */
  readonly is_own: boolean
  /** Returns undefined in place of the value. */
  report(node: ParsedNode | null | undefined, path: Path, problem: string): undefined
  lineOf(node: ParsedNode | null | undefined): number
}

export function createReader(lines: LineCounter, is_own: boolean): FileReader {
  const problems: FileProblem[] = []
  const placeOf = (node: ParsedNode | null | undefined) => lines.linePos(node?.range[0] ?? 0)
  return {
    problems,
    is_own,
    report(node, path, problem) {
      if (problems.length >= maxProblems) return undefined
      const { line, col } = placeOf(node)
      problems.push({ line: Math.max(1, line), column: Math.max(1, col), path: path.join('.'), problem })
      return undefined
    },
    lineOf: (node) => Math.max(1, placeOf(node).line),
  }
}

/** Describes a node in an error about a wrong kind of value. */
export function nameNode(node: ParsedNode | null | undefined): string {
  if (isMap(node)) return 'a group of names and values'
  if (isSeq(node)) return 'a list'
  return 'nothing'
}

/** The text of a scalar, `null` if it is empty; undefined if the node is not a scalar. With quotes, even `null` is a text. */
export function textOf(node: ParsedNode | null | undefined): string | null | undefined {
  if (node === null || node === undefined) return null
  if (!isScalar(node)) return undefined
  const { value, type } = node as Scalar<unknown>
  if (typeof value !== 'string') return null
  const isPlain = type === 'PLAIN' || type === undefined
  return isPlain && (value === '' || value === 'null' || value === '~') ? null : value
}

/** Longer words are never similar to a known one. */
const maxWordLength = 60

/** The most similar name, if it is similar enough to be intended. */
export function findNearest(word: string, names: readonly string[]): string | null {
  if (word.length > maxWordLength) return null
  const wanted = word.toLowerCase()
  let best: string | null = null
  let least = Math.max(2, Math.floor(wanted.length / 3)) + 1
  for (const name of names) {
    const distance = countEdits(wanted, name.toLowerCase(), least - 1)
    if (distance < least) [best, least] = [name, distance]
  }
  return best
}

/** A hint for an unknown word: `did you mean "x"?`, or the available names. */
export function describeUnknown(word: string, names: readonly string[]): string {
  const nearest = findNearest(word, names)
  if (nearest !== null) return `did you mean "${nearest}"?`
  return names.length > 0 && names.length <= 15 ? `choose from ${names.join(', ')}` : 'there is no similar name'
}

/** A word of the file, quoted and shortened. */
export const quote = (word: string): string =>
  JSON.stringify(word.length > maxWordLength ? `${word.slice(0, maxWordLength)}…` : word)
