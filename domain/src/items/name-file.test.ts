import type { NameSection } from '@muster/contract/item-names'
import { expect, test } from 'vitest'
import { readNameFile, writeNameFile } from './name-file.ts'

const sections: NameSection[] = [
  { kind: 'gem', group: '', names: [{ name: 'Portal' }] },
  {
    kind: 'unique',
    group: 'Belt',
    names: [
      { name: 'Mageblood', base: 'Heavy Belt' },
      { name: 'Headhunter', base: 'Leather Belt' },
    ],
  },
]
const text = `# Names of items

[unique: Belt]
Headhunter = Leather Belt
Mageblood = Heavy Belt

[gem]
Portal
`

test('a file has a head, and sections and names in a fixed order', () => {
  expect(writeNameFile(['Names of items'], sections)).toBe(text)
  expect(writeNameFile(['Names of items'], readNameFile(text).toReversed())).toBe(text)
})

test('a file is read as it was written', () => {
  expect(readNameFile(text)).toEqual([
    {
      kind: 'unique',
      group: 'Belt',
      names: [
        { name: 'Headhunter', base: 'Leather Belt' },
        { name: 'Mageblood', base: 'Heavy Belt' },
      ],
    },
    { kind: 'gem', group: '', names: [{ name: 'Portal' }] },
  ])
})

test.each([
  ['Portal\n', 'line 1 of the item names is not in a section: Portal'],
  ['# x\n[sword: Big]\n', 'line 2 of the names of items has an unknown kind: [sword: Big]'],
])('%j is refused with its line', (damaged, reason) => expect(() => readNameFile(damaged)).toThrow(reason))
