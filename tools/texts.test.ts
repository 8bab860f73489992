import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { readSources } from './sources.ts'

// The texts of a page come with the page (web/src/messages), so a component that shows one has to import its file, itself
// or through what it imports: without that the text is there only if somebody else happened to load it.

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

test('no text has two sentences', () => {
  const all = catalogues.flatMap(({ keys }) => [...keys])
  expect(all.filter((key, index) => all.indexOf(key) !== index)).toEqual([])
})

const textOf = new Map(sources.map(({ path, text }) => [path, text]))

/** What is loaded before a file runs: its imports and theirs, but not what is fetched later. */
function listLoaded(path: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(path)) return known
  known.add(path)
  const statement = /^\s*(?:import|export)\s+(?!type\s)(?:[^'"`;=()]*?\bfrom\s*)?['"](\.[^'"]+)['"]/gm
  for (const [, target = ''] of (textOf.get(path) ?? '').matchAll(statement))
    listLoaded(posix.join(posix.dirname(path), target), known)
  return known
}

test('whoever shows a text imports the file it is in', () => {
  const missing = sources.flatMap(({ path, text }) =>
    listUsed(text).flatMap((key) => {
      const home = catalogues.find(({ keys }) => keys.has(key))
      return !home || listLoaded(path).has(home.path) || home.path === always ? [] : [`${path} uses ${key} of ${home.path}`]
    }),
  )
  expect(missing).toEqual([])
})

test('every text is shown somewhere', () => {
  const shown = sources.filter(({ path }) => !path.startsWith('web/src/messages/')).map(({ text }) => text)
  // Some keys are put together from a known beginning.
  const isShown = (key: string) =>
    shown.some((text) => text.includes(`'${key}'`) || text.includes(`\`${key.slice(0, key.lastIndexOf('.') + 1)}$`))
  expect(catalogues.flatMap(({ keys }) => [...keys]).filter((key) => !isShown(key))).toEqual([])
})

test('no route brings texts along: what a route file imports for its effect is part of every page', () => {
  const routes = readSources(/^web\/src\/routes\/.*\.tsx$/)
  expect(routes.length).toBeGreaterThan(10)
  expect(routes.filter(({ text }) => /^import '[^']*messages\//m.test(text)).map(({ path }) => path)).toEqual([])
})
