import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { readSources } from './sources.ts'

// The texts of a page load with the page (web/src/messages), so a component must import the file of its texts, directly or
// through its imports: otherwise the text exists only if another component happened to load it.

interface Catalogue {
  readonly path: string
  readonly keys: ReadonlySet<string>
}

const plural = /_(zero|one|two|few|many|other)$/
const always = 'web/src/messages/en.ts'

const sources = readSources(/\.tsx?$/).filter(({ path }) => path.startsWith('web/src/') && !/\.test\.tsx?$/.test(path))
const catalogues: Catalogue[] = sources
  .filter(({ path }) => path.startsWith('web/src/messages/'))
  .map(({ path, text }) => {
    const keys = [...text.matchAll(/^ {2}'?([a-zA-Z][\w.-]*)'?:/gm)].map(([, key = '']) => key.replace(plural, ''))
    return { path, keys: new Set(keys) }
  })

const listUsed = (text: string) => [...text.matchAll(/'([a-z][\w-]*(?:\.[\w-]+)+)'/gi)].map(([, key = '']) => key)

test('no key has two texts', () => {
  const all = catalogues.flatMap(({ keys }) => [...keys])
  expect(all.filter((key, index) => all.indexOf(key) !== index)).toEqual([])
})

const textOf = new Map(sources.map(({ path, text }) => [path, text]))

/** The files loaded before a file runs: its imports and theirs, without later ones. */
function listLoaded(path: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(path)) return known
  known.add(path)
  const statement = /^\s*(?:import|export)\s+(?!type\s)(?:[^'"`;=()]*?\bfrom\s*)?['"](\.[^'"]+)['"]/gm
  for (const [, target = ''] of (textOf.get(path) ?? '').matchAll(statement))
    listLoaded(posix.join(posix.dirname(path), target), known)
  return known
}

test('a component imports the files of its texts', () => {
  const missing = sources.flatMap(({ path, text }) =>
    listUsed(text).flatMap((key) => {
      const home = catalogues.find(({ keys }) => keys.has(key))
      return !home || listLoaded(path).has(home.path) || home.path === always ? [] : [`${path} uses ${key} of ${home.path}`]
    }),
  )
  expect(missing).toEqual([])
})

test('every text is used', () => {
  const shown = sources.filter(({ path }) => !path.startsWith('web/src/messages/')).map(({ text }) => text)
  // Some keys have a known prefix and a computed rest.
  const isShown = (key: string) =>
    shown.some((text) => text.includes(`'${key}'`) || text.includes(`\`${key.slice(0, key.lastIndexOf('.') + 1)}$`))
  expect(catalogues.flatMap(({ keys }) => [...keys]).filter((key) => !isShown(key))).toEqual([])
})

test('no route imports texts: an import for its effect in a route file is part of every page', () => {
  const routes = readSources(/^web\/src\/routes\/.*\.tsx$/)
  expect(routes.length).toBeGreaterThan(10)
  expect(routes.filter(({ text }) => /^import '[^']*messages\//m.test(text)).map(({ path }) => path)).toEqual([])
})
