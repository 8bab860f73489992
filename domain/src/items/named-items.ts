import type { Condition } from '@muster/contract/conditions'
import { splitValues } from '../conditions/value-list.ts'

/** An item by its name in the game: a unique's own name, or an item type. */
export interface NamedItem {
  readonly name: string
  readonly is_unique: boolean
}

/** The fields that name items. The name of a unique says more than its type. */
const namingFields = ['NAME', 'BASE_TYPE', 'TYPE_LINE'] as const

/** The items that conditions name, the most telling first. Conditions that exclude items, or describe them, name none. */
export function listNamedItems(conditions: readonly Pick<Condition, 'field' | 'operator' | 'value'>[]): readonly NamedItem[] {
  return namingFields.flatMap((field) =>
    conditions
      .filter((condition) => condition.field === field)
      .flatMap(({ operator, value }) => (operator === 'EQ' ? [value.trim()] : operator === 'IN' ? splitValues(value) : []))
      .map((name) => ({ name, is_unique: field === 'NAME' })),
  )
}

/** A word of a magic item's line belongs to its type, or to an affix. Longer lines are no item's. */
const mostWords = 10

/**
 * The parts of a line that may be its item type, the longest first: "Seething Divine Life Flask of Staunching" holds "Divine Life Flask".
 * A line that is a type already comes first itself.
 */
export function listTypesInLine(line: string): readonly string[] {
  const words = line.split(' ').filter((word) => word !== '')
  if (words.length > mostWords) return []
  const parts: string[] = []
  for (let length = words.length; length > 0; length--) {
    for (let from = 0; from + length <= words.length; from++) parts.push(words.slice(from, from + length).join(' '))
  }
  return parts
}
