import { type FieldType, type ItemField, itemFields, type Operator, operators } from '@muster/contract/conditions'
import { numberFields } from '@muster/contract/objectives'
import { isOfCharacters } from '../characters/numbers.ts'
import type { GameItem } from '@muster/contract/game-api'
import { describe, expect, test } from 'vitest'
import { createClassifier } from '../items/classes.ts'
import { type CompiledCondition, type ConditionText, compileCondition } from './compile.ts'
import { validMappings } from './mappings.ts'

const context = createClassifier({ game_version: 'poe1' })

function compile(field: string, operator: string, value: string): CompiledCondition {
  const compiled = compileCondition({ field, operator, value })
  expect(compiled).toMatchObject({ ok: true })
  return compiled as CompiledCondition
}

/** Whether the condition holds for an item with this value in a field of the type. */
function holds(type: FieldType, operator: Operator, value: string, item: GameItem): boolean {
  const compiled = compile(fieldOf[type], operator, value)
  return compiled.holds(compiled.read(item, context))
}

const fieldOf: Readonly<Record<FieldType, ItemField>> = {
  string: 'NAME',
  int: 'ILVL',
  bool: 'IS_CORRUPTED',
  'string[]': 'EXPLICIT_MODS',
}
const called = (name: string): GameItem => ({ name })
const level = (ilvl: unknown): GameItem => ({ ilvl })
const with_ = (...explicitMods: readonly string[]): GameItem => ({ explicitMods })
const corrupted: GameItem = { corrupted: true }

type Row = readonly [
  rule: string,
  type: FieldType,
  operator: Operator,
  value: string,
  holding: readonly GameItem[],
  failing: readonly GameItem[],
]

const rules: readonly Row[] = [
  [
    'the whole text, character by character',
    'string',
    'EQ',
    'Dusk Shroud',
    [called('Dusk Shroud')],
    [called('dusk shroud'), called('Dusk Shroud II'), {}],
  ],
  ['a text that contains commas', 'string', 'EQ', 'Dusk, Shroud', [called('Dusk, Shroud')], [called('Dusk')]],
  ['F10: a value copied with its mark-up', 'string', 'EQ', '[Cold|Chill]', [called('Chill')], [called('Cold')]],
  ['any other text, or none', 'string', 'NEQ', 'Dusk', [called('Dawn'), {}], [called('Dusk')]],
  [
    'O1: one of a list, entries trimmed',
    'string',
    'IN',
    'Dusk,  Dawn ,Noon',
    [called('Dusk'), called('Dawn'), called('Noon')],
    [called(' Dawn'), {}],
  ],
  ['O1: empty entries are ignored', 'string', 'IN', 'Dusk,,', [called('Dusk')], [{}]],
  ['O1: none of a list', 'string', 'NOT_IN', 'Dusk, Dawn', [called('Noon'), {}], [called('Dawn')]],
  ['a literal part of the text', 'string', 'CONTAINS', 'k.S', [called('Dusk.Shroud')], [called('Dusk Shroud'), {}]],
  ['O5: a pattern found anywhere', 'string', 'MATCHES', 'k S', [called('Dusk Shroud')], [called('Dusk')]],
  ['O5: a pattern with a leading flag', 'string', 'MATCHES', '(?i)^DUSK', [called('dusk shroud')], [called('a dusk')]],
  ['O5: a pattern found nowhere', 'string', 'DOES_NOT_MATCH', '^Du', [called('Dawn'), {}], [called('Dusk')]],
  ['O2: the length in characters', 'string', 'LENGTH_EQ', '8', [called('Mjölner😀')], [called('Mjölner'), {}]],
  ['O2: a strictly greater length', 'string', 'LENGTH_GT', '4', [called('Dusks')], [called('Dusk')]],
  ['O2: a strictly shorter length', 'string', 'LENGTH_LT', '4', [called('Dus'), {}], [called('Dusk')]],
  ['an equal number', 'int', 'EQ', '84', [level(84), level('84')], [level(83), {}]],
  ['an absent number, which counts as 0', 'int', 'EQ', '0', [{}, level(0), level(null)], [level(1)]],
  ['a different number', 'int', 'NEQ', ' 84 ', [level(83), {}], [level(84)]],
  ['a strictly greater number', 'int', 'GT', '-1', [level(0), {}], [level(-1)]],
  ['a strictly smaller number', 'int', 'LT', '84', [level(83), {}], [level(84)]],
  ['O1: one of the numbers', 'int', 'IN', '1, 2 ,3', [level(2), level(3)], [level(4), {}]],
  ['O1: none of the numbers', 'int', 'NOT_IN', '1, 2', [level(3), {}], [level(2)]],
  ['true for "true"', 'bool', 'EQ', 'true', [corrupted], [{}, { corrupted: false }]],
  ['true for "True"', 'bool', 'EQ', 'True', [corrupted], [{}]],
  ['true for "1"', 'bool', 'EQ', '1', [corrupted], [{}]],
  ['false for anything else', 'bool', 'EQ', 'yes', [{}], [corrupted]],
  ['the opposite', 'bool', 'NEQ', 'true', [{}], [corrupted]],
  [
    'a part of any entry',
    'string[]',
    'CONTAINS',
    'to maximum Life',
    [with_('+5 to Mana', '+9 to maximum Life')],
    [with_('+5 to Mana'), {}],
  ],
  [
    'O1: every part in some entry, the same or another',
    'string[]',
    'CONTAINS_ALL',
    'Life,  Mana',
    [with_('Life and Mana'), with_('Mana', 'Life')],
    [with_('Life'), {}],
  ],
  [
    'a pattern that matches a single entry',
    'string[]',
    'CONTAINS_MATCH',
    '^\\+\\d\\d to Life$',
    [with_('x', '+92 to Life')],
    [with_('+92 to', 'Life'), {}],
  ],
  ['a pattern that no entry matches', 'string[]', 'DOES_NOT_MATCH', 'Life', [{}, with_('Mana')], [with_('Mana', 'Life')]],
  ['the number of entries', 'string[]', 'LENGTH_EQ', '2', [with_('a', 'b')], [with_('a'), {}]],
  ['more entries', 'string[]', 'LENGTH_GT', '1', [with_('a', 'b')], [with_('a')]],
  ['fewer entries', 'string[]', 'LENGTH_LT', '1', [{}, with_()], [with_('a')]],
]

