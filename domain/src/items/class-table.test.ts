import { describe, expect, test } from 'vitest'
import { parseClassExport, readClassTable, writeClassTable } from './class-table.ts'

describe('the export of base items', () => {
  test('is an object keyed by metadata path', () => {
    const result = parseClassExport({
      'Metadata/Items/Rings/Ring1': { name: 'Iron Ring', item_class: 'Ring', release_state: 'released', drop_level: 1 },
    })
    expect(result).toEqual({ ok: true, table: new Map([['Iron Ring', 'Ring']]), ignored: 0 })
  })

  test('may be a list', () => {
    expect(parseClassExport([{ name: 'Iron Ring', item_class: 'Ring' }])).toMatchObject({
      ok: true,
      table: new Map([['Iron Ring', 'Ring']]),
    })
  })

  test('may name the class of an entry as the game does', () => {
    expect(parseClassExport([{ name: 'Iron Ring', itemClassId: 'Ring' }])).toMatchObject({
      ok: true,
      table: new Map([['Iron Ring', 'Ring']]),
    })
  })

  test('ignores the empty name, and counts entries without a name or class', () => {
    const result = parseClassExport([
      { name: '', item_class: 'StackableCurrency' },
      { name: 'X' },
      null,
      7,
      { name: 'Iron Ring', item_class: 'Ring' },
    ])
    expect(result).toEqual({ ok: true, table: new Map([['Iron Ring', 'Ring']]), ignored: 4 })
  })

  test('prefers a released base to an unreleased one of the same name, then the first entry', () => {
    const result = parseClassExport([
      { name: 'Energy Blade', item_class: 'One Hand Sword', release_state: 'unreleased' },
      { name: 'Energy Blade', item_class: 'Two Hand Sword', release_state: 'released' },
      { name: 'Energy Blade', item_class: 'Dagger', release_state: 'released' },
    ])
    expect(result).toMatchObject({ ok: true, table: new Map([['Energy Blade', 'Two Hand Sword']]) })
  })

  test.each([[null], ['text'], [7], [{}], [[{ name: 'X' }]]])('%j is rejected with a reason', (document) => {
    expect(parseClassExport(document)).toMatchObject({ ok: false, reason: expect.stringMatching(/\w/) })
  })
})

describe('a stored table', () => {
  const table = new Map([
    ['Iron Ring', 'Ring'],
    ['Astral Plate', 'Body Armour'],
  ])

  test('is the same after writing and reading, and lists bases in order', () => {
    const file = writeClassTable('poe1', table)
    expect(Object.keys(file.classes)).toEqual(['Astral Plate', 'Iron Ring'])
    expect(readClassTable(JSON.parse(JSON.stringify(file)), 'poe1')).toEqual(table)
  })

  test.each([
    [writeClassTable('poe2', table)],
    [null],
    [[]],
    [{ game_version: 'poe1' }],
    [{ game_version: 'poe1', classes: { 'Iron Ring': 7 } }],
  ])('%j is not a table of the first game', (document) => {
    expect(readClassTable(document, 'poe1')).toBeNull()
  })
})
