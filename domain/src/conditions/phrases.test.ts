import { itemFields, operators } from '@muster/contract/conditions'
import { describe, expect, test } from 'vitest'
import { validMappings } from './mappings.ts'
import { fieldLabels, labelOperator, readValueKind, type SaidCondition, sayConditions, sayPieces } from './phrases.ts'
import { splitValues } from './value-list.ts'

const typeOf = (field: (typeof itemFields)[number]) => validMappings.field_to_type[field]
const say = (...conditions: SaidCondition[]) => sayConditions(conditions, typeOf)
const condition = (
  field: SaidCondition['field'],
  operator: SaidCondition['operator'],
  value: string,
  any_of: number | null = null,
) => ({ field, operator, value, any_of })

test('an objective is described in one sentence', () => {
  expect(say(condition('AREA', 'IN', 'MavenBoss, AtlasExilesBoss5'))).toBe(
    'A line of the log counts if its area is one of MavenBoss, AtlasExilesBoss5.',
  )
  expect(say(condition('NAME', 'EQ', 'Tulfall'))).toBe('An item counts if its name is Tulfall.')
  expect(say(condition('NAME', 'EQ', 'Tulfall'), condition('ILVL', 'GT', '83'), condition('IS_CORRUPTED', 'NEQ', 'true'))).toBe(
    'An item counts if its name is Tulfall, its item level is more than 83, and it is not corrupted.',
  )
  expect(say(condition('IS_VAAL', 'EQ', 'false'))).toBe('An item counts if it is not a vaal gem.')
  expect(say(condition('BASE_TYPE', 'IN', 'a, b,c ,d,e,f,g,h'))).toBe(
    'An item counts if its base type is one of a, b, c, d, e, f and 2 more.',
  )
  expect(say(condition('FRAME_TYPE', 'EQ', '3'), condition('FRAME_TYPE', 'IN', '6, 99'))).toBe(
    'An item counts if its frame type is Unique (3), and its frame type is one of Divination card (6), 99.',
  )
  expect(say(condition('EXPLICIT_MODS', 'LENGTH_GT', '3'))).toBe('An item counts if its explicit modifiers are more than 3.')
})

test('the wearer of an item is described as a property of characters', () => {
  expect(say(condition('NAME', 'EQ', 'Tulfall'), condition('WORN_BY', 'IN', 'Slayer, Duelist'))).toBe(
    'An item of a character counts if its name is Tulfall, and the class of its wearer is one of Slayer, Duelist.',
  )
  expect(say(condition('WORN_BY', 'LENGTH_GT', '0'))).toBe('An item of a character counts if a character wears it.')
  expect(say(condition('WORN_BY', 'LENGTH_EQ', '0'))).toBe('An item of a character counts if nobody wears it.')
})

test('alternatives are joined, and a single alternative reads like any other condition', () => {
  expect(say(condition('NAME', 'EQ', 'A', 1), condition('ILVL', 'GT', '83'), condition('NAME', 'EQ', 'B', 1))).toBe(
    'An item counts if its item level is more than 83, and any of these holds: its name is A; its name is B.',
  )
  expect(say(condition('NAME', 'EQ', 'A', 1))).toBe('An item counts if its name is A.')
})

test('a group says how many of its conditions must hold, and a condition how much a piece counts', () => {
  const group = ['A', 'B', 'C'].map((value) => ({ ...condition('NAME', 'EQ', value, 1), at_least: 2 }))
  expect(say(...group)).toBe('An item counts if at least 2 of these hold: its name is A; its name is B; its name is C.')
  expect(say(...group.slice(1))).toBe('An item counts if all of these hold: its name is B; its name is C.')
  expect(say({ ...condition('NAME', 'EQ', 'A'), counts_as: 40 })).toBe('An item counts if its name is A (each counts 40).')
})

describe('the pieces that are enough', () => {
  const wish = { ...condition('NAME', 'EQ', 'Tulfall', 1), counts_as: 40 }
  const fragment = condition('BASE_TYPE', 'EQ', 'Fragment', 1)
  const fuel = (value: string, counts_as: number, any_of: number | null = 1) => ({
    ...condition('BASE_TYPE', 'EQ', value, any_of),
    counts_as,
  })
  test.each([
    ['every piece counts 1', [fragment], 40, null],
    ['a single piece is enough', [wish, fragment], 1, null],
    ['pity', [wish, fragment], 40, '40 are needed: 1 piece is enough if its name is Tulfall, 40 otherwise.'],
    [
      'not a whole number of pieces',
      [fuel('A', 10), fuel('B', 2)],
      95,
      '95 are needed: 10 pieces are enough if its base type is A, 48 otherwise.',
    ],
    [
      'three amounts',
      [fuel('A', 2), fuel('B', 10), fragment],
      100,
      '100 are needed: 10 pieces are enough if its base type is B, 50 if its base type is A, 100 otherwise.',
    ],
    ['the same for every piece', [fuel('A', 10, null)], 100, '100 are needed: each piece counts 10, so 10 are enough.'],
    [
      'an amount that is always exceeded',
      [fuel('A', 2, null), { ...condition('IS_CORRUPTED', 'EQ', 'true'), counts_as: 5 }],
      10,
      '10 are needed: each piece counts 5, so 2 are enough.',
    ],
    [
      'two of three must hold',
      [fuel('A', 3), { ...fuel('B', 5), at_least: 2 }, fragment],
      15,
      '15 are needed: 3 pieces are enough if its base type is B, 5 otherwise.',
    ],
  ])('%s', (_, conditions, required, said) => {
    expect(sayPieces(conditions, required, typeOf)).toBe(said)
  })
})

test('unfinished input reads as unfinished', () => {
  expect(say()).toBe('Nothing counts, because there are no conditions.')
  expect(say(condition('NAME', 'EQ', ''))).toBe('An item counts if its name is ….')
})

test('every field has a label of its own, and every operator fits some kind of value', () => {
  expect(new Set(itemFields.map((field) => fieldLabels[field])).size).toBe(itemFields.length)
  const kinds = itemFields.flatMap((field) =>
    validMappings.valid_operators[typeOf(field)].map((operator) => [
      labelOperator(operator, typeOf(field)),
      readValueKind(typeOf(field), operator),
    ]),
  )
  expect(kinds.every(([label, kind]) => label !== '' && kind !== undefined)).toBe(true)
  expect(operators.map((operator) => readValueKind('int', operator)).includes('numbers')).toBe(true)
})

test('lists are read in the same way as by the rules', () => {
  expect(splitValues(' A, B,, C ')).toEqual(['A', 'B', 'C'])
})
