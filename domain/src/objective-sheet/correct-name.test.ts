import { expect, test } from 'vitest'
import { listEntryWarnings } from '../definition-file/name-warnings.ts'
import { createItemLibrary } from '../items/item-names.ts'
import { type Column, columns, emptyRow } from './columns.ts'
import { correctName } from './correct-name.ts'
import { mergeRows } from './merge-rows.ts'

const others = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word} ${at}`)
const library = createItemLibrary(['Chaos Orb', ...others(1_000, 'Base')], ['Tabula Rasa', ...others(300, 'Unique')])
const clock = { read: () => null, write: () => '' }
const rowOf = (cells: Partial<Record<Column, string>>) => columns.map((column) => cells[column] ?? '')

function warn(...rows: Partial<Record<Column, string>>[]) {
  const { document, lines } = mergeRows(
    { event: null, scoring_presets: null, objectives: [], rules: null },
    rows.map(rowOf),
    clock,
  )
  return listEntryWarnings(document, lines, library)
}

test('warnings name the row and the sentence; rows without names of items have none', () =>
  expect(
    warn(
      { name: 'Headless', kind: 'Unique' },
      { name: 'Tabula Rasa', kind: 'Unique' },
      { name: 'A race', kind: 'Level', required_number: '90' },
      { name: 'Orbs', conditions: 'Name is Chaos Orb; Quality is 20' },
    ).map(({ line, sentence }) => [line, sentence]),
  ).toEqual([
    [1, 'No known item has the name "Headless".'],
    [4, 'Chaos Orb is a base type; a condition on the name never matches.'],
  ]))

test.each([
  ['a name that is the item', { name: 'Tabula Raza', kind: 'Unique' }, { name: 'Tabula Rasa', kind: 'Unique' }],
  [
    'a name of its own',
    { name: 'My shirt', conditions: 'Name is Tabula Raza; Quality is 20' },
    { name: 'My shirt', conditions: 'Name is Tabula Rasa; Quality is 20' },
  ],
  [
    'an item of the other field',
    { name: 'Chaos Orb', kind: 'Unique' },
    { name: 'Chaos Orb', kind: 'Unique', conditions: 'Base type is Chaos Orb' },
  ],
])('%s is corrected in its cell, and has no warning then', (_, before, after) => {
  const [warning] = warn(before)
  const corrected = warning ? correctName(rowOf(before), warning) : emptyRow
  expect(corrected).toEqual(rowOf(after))
  expect(warn(after)).toEqual([])
})

test('a warning without a correction leaves the row as it is', () => {
  const row = { name: 'Headless', kind: 'Unique' }
  const [warning] = warn(row)
  expect(warning?.fix).toBeNull()
  expect(warning && correctName(rowOf(row), warning)).toEqual(rowOf(row))
})
