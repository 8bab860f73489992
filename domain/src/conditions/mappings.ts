import { type FieldType, fieldTypes, type ItemField, itemFields, type Operator, operators } from '@muster/contract/conditions'
import type { NumberField, ObjectiveType } from '@muster/contract/objectives'
import { numbersOf } from '../characters/number-rows.ts'
import { fields } from '../items/fields.ts'
import { operatorRows } from './operators.ts'

/** The fields and operators that an editor may offer: the answer of the valid-mappings call. */
export interface ConditionMappings {
  readonly field_to_type: Readonly<Record<ItemField, FieldType>>
  readonly valid_operators: Readonly<Record<FieldType, readonly Operator[]>>
  readonly objective_type_to_number_fields: Readonly<Record<ObjectiveType, readonly NumberField[]>>
}

export const validMappings: ConditionMappings = {
  field_to_type: Object.fromEntries(itemFields.map((field) => [field, fields[field].type])) as Record<ItemField, FieldType>,
  valid_operators: Object.fromEntries(
    fieldTypes.map((type) => [type, operators.filter((operator) => operatorRows[operator][type])]),
  ) as Record<FieldType, Operator[]>,
  objective_type_to_number_fields: numbersOf,
}
