import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './places.ts'
import { readSources } from './sources.ts'

// docs/defects.md lists what older servers of this API got wrong, and where a test keeps us from it. A test says which
// defects it is about by beginning its name with their numbers: it('D-nn: a player may withdraw', …). The same holds for
// the quirks that clients depend on: Q-01 and so on, in e2e/api/quirks.

const file = join(root, 'docs', 'defects.md')
const text = readFileSync(file, 'utf8')
const rows = [...text.matchAll(/^\| (D-\d\d) \| (.+?) \|(?: (.*?) \|)$/gm)].map(([, number = '', words = '', places = '']) => ({
  number,
  words,
  places,
}))

/** Numbers at the beginning of the names of tests, and the files they are in. */
function findTests(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const source of readSources(/\.(test|spec)\.tsx?$/)) {
    const names = source.text.matchAll(/\(\s*(['"`])((?:[DQ]-\d\d(?:, |: ))+)/g)
    for (const [, , numbers = ''] of names) {
      for (const [number] of numbers.matchAll(/[DQ]-\d\d/g)) {
        const places = found.get(number) ?? []
        if (!places.includes(source.path)) found.set(number, [...places, source.path].toSorted())
      }
    }
  }
  return found
}

const tests = findTests()
const numbers = (letter: string, ...ranges: [number, number][]) =>
  ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, place) => `${letter}-${String(from + place).padStart(2, '0')}`),
  )

test('docs/defects.md has every defect once, in order', () => {
  const all = numbers('D', [1, 28], [30, 50], [60, 65], [70, 77], [80, 85])
  expect(rows.map(({ number }) => number)).toEqual(all)
})

test('every defect has a test, and the document says where; UPDATE_DEFECTS=1 writes it anew', () => {
  const linked = (number: string) => (tests.get(number) ?? []).map((path) => `[${path.split('/').at(-1)}](../${path})`).join(', ')
  const written = text.replace(
    /^\| (D-\d\d) \| (.+?) \| .*\|$/gm,
    (_, number: string, words: string) => `| ${number} | ${words} | ${linked(number)} |`,
  )
  if (process.env['UPDATE_DEFECTS']) writeFileSync(file, written)
  expect(readFileSync(file, 'utf8')).toBe(written)
  expect(rows.map(({ number }) => number).filter((number) => !tests.has(number))).toEqual([])
})

test('every quirk has a test', () => {
  expect(numbers('Q', [1, 36]).filter((number) => !tests.has(number))).toEqual([])
})
