import { expect, test } from 'vitest'
import { isNameExport, parseNameExport, readNameList, writeNameList } from './name-list.ts'

const unique = { name: 'Mageblood', type: 'Heavy Belt', text: 'Mageblood Heavy Belt', flags: { unique: true } }
const exported = (...entries: unknown[]) => ({ result: [{ id: 'accessory', label: 'Accessories', entries }] })

test('names of uniques, base types and gems with a name of their own are read; other entries are counted', () => {
  const gem = { type: 'Arc', text: 'Arc of Surging', disc: 'alt_x' }
  const result = parseNameExport(exported(unique, gem, { type: 'Amber Amulet' }, {}, null))
  expect(result).toEqual({
    ok: true,
    names: {
      uniques: new Set(['Mageblood']),
      bases: new Set(['Heavy Belt', 'Arc', 'Arc of Surging', 'Amber Amulet']),
    },
    ignored: 2,
  })
})

test.each([null, [], {}, { result: 1 }, exported({ type: 'Amber Amulet' })])('%j has no names of uniques', (document) =>
  expect(parseNameExport(document)).toEqual({ ok: false, reason: 'no entry has the name of a unique' }),
)

test('only a document with a result is an export of names', () => {
  expect(isNameExport(exported())).toBe(true)
  expect(isNameExport({ 'Metadata/X': { name: 'Odd Thing' } })).toBe(false)
})

test('a stored list is read for its own game, and refused when damaged', () => {
  const names = { uniques: new Set(['Mageblood']), bases: new Set(['Heavy Belt']) }
  const file = writeNameList('poe1', names)
  expect(readNameList(file, 'poe1')).toEqual(names)
  expect(readNameList(file, 'poe2')).toBeNull()
  for (const damaged of [{ ...file, uniques: [] }, { ...file, uniques: [1] }, { ...file, bases: [''] }, null])
    expect(readNameList(damaged, 'poe1')).toBeNull()
})
