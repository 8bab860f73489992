import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './places.ts'
import { readSources } from './sources.ts'

// docs/defects.md lists the defects of older servers of this API. Names of tests begin with the numbers of their defects:
// it('D-nn: a player may withdraw', …). Quirks that clients rely on have numbers, too: Q-01 and so on, in e2e/api/quirks.

const text = readFileSync(join(root, 'docs', 'defects.md'), 'utf8')
const defects = [...text.matchAll(/^- (D-\d\d): \S/gm)].map(([, number = '']) => number)

/** Numbers at the beginning of test names. */
const tested = new Set(
  readSources(/\.(test|spec)\.tsx?$/).flatMap((source) =>
    [...source.text.matchAll(/\(\s*(['"`])((?:[DQ]-\d\d(?:, |: ))+)/g)].flatMap(
      ([, , numbers = '']) => numbers.match(/[DQ]-\d\d/g) ?? [],
    ),
  ),
)
const numbers = (letter: string, ...ranges: [number, number][]) =>
  ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, place) => `${letter}-${String(from + place).padStart(2, '0')}`),
  )

test('docs/defects.md has every defect once, in order', () => {
  expect(defects).toEqual(numbers('D', [1, 28], [30, 50], [60, 65], [70, 77], [80, 85]))
})

test('every defect and every quirk has a test', () => {
  expect([...defects, ...numbers('Q', [1, 36])].filter((number) => !tested.has(number))).toEqual([])
})
