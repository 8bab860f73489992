import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeClassTable } from '@muster/domain/items/class-table'
import { writeNameList } from '@muster/domain/items/name-list'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadClassTable, loadImportedNames } from './class-table.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-classes-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('an imported table is used for its own game only', async () => {
  const table = writeClassTable('poe1', new Map([['Odd Thing', 'Trinket']]))
  writeFileSync(join(folder, 'item-classes.poe1.json'), JSON.stringify(table))
  expect((await loadClassTable(folder, 'poe1'))?.get('Odd Thing')).toBe('Trinket')
  expect(await loadClassTable(folder, 'poe2')).toBeUndefined()
})

test.each(['', '{}', '[1,2]', 'not json'])('an invalid file (%j) is rejected by name', async (text) => {
  writeFileSync(join(folder, 'item-classes.poe1.json'), text)
  await expect(loadClassTable(folder, 'poe1')).rejects.toThrow(/item-classes\.poe1\.json is not a table/)
})

test('an imported list of names is used for its own game only, and rejected by name when damaged', async () => {
  const names = { uniques: new Set(['Mageblood']), bases: new Set(['Heavy Belt']) }
  const path = join(folder, 'item-names.poe1.json')
  writeFileSync(path, JSON.stringify(writeNameList('poe1', names)))
  expect(await loadImportedNames(folder, 'poe1')).toEqual(names)
  expect(await loadImportedNames(folder, 'poe2')).toBeUndefined()
  writeFileSync(path, '{}')
  await expect(loadImportedNames(folder, 'poe1')).rejects.toThrow(/item-names\.poe1\.json is not a list of item names/)
})
