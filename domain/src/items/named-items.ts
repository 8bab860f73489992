import type { Condition } from '@muster/contract/conditions'
import { splitValues } from '../conditions/value-list.ts'

/** An item by its name in the game: the name of a unique, or an item type. */
export interface NamedItem {
  readonly name: string
  readonly is_unique: boolean
}

/** The fields that name items. The name of a unique is more specific than its type. */
const namingFields = ['NAME', 'BASE_TYPE', 'TYPE_LINE'] as const

/** The items that conditions name, the most specific first. Conditions that exclude or describe items name none. */
export function listNamedItems(conditions: readonly Pick<Condition, 'field' | 'operator' | 'value'>[]): readonly NamedItem[] {
  return namingFields.flatMap((field) =>
    conditions
      .filter((condition) => condition.field === field)
      .flatMap(({ operator, value }) => (operator === 'EQ' ? [value.trim()] : operator === 'IN' ? splitValues(value) : []))
      .map((name) => ({ name, is_unique: field === 'NAME' })),
  )
}

/** A word in the line of a magic item belongs to its type or to an affix. Longer lines are not items. */
const maxWords = 10

/**
 * The parts of a line that may be its item type, the longest first: "Seething Divine Life Flask of Staunching" contains "Divine
 * Life Flask". If the whole line is a type, it comes first.
 */
export function listTypesInLine(line: string): readonly string[] {
  const words = line.split(' ').filter((word) => word !== '')
  if (words.length > maxWords) return []
  const parts: string[] = []
  for (let length = words.length; length > 0; length--) {
    for (let from = 0; from + length <= words.length; from++) parts.push(words.slice(from, from + length).join(' '))
  }
  return parts
}