describe('an operator matches', () => {
  test.each(rules)('%s (%s %s %j)', (_rule, type, operator, value, holding, failing) => {
    expect(holding.map((item) => holds(type, operator, value, item))).toEqual(holding.map(() => true))
    expect(failing.map((item) => holds(type, operator, value, item))).toEqual(failing.map(() => false))
  })

  test('at least one item in every type that offers it', () => {
    const offered = Object.entries(validMappings.valid_operators).flatMap(([type, names]) =>
      names.map((name) => `${type} ${name}`),
    )
    expect(new Set(rules.map(([, type, operator]) => `${type} ${operator}`))).toEqual(new Set(offered))
  })
})

const refusals: readonly (readonly [rule: string, condition: ConditionText, reason: RegExp])[] = [
  ['O6: an unknown field', { field: 'SIX_LINK', operator: 'EQ', value: '1' }, /no item field "SIX_LINK"/],
  ["O6: a field name from the language's own objects", { field: 'constructor', operator: 'EQ', value: '1' }, /no item field/],
  ['O6: an unknown operator', { field: 'ILVL', operator: 'GTE', value: '1' }, /ILVL is of type int.*no operator "GTE"/],
  ['O6: an operator of another type', { field: 'NAME', operator: 'GT', value: '1' }, /type string.*no operator "GT"/],
  ["O6: an operator name from the language's own objects", { field: 'NAME', operator: 'toString', value: '1' }, /no operator/],
  ['O3: several numbers for an operator that takes one', { field: 'ILVL', operator: 'GT', value: '1,2' }, /not a list/],
  ['O3: several lengths', { field: 'NAME', operator: 'LENGTH_EQ', value: '1,2' }, /not a list/],
  ['a text that is not a number', { field: 'ILVL', operator: 'EQ', value: '84.5' }, /"84.5" is not a whole number/],
  [
    'a number beyond the range of exact comparison',
    { field: 'ILVL', operator: 'EQ', value: '9007199254740993' },
    /not a whole number/,
  ],
  ['one bad number in a list', { field: 'ILVL', operator: 'IN', value: '1, x' }, /"x" is not a whole number/],
  ['an empty list', { field: 'NAME', operator: 'IN', value: ' , ,' }, /list is empty/],
  ['an empty list of numbers', { field: 'ILVL', operator: 'NOT_IN', value: '' }, /list is empty/],
  ['an empty list of parts', { field: 'EXPLICIT_MODS', operator: 'CONTAINS_ALL', value: ',' }, /list is empty/],
  ['an empty part', { field: 'EXPLICIT_MODS', operator: 'CONTAINS', value: '' }, /text is empty/],
  ['an empty class', { field: 'ITEM_CLASS', operator: 'EQ', value: '' }, /class is never empty/],
  ['a name that no item has', { field: 'NAME', operator: 'EQ', value: 'Foulborn Dusk' }, /without "Foulborn "/],
  ['an empty pattern', { field: 'NAME', operator: 'MATCHES', value: '' }, /pattern is empty/],
  ['O4: a broken pattern', { field: 'NAME', operator: 'MATCHES', value: '(a' }, /not accepted: .*missing closing/],
  ['O5: a look-ahead', { field: 'NAME', operator: 'MATCHES', value: '(?=a)' }, /not accepted/],
  ['O5: a look-behind', { field: 'EXPLICIT_MODS', operator: 'CONTAINS_MATCH', value: '(?<!a)b' }, /not accepted/],
  ['O5: a back-reference', { field: 'EXPLICIT_MODS', operator: 'DOES_NOT_MATCH', value: '(a)\\1' }, /not accepted/],
  ['O5: too many repetitions', { field: 'NAME', operator: 'MATCHES', value: '(a{1000}){1000}' }, /too large/],
  ['O5: a pattern of 501 characters', { field: 'NAME', operator: 'MATCHES', value: '😀'.repeat(501) }, /longer than 500/],
]

