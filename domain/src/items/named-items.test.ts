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
  test('a unique comes before its type, in whichever order they are written', () => {
    expect(listNamedItems([condition('BASE_TYPE', 'EQ', 'Rustic Sash'), condition('NAME', 'EQ', ' Perandus Blazon ')])).toEqual([
      { name: 'Perandus Blazon', is_unique: true },
      { name: 'Rustic Sash', is_unique: false },
    ])
  })

  test('every entry of a list is named, in its order', () => {
    expect(listNamedItems([condition('TYPE_LINE', 'IN', 'Chaos Orb, Exalted Orb,')]).map(({ name }) => name)).toEqual([
      'Chaos Orb',
      'Exalted Orb',
    ])
  })

  test.each([condition('NAME', 'NEQ', 'Goldrim'), condition('BASE_TYPE', 'NOT_IN', 'Ruby Ring'), condition('ILVL', 'EQ', '84')])(
    'no item is named by $field $operator',
    (one) => expect(listNamedItems([one])).toEqual([]),
  )
})

describe('the item type in the line of a magic item', () => {
  test('starts with the whole line, then shorter parts', () => {
    expect(listTypesInLine('Chilled Ruby Ring')).toEqual([
      'Chilled Ruby Ring',
      'Chilled Ruby',
      'Ruby Ring',
      'Chilled',
      'Ruby',
      'Ring',
    ])
  })

  test('is not searched in a line with more words than items have', () => {
    expect(listTypesInLine('a '.repeat(11))).toEqual([])
  })
})
