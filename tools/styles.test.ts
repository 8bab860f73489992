import { expect, test } from 'vitest'
import { readSources, type Source } from './sources.ts'

// Styles of all features end up in one document, in the order in which pages were visited. A class that two features define
// looks right until somebody visits the other page first.

/** The classes that selectors begin with: `.card .icon` is about `card`. */
function listOwnClasses(css: string): Set<string> {
  const rules = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g)
  const selectors = [...rules].flatMap(([, list = '']) => list.split(','))
  return new Set(selectors.flatMap((selector) => /^\s*\.([\w-]+)[^\s>+~]*\s*$/.exec(selector)?.[1] ?? []))
}

const folderOf = ({ path }: Source) => path.slice(0, path.lastIndexOf('/'))

/** `class: folder, folder` for every class that is defined in more than one folder. */
function listShared(sources: readonly Source[]): string[] {
  const owners = new Map<string, Set<string>>()
  for (const source of sources)
    for (const name of listOwnClasses(source.text)) owners.set(name, (owners.get(name) ?? new Set()).add(folderOf(source)))
  return [...owners].filter(([, folders]) => folders.size > 1).map(([name, folders]) => `${name}: ${[...folders].join(', ')}`)
}

test('no class is defined by two features', () => {
  expect(listShared(readSources(/^web\/src\/.*\.css$/))).toEqual([])
})

test('a class that two features define is found, one that is only met within another is not', () => {
  const sources = [
    { path: 'web/src/features/a/a.css', text: '@layer x {\n .name { color: red }\n .other .icon { color: red } }' },
    { path: 'web/src/features/b/b.css', text: '/* .other { */ .card:hover,\n.name:hover { color: blue } .icon { gap: 1px }' },
  ]
  expect(listShared(sources)).toEqual(['name: web/src/features/a, web/src/features/b'])
})
