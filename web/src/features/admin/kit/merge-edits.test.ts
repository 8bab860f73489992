import { expect, test } from 'vitest'
import { mergeEdits } from './merge-edits.ts'

const base = { name: 'Orb', required_number: 1, conditions: [{ value: 'a' }] }

test('a change on only one side is kept', () => {
  expect(mergeEdits(base, { ...base, name: 'Divine Orb' }, { ...base, required_number: 5 })).toEqual({
    merged: { name: 'Divine Orb', required_number: 5, conditions: [{ value: 'a' }] },
    conflicts: [],
    taken: ['name'],
  })
})

test('different values from both sides have to be chosen', () => {
  const merge = mergeEdits(base, { ...base, conditions: [{ value: 'b' }] }, { ...base, conditions: [{ value: 'c' }] })
  expect(merge).toEqual({ merged: { ...base, conditions: [{ value: 'b' }] }, conflicts: ['conditions'], taken: [] })
})

test('the same value from both sides is not a conflict', () => {
  const both = { ...base, name: 'Divine Orb' }
  expect(mergeEdits(base, both, { ...both })).toEqual({ merged: both, conflicts: [], taken: [] })
})

test('the order of keys does not matter: the database has its own', () => {
  const base = { locks: [{ user_id: 1, team_id: 2 }], seed: 1 }
  const theirs = { locks: [{ team_id: 2, user_id: 1 }], seed: 1 }
  expect(mergeEdits(base, theirs, { ...base, seed: 2 })).toEqual({ merged: { ...theirs, seed: 2 }, conflicts: [], taken: [] })
})