describe('a condition is rejected for', () => {
  test.each(refusals)('%s', (_rule, condition, reason) => {
    const { field, operator } = condition
    expect(compileCondition(condition)).toEqual({ ok: false, field, operator, reason: expect.stringMatching(reason) })
  })

  test('a value that is not text', () => {
    const broken = JSON.parse('{"field":"NAME","operator":"EQ","value":7}') as ConditionText
    expect(compileCondition(broken)).toMatchObject({ ok: false, reason: 'the value must be text' })
  })
})

test('O5: a pattern of 500 characters is accepted, and no pattern is slow', () => {
  expect(compile('NAME', 'MATCHES', '😀'.repeat(500)).ok).toBe(true)
  const { holds: matches } = compile('NAME', 'MATCHES', '^(a+)+$')
  expect(matches(`${'a'.repeat(990)}b`)).toBe(false)
})

describe('the valid mappings', () => {
  test('name a type for every field, corrected fields included', () => {
    expect(Object.keys(validMappings.field_to_type)).toEqual([...itemFields])
    expect(validMappings.field_to_type).toMatchObject({
      FRAME_TYPE: 'int',
      RITUAL_VESSEL_MAP: 'string',
      MAX_LINKS: 'int',
      RARITY: 'string',
    })
  })

  test('list the operators of each type', () => {
    expect(validMappings.valid_operators).toEqual({
      string: ['EQ', 'NEQ', 'IN', 'NOT_IN', 'MATCHES', 'CONTAINS', 'LENGTH_EQ', 'LENGTH_GT', 'LENGTH_LT', 'DOES_NOT_MATCH'],
      int: ['EQ', 'NEQ', 'GT', 'LT', 'IN', 'NOT_IN'],
      bool: ['EQ', 'NEQ'],
      'string[]': ['CONTAINS', 'CONTAINS_ALL', 'CONTAINS_MATCH', 'LENGTH_EQ', 'LENGTH_GT', 'LENGTH_LT', 'DOES_NOT_MATCH'],
    })
  })

  test('list the numbers of each kind of objective', () => {
    const { ITEM, PLAYER, TEAM, SUBMISSION, CATEGORY } = validMappings.objective_type_to_number_fields
    expect([ITEM, SUBMISSION, CATEGORY]).toEqual([['STACK_SIZE'], ['SUBMISSION_VALUE'], ['FINISHED_OBJECTIVES']])
    expect(TEAM).toEqual(numberFields.filter((field) => isOfCharacters(field)))
    const ofLog = ['DEATHS', 'AREA_LEVEL', 'AREAS_ENTERED', 'ACTS_FINISHED', 'PASSIVES_ALLOCATED', 'BOSS_LINES']
    expect(PLAYER).toEqual([...TEAM, ...ofLog])
  })

  test('agree with the compiler for every field and operator', () => {
    const pairs = itemFields.flatMap((field) => operators.map((operator) => ({ field, operator, value: '1' })))
    const offered = pairs.filter(({ field, operator }) =>
      validMappings.valid_operators[validMappings.field_to_type[field]].includes(operator),
    )
    expect(pairs.filter((pair) => compileCondition(pair).ok)).toEqual(offered)
  })
})
