import { expect, test } from 'vitest'
import { createItemLibrary } from '../items/item-names.ts'
import { warnOfCondition } from './name-warnings.ts'

const others = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word} ${at}`)
const library = createItemLibrary(
  ['Chaos Orb', 'Divine Orb', ...others(1_000, 'Base')],
  ['Tabula Rasa', 'Headhunter', ...others(300, 'Unique')],
)
const warn = (field: 'NAME' | 'BASE_TYPE' | 'TYPE_LINE', operator: 'EQ' | 'IN' | 'NEQ' | 'MATCHES', value: string) =>
  warnOfCondition({ field, operator, value }, library)

test.each([
  ['NAME', 'EQ', 'Tabula Rasa'],
  ['NAME', 'IN', 'Tabula Rasa, Headhunter'],
  ['NAME', 'EQ', ' '],
  ['NAME', 'NEQ', 'Tabula Raza'],
  ['NAME', 'MATCHES', 'Tabula Raza'],
  ['TYPE_LINE', 'EQ', 'Tabula Raza'],
] as const)('%s %s %j has no warning', (field, operator, value) => expect(warn(field, operator, value)).toEqual([]))

test('a misspelled name has the known name as its correction', () =>
  expect(warn('NAME', 'EQ', 'Tabula Raza')).toEqual([
    {
      sentence: 'No known item has the name "Tabula Raza".',
      isOtherField: false,
      fix: { label: 'Did you mean Tabula Rasa?', change: { field: 'NAME', value: 'Tabula Rasa' } },
    },
  ]))

test('a base type as a name is corrected by the field', () =>
  expect(warn('NAME', 'EQ', 'Chaos Orb')).toEqual([
    {
      sentence: 'Chaos Orb is a base type; a condition on the name never matches.',
      isOtherField: true,
      fix: { label: 'Use base type', change: { field: 'BASE_TYPE', value: 'Chaos Orb' } },
    },
  ]))

test('an entry of a list is corrected in the list, and not if it belongs to another field than the others', () => {
  expect(warn('NAME', 'IN', 'Headhunter, Tabula Raza').map(({ fix }) => fix?.change)).toEqual([
    { field: 'NAME', value: 'Headhunter, Tabula Rasa' },
  ])
  expect(warn('NAME', 'IN', 'Headhunter, Chaos Orb').map(({ fix }) => fix)).toEqual([null])
})

test('a name without a similar one has a warning without a correction', () =>
  expect(warn('BASE_TYPE', 'EQ', 'Sword of Nobody')).toEqual([
    { sentence: 'No known item has the base type "Sword of Nobody".', isOtherField: false, fix: null },
  ]))
