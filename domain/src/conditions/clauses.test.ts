import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ConditionDefinition } from '../objectives/definition.ts'
import { nameIs } from '../scoring/testing/builders.ts'
import { fileObjectives } from './filing.ts'
import { listChoices, readClauses } from './clauses.ts'

const group = (at_least: number, ...members: ConditionDefinition[]) =>
  members.map((member) => ({ ...member, any_of: 1, at_least }))
const read = (conditions: readonly ConditionDefinition[]) => readClauses(conditions) ?? []
const [a, b, c, d] = [nameIs('A'), nameIs('B'), nameIs('C'), nameIs('D')]

test('a group that demands all of its conditions is one clause for each', () => {
  expect(read(group(3, a, b, c)).map(({ members, at_least }) => [members.length, at_least])).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
  ])
})

describe('the ways to choose enough conditions of each clause', () => {
  const listed = (...conditions: ConditionDefinition[]) =>
    listChoices(read(conditions))?.map((choice) => choice.map(({ value }) => value).join(''))

  test('are all pairs of a group that demands two', () => {
    expect(listed(...group(2, a, b, c))?.toSorted()).toEqual(['AB', 'AC', 'BC'])
    expect(listed(...group(1, a, b), c)?.toSorted()).toEqual(['AC', 'BC'])
    expect(listed(...group(3, a, b))).toEqual([])
  })

  test('are not listed if there are too many', () => {
    const many = Array.from({ length: 30 }, (_, at) => nameIs(`N${at}`))
    expect(listed(...group(15, ...many))).toBeUndefined()
  })
})

test('an objective is indexed under so few conditions of a group that one of them must hold', () => {
  const ilvl = { field: 'ILVL', operator: 'GT', value: '83' } as const
  const { textFields, filedUnder } = fileObjectives([read(group(2, a, b, c, d)), read(group(3, a, b, ilvl, c))])
  const filed = textFields.get('NAME')?.filed
  expect([...(filed ?? [])]).toEqual([
    ['A', [0, 1]],
    ['B', [0, 1]],
    ['C', [0]],
  ])
  expect(filedUnder.every((clause) => clause !== null)).toBe(true)
})

test('every item that satisfies a group satisfies one of the conditions under which it is indexed', () => {
  const names = fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F'), { minLength: 2 })
  fc.assert(
    fc.property(
      names,
      fc.integer({ min: 1, max: 6 }),
      fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
      (given, demanded, holds) => {
        const at_least = Math.min(demanded, given.length - 1)
        const { textFields } = fileObjectives([read(group(at_least, ...given.map(nameIs)))])
        const filed = new Set(textFields.get('NAME')?.filed.keys())
        const held = given.filter((_, at) => holds[at])
        if (held.length >= at_least) expect(held.some((name) => filed.has(name))).toBe(true)
        expect(filed.size).toBe(given.length - at_least + 1)
      },
    ),
  )
})
