import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listImports } from './imports.ts'
import { root } from './places.ts'
import { readSources } from './sources.ts'

// docs/differences.md lists the deliberate differences from the specification. A row, its decision and its tests refer to each
// other.

const file = join(root, 'docs', 'differences.md')
const text = readFileSync(file, 'utf8')
const row = /^\| (S-\d\d) \| (.+) \| ([^|]+) \|(.*)\|$/gm
const rows = [...text.matchAll(row)].map(([, number = '', , decision = '']) => ({
  number,
  decision: /\(decisions\/(.+?\.md)\)/.exec(decision)?.[1],
}))
const numbersIn = (words: string) => [...new Set(words.match(/\bS-\d\d\b/g) ?? [])].toSorted()

/** Test files by the numbers in their test names. */
const tests = new Map<string, Set<string>>()
for (const { path, text: code } of readSources(/\.(test|spec)\.tsx?$/)) {
  for (const [, , numbers = ''] of code.matchAll(/\(\s*(['"`])((?:[DQS]-\d\d(?:, |: ))+)/g))
    for (const number of numbersIn(numbers)) tests.set(number, (tests.get(number) ?? new Set()).add(path))
}

test('the rows are numbered without a gap', () => {
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, place) => `S-${String(place + 1).padStart(2, '0')}`))
})

test('every difference has a test, and no test names a number without a row; UPDATE_DIFFERENCES=1 writes the links', () => {
  const link = (path: string) => `[${path.split('/').at(-1)}](../${path})`
  const linksOf = (number: string) => [...(tests.get(number) ?? [])].toSorted().map(link).join(', ')
  const written = text.replace(
    row,
    (_, number: string, words: string, decision: string) => `| ${number} | ${words} | ${decision} | ${linksOf(number)} |`,
  )
  if (process.env['UPDATE_DIFFERENCES']) writeFileSync(file, written)
  expect(readFileSync(file, 'utf8')).toBe(written)
  expect([...tests.keys()].toSorted()).toEqual(rows.map(({ number }) => number))
})

test('a decision behind a difference names its number, and no other decision does', () => {
  const folder = join(root, 'docs', 'decisions')
  const named = readdirSync(folder).flatMap((name) =>
    numbersIn(readFileSync(join(folder, name), 'utf8')).map((number) => `${number} ${name}`),
  )
  const linked = rows.flatMap(({ number, decision }) => (decision === undefined ? [] : `${number} ${decision}`))
  expect(named.toSorted()).toEqual(linked.toSorted())
})

test('S-02: no page imports potential points', () => {
  const importers = readSources(/^web\/src\/.+\.tsx?$/).filter(({ text: code }) =>
    listImports(code).some(({ specifier }) => specifier.endsWith('/scoring/potential')),
  )
  expect(importers.map(({ path }) => path)).toEqual([])
})
