import { expect, test } from 'vitest'
import { readSources, type Source } from './sources.ts'

// Styles of all features share one document, in the order of visited pages. A class defined by two features looks right until the
// pages are visited in the other order.

/** The first classes of selectors: `.card .icon` belongs to `card`. */
function listOwnClasses(css: string): Set<string> {
  const rules = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g)
  const selectors = [...rules].flatMap(([, list = '']) => list.split(','))
  return new Set(selectors.flatMap((selector) => /^\s*\.([\w-]+)[^\s>+~]*\s*$/.exec(selector)?.[1] ?? []))
}

const folderOf = ({ path }: Source) => path.slice(0, path.lastIndexOf('/'))

/** `class: folder, folder` for every class defined in more than one folder. */
function listShared(sources: readonly Source[]): string[] {
  const owners = new Map<string, Set<string>>()
  for (const source of sources)
    for (const name of listOwnClasses(source.text)) owners.set(name, (owners.get(name) ?? new Set()).add(folderOf(source)))
  return [...owners].filter(([, folders]) => folders.size > 1).map(([name, folders]) => `${name}: ${[...folders].join(', ')}`)
}

// The print sheet hides parts of all features, in print only and after every other sheet.
const features = (source: Source) => source.path !== 'web/src/styles/print.css'

test('no class is defined by two features', () => {
  expect(listShared(readSources(/^web\/src\/.*\.css$/).filter(features))).toEqual([])
})

test('a class defined by two features is found, a class used only within another one is not', () => {
  const sources = [
    { path: 'web/src/features/a/a.css', text: '@layer x {\n .name { color: red }\n .other .icon { color: red } }' },
    { path: 'web/src/features/b/b.css', text: '/* .other { */ .card:hover,\n.name:hover { color: blue } .icon { gap: 1px }' },
  ]
  expect(listShared(sources)).toEqual(['name: web/src/features/a, web/src/features/b'])
})
