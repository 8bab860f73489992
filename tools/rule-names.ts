import { posix } from 'node:path'
import type { Source } from './sources.ts'

// A scoring method and an aggregation describe themselves in their rows, so that a new one is a new row and nothing else.
// Whoever asks for one by its name decides something that its row should say.

interface Rules {
  readonly names: readonly string[]
  /** The property whose value is such a name. */
  readonly property: string
  /** The folder of the rows and their table. */
  readonly rows: string
  /** The list of the contract. */
  readonly list: string
}

/** The second opinions of tests are written from the rule book, and not from the rows. */
const oracles = /^(domain\/src\/scoring\/testing\/oracle\.ts|simulator\/src\/oracle\/)/
const isTest = (path: string) => /\.test\.tsx?$/.test(path)
/** Events that are made up: their objectives and presets have names, and nothing is decided by them. */
const invented =
  /\/testing\/|^(bench|e2e)\/|^tools\/(demo\/|rehearsal\/marathon-tree\.ts)|^server\/src\/http\/examples\/|^web\/src\/test-event\.tsx$/

/** Every place where a name stands that no row and no list owns, as `path: name`. */
export function listNamings({ names, property, rows, list }: Rules, sources: readonly Source[]): string[] {
  const name = new RegExp(`\\b(${names.join('|')})\\b`, 'g')
  const asData = new RegExp(`\\b${property}: ['"](${names.join('|')})['"]`, 'g')
  const isBeginning = (word: string) => names.some((one) => one.startsWith(word))
  const ownRow = new RegExp(`/${posix.basename(rows)}/([a-z-]+)(?:\\.ts)?['"]`, 'g')
  return sources.flatMap(({ path, text }) => {
    if (isTest(path) || oracles.test(path) || path === list || path.startsWith(`${rows}/`)) return []
    const code = invented.test(path) ? text.replaceAll(asData, '') : text
    const named = [...code.matchAll(name)].map(([found]) => found)
    const begun = [...code.matchAll(/['"`]([A-Z][A-Z0-9_]{3,})['"`]/g)].map(([, word = '']) => word).filter(isBeginning)
    const imported = [...code.matchAll(ownRow)]
      .map(([, file = '']) => file)
      .filter((file) => !/^(index|method|tally)$/.test(file))
    return [...new Set([...named, ...begun, ...imported])].map((found) => `${path}: ${found}`)
  })
}
