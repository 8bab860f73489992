import { z } from 'zod'
import { FieldType, ItemField, Operator } from './conditions.ts'
import { NumberField, ObjectiveType } from './objectives.ts'

/** The fields and operators that an editor of objectives may offer. */
export const ConditionMappings = z
  .object({
    field_to_type: z.record(ItemField, FieldType),
    valid_operators: z.record(FieldType, z.array(Operator)),
    objective_type_to_number_fields: z.record(ObjectiveType, z.array(NumberField)),
  })
  .meta({ id: 'ConditionMappings' })
export type ConditionMappings = z.output<typeof ConditionMappings>
