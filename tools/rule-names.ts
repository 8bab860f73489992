import { posix } from 'node:path'
import type { Source } from './sources.ts'

// A scoring method or an aggregation describes itself in its row, so that a new one is a new row only. A comparison with its name
// elsewhere decides something that belongs in the row.

interface Rules {
  readonly names: readonly string[]
  /** The property with such a name as its value. */
  readonly property: string
  /** The folder of the rows and their table. */
  readonly rows: string
  /** The list of the contract. */
  readonly list: string
}

/** The independent implementations of tests follow the rule book, not the rows. */
const oracles = /^(domain\/src\/scoring\/testing\/oracle\.ts|simulator\/src\/oracle\/)/
/** The names of another system, with their meaning here. */
const vocabulary = 'domain/src/event-import/vocabulary.ts'
const isTest = (path: string) => /\.test\.tsx?$/.test(path)
/** Made-up events: their objectives and presets have names, but decide nothing. */
const invented =
  /\/testing\/|^(bench|e2e)\/|^tools\/(demo\/|rehearsal\/marathon-tree\.ts)|^server\/src\/http\/examples\/|^web\/src\/test-event\.tsx$/

/** Every use of a name outside of its row and the list, as `path: name`. */
export function listNamings({ names, property, rows, list }: Rules, sources: readonly Source[]): string[] {
  const name = new RegExp(`\\b(${names.join('|')})\\b`, 'g')
  const asData = new RegExp(`\\b${property}: ['"](${names.join('|')})['"]`, 'g')
  const isBeginning = (word: string) => names.some((one) => one.startsWith(word))
  const ownRow = new RegExp(`/${posix.basename(rows)}/([a-z-]+)(?:\\.ts)?['"]`, 'g')
  return sources.flatMap(({ path, text }) => {
    if (isTest(path) || oracles.test(path) || path === vocabulary || path === list || path.startsWith(`${rows}/`)) return []
    const code = invented.test(path) ? text.replaceAll(asData, '') : text
    const named = [...code.matchAll(name)].map(([found]) => found)
    const begun = [...code.matchAll(/['"`]([A-Z][A-Z0-9_]{3,})['"`]/g)].map(([, word = '']) => word).filter(isBeginning)
    const imported = [...code.matchAll(ownRow)]
      .map(([, file = '']) => file)
      .filter((file) => !/^(index|method|scorers|tally|texts|counts)$/.test(file))
    return [...new Set([...named, ...begun, ...imported])].map((found) => `${path}: ${found}`)
  })
}

/** Comparisons with one of these names, outside of tests, as `path: name`: the difference belongs in a row. */
export function listComparisons(names: readonly string[], sources: readonly Source[]): string[] {
  const name = `['"](${names.join('|')})['"]`
  const comparison = new RegExp(`(?:[!=]==? *|\\bcase )${name}|${name} *[!=]==?`, 'g')
  return sources
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, text }) => [...text.matchAll(comparison)].map(([, after, before]) => `${path}: ${after ?? before}`))
}
