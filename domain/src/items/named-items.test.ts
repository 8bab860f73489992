import { describe, expect, test } from 'vitest'
import { listNamedItems, listTypesInLine } from './named-items.ts'

const condition = (
  field: 'NAME' | 'BASE_TYPE' | 'TYPE_LINE' | 'ILVL',
  operator: 'EQ' | 'NEQ' | 'IN' | 'NOT_IN',
  value: string,
) => ({
  field,
  operator,
  value,
})

describe('the items that conditions name', () => {
  test('a unique comes before its type, in whatever order they are written', () => {
    expect(listNamedItems([condition('BASE_TYPE', 'EQ', 'Rustic Sash'), condition('NAME', 'EQ', ' Perandus Blazon ')])).toEqual([
      { name: 'Perandus Blazon', is_unique: true },
      { name: 'Rustic Sash', is_unique: false },
    ])
  })

  test('of a list each entry is named, in its order', () => {
    expect(listNamedItems([condition('TYPE_LINE', 'IN', 'Chaos Orb, Exalted Orb,')]).map(({ name }) => name)).toEqual([
      'Chaos Orb',
      'Exalted Orb',
    ])
  })

  test.each([condition('NAME', 'NEQ', 'Goldrim'), condition('BASE_TYPE', 'NOT_IN', 'Ruby Ring'), condition('ILVL', 'EQ', '84')])(
    'nothing is named by $field $operator',
    (one) => expect(listNamedItems([one])).toEqual([]),
  )
})

describe('the item type in the line of a magic item', () => {
  test('the whole line first, then shorter parts', () => {
    expect(listTypesInLine('Chilled Ruby Ring')).toEqual([
      'Chilled Ruby Ring',
      'Chilled Ruby',
      'Ruby Ring',
      'Chilled',
      'Ruby',
      'Ring',
    ])
  })

  test('a line with more words than items have is not looked at', () => {
    expect(listTypesInLine('a '.repeat(11))).toEqual([])
  })
})
