import { expect, test } from 'vitest'
import { readBulk, writeBulk } from './bulk.ts'

const names = (text: string, existing: string[] = []) => readBulk(text, existing).rows.map(({ name }) => name)

test('a list is split by commas or lines and trimmed; empty and repeated names are dropped', () => {
  expect(names('A, B,, C ,a')).toEqual(['A', 'B', 'C'])
  expect(names('A\n B, with a comma \n\nC')).toEqual(['A', 'B, with a comma', 'C'])
  expect(names('')).toEqual([])
  expect(readBulk('A, a, B', ['b']).dropped).toEqual([
    { text: 'a', why: 'repeated' },
    { text: 'B', why: 'exists' },
  ])
})

test('W-10: the condition uses the name without surrounding blanks', () => {
  const { rows } = readBulk('A, B', [])
  const terms = { parent_id: 3, field: 'NAME', aggregation: 'EARLIEST', scoring_preset_id: '' } as const
  expect(writeBulk(rows, terms).map((edit) => edit.kind === 'save_objective' && edit.objective.conditions)).toEqual([
    [{ field: 'NAME', operator: 'EQ', value: 'A' }],
    [{ field: 'NAME', operator: 'EQ', value: 'B' }],
  ])
})

test('a pasted table has its columns in order, or named by its first line', () => {
  expect(readBulk('Ten orbs\tDivine Orb\t10\tin any tab\nBelt', []).rows).toEqual([
    { name: 'Ten orbs', value: 'Divine Orb', required: 10, extra: 'in any tab' },
    { name: 'Belt', value: 'Belt', required: 1, extra: '' },
  ])
  expect(readBulk('Count\tName\n5\tScarab', []).rows).toEqual([{ name: 'Scarab', value: 'Scarab', required: 5, extra: '' }])
})

test('lines that cannot become objectives are named', () => {
  expect(readBulk(`x\ty\tmany\n${'n'.repeat(201)}\n`, []).dropped.map(({ why }) => why)).toEqual(['no_number', 'too_long'])
})
