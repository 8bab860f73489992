import { expect, test } from 'vitest'
import { mergeEdits } from './merge-edits.ts'

const base = { name: 'Orb', required_number: 1, conditions: [{ value: 'a' }] }

test('what only one side changed is kept, whichever side it was', () => {
  expect(mergeEdits(base, { ...base, name: 'Divine Orb' }, { ...base, required_number: 5 })).toEqual({
    merged: { name: 'Divine Orb', required_number: 5, conditions: [{ value: 'a' }] },
    conflicts: [],
    taken: ['name'],
  })
})

test('what both changed to different values has to be chosen', () => {
  const merge = mergeEdits(base, { ...base, conditions: [{ value: 'b' }] }, { ...base, conditions: [{ value: 'c' }] })
  expect(merge).toEqual({ merged: { ...base, conditions: [{ value: 'b' }] }, conflicts: ['conditions'], taken: [] })
})

test('what both changed to the same value is no conflict', () => {
  const both = { ...base, name: 'Divine Orb' }
  expect(mergeEdits(base, both, { ...both })).toEqual({ merged: both, conflicts: [], taken: [] })
})

test('the order of keys is no difference: the database has one of its own', () => {
  const base = { locks: [{ user_id: 1, team_id: 2 }], seed: 1 }
  const theirs = { locks: [{ team_id: 2, user_id: 1 }], seed: 1 }
  expect(mergeEdits(base, theirs, { ...base, seed: 2 })).toEqual({ merged: { ...theirs, seed: 2 }, conflicts: [], taken: [] })
})
