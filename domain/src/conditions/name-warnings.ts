import type { Condition } from '@muster/contract/conditions'
import { type ItemLibrary, type NamedField, type NameWarning, warnOfName } from '../items/item-names.ts'
import { splitValues } from './value-list.ts'

type Asked = Pick<Condition, 'field' | 'operator' | 'value'>

export interface ConditionWarning extends Omit<NameWarning, 'fix'> {
  /** The condition without the mistake, with the label of its button; null if none is known. */
  readonly fix: { readonly label: string; readonly change: Pick<Condition, 'field' | 'value'> } | null
}

const isNamed = (field: Asked['field']): field is NamedField => field === 'NAME' || field === 'BASE_TYPE'

/** Warnings about names that no known item has, in a condition on names or base types. */
export function warnOfCondition({ field, operator, value }: Asked, library: ItemLibrary): readonly ConditionWarning[] {
  if (!isNamed(field) || (operator !== 'EQ' && operator !== 'IN')) return []
  const texts = operator === 'EQ' ? [value.trim()].filter((text) => text !== '') : splitValues(value)
  return texts.flatMap((text): ConditionWarning[] => {
    const warning = warnOfName(text, field, library)
    if (warning === null) return []
    const { fix, ...rest } = warning
    // Changing the field would also affect the other entries of the list, which belong to this field.
    if (fix === null || (fix.field !== field && texts.length > 1)) return [{ ...rest, fix: null }]
    const corrected = texts.map((one) => (one === text ? fix.value : one)).join(', ')
    return [{ ...rest, fix: { label: fix.label, change: { field: fix.field, value: corrected } } }]
  })
}
