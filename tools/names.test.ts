import { expect, test } from 'vitest'
import { readSources } from './sources.ts'

/** Words that do not name anything, in any part of a file name. */
const empty_words = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'manager', 'service', 'mytypes'])
/** Words that are too vague alone. */
const empty_names = new Set(['data', 'info', 'types', 'handler'])

/** The faults in the name of a file or of its folders. */
function listFaults(path: string): string[] {
  const inside = path.replace(/^(contract|domain|simulator|server|web)\/src\//, '')
  return inside.split('/').flatMap((part) => {
    // The router reads parameters and layouts from the names in routes/.
    const name = part.replace(/\.(test|spec|config|bench)?\.?[a-z]+$/, '')
    if (path.startsWith('web/src/routes/')) return []
    const faults = []
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) faults.push(`${path}: "${name}" is not kebab-case`)
    if (empty_names.has(name) || name.split('-').some((word) => empty_words.has(word)))
      faults.push(`${path}: "${name}" says nothing`)
    if (/^[a-z-]*[a-z]\d$/.test(name) && !/^e2e$/.test(name)) faults.push(`${path}: "${name}" is a numbered name`)
    if (name.endsWith('-handler')) faults.push(`${path}: "${name}" ends in handler`)
    return faults
  })
}

test('every file and folder is named after its content', () => {
  expect(readSources(/\.(ts|tsx|mjs)$/).flatMap(({ path }) => listFaults(path))).toEqual([])
})

test.each([
  'server/src/utils.ts',
  'web/src/lib/dateHelpers.ts',
  'domain/src/types.ts',
  'server/src/store2.ts',
  'server/src/call-handler.ts',
])('%s is refused', (path) => {
  expect(listFaults(path)).not.toEqual([])
})
